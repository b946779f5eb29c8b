import { mkdtempSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  Change,
  Connection,
  ConnectionOptions,
  ConnectorKind,
  FoundDocument,
} from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import type { WebTools } from '#connectors/kinds/web-tools.ts';
import { createWorkerPool } from '#ingestion/workers/worker-pool.ts';
import { systemClock } from '#lib/clock.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { createGuardedAgent, type GuardedAgent } from '#net/guarded-agent.ts';
import type { GuardOptions } from '#net/guarded-lookup.ts';
import { createRobots } from '#net/robots.ts';
import { serve } from './local-server.ts';

/** For tests of connectors without the service: what a run of one sees. */

const MB = 1024 * 1024;

export const newConnectorFolder = (): string => mkdtempSync(join(tmpdir(), 'footnote-connector-'));

export async function openConnection<Settings, Credentials, Tools>(
  kind: ConnectorKind<Settings, Credentials, Tools>,
  tools: Tools,
  options: { settings: object } & Partial<Omit<ConnectionOptions<Settings, Credentials>, 'settings'>>,
): Promise<Connection> {
  return await kind.connect(tools, {
    credentials: undefined,
    signal: new AbortController().signal,
    maxBytes: 50 * MB,
    folder: newConnectorFolder(),
    ...options,
    settings: kind.settings.parse(options.settings),
  });
}

export type Run = {
  covers: string;
  found: FoundDocument[];
  cursor: string | undefined;
};

/** Lists everything, or what changed since a cursor. */
export async function listAll(connection: Connection, cursor?: string): Promise<Run> {
  const listing = await connection.list({ cursor, resume: undefined });
  const changes: Change[] = [];
  for await (const page of listing.pages) changes.push(...page.changes);
  const found = changes.flatMap((change) => (change.type === 'found' ? [change.document] : []));
  return { covers: listing.covers, found, cursor: listing.cursor() };
}

/** The content of a document as text. */
export async function textOf(connection: Connection, document: FoundDocument | undefined): Promise<string> {
  const bytes = document && (await bytesOf(connection, document));
  return Buffer.from(bytes ?? '').toString('utf8');
}

export async function bytesOf(
  connection: Connection,
  document: FoundDocument,
): Promise<Uint8Array | undefined> {
  const fetched = await connection.fetch(document);
  if (!fetched) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of fetched.bytes) chunks.push(Uint8Array.from(chunk));
  return Buffer.concat(chunks);
}

/** The fault that work ends with. */
export async function faultOf(work: () => Promise<unknown>): Promise<ConnectorFault> {
  const error = await work().then(
    () => new Error('There was no fault.'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ConnectorFault) return error;
  throw error;
}

/** What connectors use that speak HTTP themselves, until the test ends. hosts: as URL_FETCH_ALLOW_HOSTS names them. */
export function openFetcher(hosts: string): { fetcher: { agent: GuardedAgent } } {
  const agent = createGuardedAgent({ allowHosts: parseAllowHosts(hosts) });
  onTestFinished(() => agent.destroy());
  return { fetcher: { agent } };
}

/** A server until the test ends; its origin. */
export async function serveForTest(listener: RequestListener): Promise<string> {
  const server = await serve(listener);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server.origin;
}

const locally: LookupFunction = (_name, { all }, callback) =>
  all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

/** What connectors to mailboxes use. Every name leads to this machine. */
export const localGuard = (hosts: string): { guard: GuardOptions } => ({
  guard: { allowHosts: parseAllowHosts(hosts), lookup: locally },
});

/** What connectors to the web use, with the worker that reads documents. hosts: as URL_FETCH_ALLOW_HOSTS names them. */
export function openWebTools(
  hosts: string,
  { timeoutMs = 10_000 } = {},
): WebTools & { guard: GuardOptions; close(): Promise<void> } {
  const guard = { allowHosts: parseAllowHosts(hosts) };
  const agent = createGuardedAgent(guard);
  const userAgent = 'Footnote/test';
  const robots = createRobots({ agent, userAgent, token: 'Footnote', clock: systemClock, timeoutMs });
  const worker = createWorkerPool([], { threads: 1, seconds: 30, memoryMb: 512 });
  const workspaceId = 'ws_test' as WorkspaceId;
  return {
    guard,
    fetcher: { agent, robots, userAgent, folder: newConnectorFolder(), timeoutMs },
    findLinks: (read, signal) => worker.findLinks(read, { workspaceId, signal }),
    readFeed: (read, signal) => worker.readFeed(read, { workspaceId, signal }),
    close: async () => {
      await Promise.all([worker.close(), agent.destroy()]);
    },
  };
}
