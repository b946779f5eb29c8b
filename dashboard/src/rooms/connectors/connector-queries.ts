import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ConnectorDocument as ConnectorDocumentSchema,
  ConnectorRun as ConnectorRunSchema,
  Connector as ConnectorSchema,
} from '#server/connectors/schema.ts';
import { BY_CURSOR, requestAll, requestPage, requestVersioned } from '#shared/api/request.ts';

export type Connector = z.infer<typeof ConnectorSchema>;
export type ConnectorRun = z.infer<typeof ConnectorRunSchema>;
export type ConnectorDocument = z.infer<typeof ConnectorDocumentSchema>;

export const CONNECTORS = '/v1/connectors';

/** How often a run is polled, and whether one has begun. */
const POLL_MS = 1_500;
const IDLE_POLL_MS = 15_000;

export const isActive = ({ state }: Connector): boolean => state === 'pending' || state === 'syncing';

const pollOf = (connectors: readonly Connector[] | undefined): number =>
  connectors?.some(isActive) ? POLL_MS : IDLE_POLL_MS;

/** All connectors: there are at most 50. */
export const connectorsQuery = queryOptions({
  queryKey: ['connectors', 'list'],
  queryFn: ({ signal }) => requestAll<Connector>(CONNECTORS, signal),
  refetchInterval: ({ state: { data } }) => pollOf(data),
});

/** A connector with the version that a change is about. */
export const connectorQuery = (id: string) =>
  queryOptions({
    queryKey: ['connectors', 'one', id],
    queryFn: ({ signal }) => requestVersioned<Connector>(`${CONNECTORS}/${id}`, signal),
    refetchInterval: ({ state: { data } }) => pollOf(data && [data.data]),
  });

/** What the end of a run changes; lists are read once more then. */
const stageOf = (connector: Connector): string => `${connector.state} ${connector.last_synced_at}`;

/** The newest run; undefined before the first. */
export const lastRunQuery = (connector: Connector) =>
  queryOptions({
    queryKey: ['connectors', 'last-run', connector.id, stageOf(connector)],
    queryFn: async ({ signal }) =>
      (await requestPage<ConnectorRun>(`${CONNECTORS}/${connector.id}/runs`, { limit: 1 }, signal))
        .items[0] ?? null,
    placeholderData: keepPreviousData,
    refetchInterval: isActive(connector) ? POLL_MS : false,
  });

export const runsQuery = (connector: Connector) =>
  infiniteQueryOptions({
    queryKey: ['connectors', 'runs', connector.id, stageOf(connector)],
    queryFn: ({ pageParam, signal }) =>
      requestPage<ConnectorRun>(
        `${CONNECTORS}/${connector.id}/runs`,
        { limit: 25, cursor: pageParam },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
    refetchInterval: isActive(connector) ? POLL_MS : false,
  });

export const documentsQuery = (connector: Connector, status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['connectors', 'documents', connector.id, status, stageOf(connector)],
    queryFn: ({ pageParam, signal }) =>
      requestPage<ConnectorDocument>(
        `${CONNECTORS}/${connector.id}/documents`,
        { limit: 50, status, cursor: pageParam },
        signal,
      ),
    ...BY_CURSOR,
    placeholderData: keepPreviousData,
    refetchInterval: isActive(connector) ? POLL_MS : false,
  });
