import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { EventType } from '#server/isomorphic/event-types.ts';
import type { Event as EventSchema, Webhook as WebhookSchema } from '#server/webhooks/schema.ts';
import { BY_CURSOR, requestAll, requestPage } from '#shared/api/request.ts';

export type Event = z.infer<typeof EventSchema>;
export type Webhook = z.infer<typeof WebhookSchema>;

const EVENTS = '/v1/events';

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'all'],
  queryFn: ({ signal }) => requestAll<Webhook>('/v1/webhooks', signal),
});

export const eventsQuery = (type: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['events', type],
    queryFn: ({ pageParam, signal }) =>
      requestPage<Event>(EVENTS, { limit: 10, type, cursor: pageParam }, signal),
    ...BY_CURSOR,
  });

/** The operations whose answer is what an event carries. Of other events, only those that happened are known. */
const OPERATIONS: Partial<Record<EventType, string>> = {
  'source.indexed': 'sources.get',
  'source.failed': 'sources.get',
  'source.deleted': 'sources.get',
  'connector.failed': 'connectors.get',
  'agent.created': 'agents.get',
  'agent.updated': 'agents.get',
  'agent.deleted': 'agents.get',
  'key.created': 'apiKeys.list',
  'key.revoked': 'apiKeys.list',
};

type Example = { isReal: boolean; payload: unknown } | null;

/** The newest event of a type; else one made of the examples of the API reference. */
export const exampleQuery = (type: EventType) =>
  queryOptions({
    queryKey: ['events', 'example', type],
    queryFn: async ({ signal }): Promise<Example> => {
      const { items } = await requestPage<Event>(EVENTS, { limit: 1, type }, signal);
      if (items[0]) return { isReal: true, payload: items[0] };
      const examples = await readReference(signal);
      const event = examples.get('events.list');
      const about = examples.get(OPERATIONS[type] ?? '');
      return event && about ? { isReal: false, payload: { ...event, type, data: about } } : null;
    },
  });

type Reference = {
  paths: Record<
    string,
    Record<
      string,
      { operationId?: string; responses?: Record<string, { content?: Record<string, { example?: Answer }> }> }
    >
  >;
};
type Answer = { data?: object | object[] };

/** What operations answer in the reference, by their id: the first thing of a list. */
async function readReference(signal: AbortSignal): Promise<ReadonlyMap<string, object>> {
  const { paths } = (await (await fetch('/openapi.json', { signal })).json()) as Reference;
  const found = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId, responses }): [string, object][] => {
      const data = responses?.['200']?.content?.['application/json']?.example?.data;
      const first = Array.isArray(data) ? data[0] : data;
      return operationId !== undefined && first !== undefined ? [[operationId, first]] : [];
    }),
  );
  return new Map(found);
}
