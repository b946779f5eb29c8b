import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { toIso } from '#lib/clock.ts';
import { recordAudit } from '#records/audit.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Gives out all of something, one thing after another. */
export type Exporter = (store: WorkspaceStore) => AsyncGenerator<object, void>;

export const EXPORTED = ['conversations', 'sources', 'audit_log'] as const;

/** Everything of a kind in one answer, however much it is. */
export const exportRoutes =
  (
    { clock }: Pick<Services, 'clock'>,
    exporters: Record<(typeof EXPORTED)[number], Exporter>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/export',
      {
        config: { access: 'admin', confirmation: true },
        schema: {
          summary: 'Export conversations, sources or the audit log',
          description:
            'One JSON object a line: conversations with their messages, sources as the list has them, entries of the audit log. An answer that was not read to its end ends without the last chunk.',
          querystring: z.strictObject({ what: z.enum(EXPORTED) }),
          produces: ['application/x-ndjson'],
          response: { 200: { content: { 'application/x-ndjson': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const { store, signal, principal } = contextOf(request);
        const { what } = request.query;
        // Before the first byte: nothing leaves without an entry.
        await store.transaction(
          (tx) =>
            recordAudit(tx, {
              actor: principal.actor,
              action: 'export.started',
              subjectId: store.workspaceId,
              details: { what },
              now: clock.now(),
            }),
          { isNote: true },
        );
        const fileName = `${what}-${store.environment}-${toIso(clock.now()).slice(0, 10)}.ndjson`;
        const lines = linesOf(exporters[what](store));
        return reply
          .headers({
            'content-disposition': contentDisposition(fileName),
            'cache-control': 'private, no-store',
          })
          .type('application/x-ndjson; charset=utf-8')
          .send(Readable.from(lines, { objectMode: false, signal }) as never);
      },
    );
  };

async function* linesOf(items: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
