import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { sendEvents } from '#http/event-stream.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { sourceEvents } from './change-events.ts';
import { SourceCounts, toSourceCounts } from './counts-schema.ts';
import { ChangesQuery, SourceStreamEvent } from './event-schema.ts';

type Dependencies = Pick<Services, 'config' | 'models'> & { store: Pick<Store, 'listen'> };

/** Counts and changes of all sources. */
export const overviewRoutes =
  ({ config, store: environment, models: { embedders } }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-base/sources/counts',
      {
        schema: {
          operationId: 'sources.getCounts',
          summary: 'Count sources',
          description: 'By status, type, knowledge base and tag, over all knowledge bases that you can see.',
          querystring: z.strictObject({}),
          response: { 200: envelope(SourceCounts) },
        },
      },
      async (request) => {
        const { sources } = contextOf(request).store;
        const [counts, tags] = await Promise.all([sources.counts(), sources.tagCounts(LIMITS.tagCounts)]);
        return answer(request, toSourceCounts(counts, tags));
      },
    );

    // A stream never ends by itself and must not delay the shutdown.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      '/knowledge-base/changes',
      {
        schema: {
          operationId: 'sources.watch',
          summary: 'Stream source changes',
          description:
            'Server-sent events. `ready` comes first: if you read the list after it, you miss no change. `source` has a source that was added or changed, at most four times a second for each; `source_deleted` has its `id`; `error` comes before the end, for example when the key was revoked. A later `ready` means that changes were left out: read the list again. After a break, send the id of the last event that had one, as `Last-Event-ID` or `last_event_id`: `continued` comes instead of `ready`, and then all that has changed since, the last state of each source once. Ids are good for a day, or 10,000 changes; with an older one, `ready` comes.',
          querystring: ChangesQuery,
          response: { 200: { content: { 'text/event-stream': { schema: SourceStreamEvent } } } },
        },
      },
      async (request, reply) => {
        const { store, principal, signal, holdOpen } = contextOf(request);
        holdOpen();
        const seen = { store: environment, embedders };
        const events = sourceEvents(seen, store, principal, {
          // What the browser sends itself after a break is newer than the address it began with.
          after: oneOf(request.headers['last-event-id']) ?? request.query.last_event_id,
          signal: AbortSignal.any([signal, closing.signal]),
        });
        const heartbeatMs = config.STREAM_HEARTBEAT_SECONDS * 1_000;
        return await sendEvents(request, reply, { events, signal, heartbeatMs, errorName: 'error' });
      },
    );
  };

const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
