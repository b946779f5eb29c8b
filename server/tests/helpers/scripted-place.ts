import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createLog } from '#boot/log.ts';
import type { ChangePage, Connection, FoundDocument, Listing } from '#connectors/connector.ts';
import type { AnyConnectorKind } from '#connectors/connector-kinds.ts';
import { sealCredentials } from '#connectors/credentials.ts';
import { failSync, syncConnector } from '#connectors/sync-connector.ts';
import { queueDueConnectors } from '#connectors/watch-connectors.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import { type ConnectorId, newId } from '#lib/ids.ts';
import { changeSource } from '#sources/change-source.ts';
import { removeSource } from '#sources/remove-source.ts';
import { upsertSource } from '#sources/upsert-source.ts';
import { openStore } from '#storage/open-store.ts';
import type { ConnectorRow, ConnectorRunRow, SourceRow } from '#storage/tables.ts';
import { addTenant } from '../storage-contract/tenant.ts';
import { readTestConfig } from './read-test-config.ts';

/** What a place answers; tests change it between runs. */
export type Script = {
  list(since: Parameters<Connection['list']>[0]): Partial<Listing> | Promise<Partial<Listing>>;
  fetch?: (document: FoundDocument) => ReturnType<Connection['fetch']>;
};

export const CREDENTIALS_KEY = 'a key of more than thirty-two characters';

/** A document of a place. */
export const aDocument = (id: string, more: Partial<FoundDocument> = {}): FoundDocument => ({
  id,
  version: '1',
  name: id,
  fileName: `${id}.txt`,
  metadata: {},
  ...more,
});

/** Pages of documents. */
export async function* pagesOf(
  ...pages: (readonly FoundDocument[] | ChangePage)[]
): AsyncGenerator<ChangePage> {
  for (const page of pages)
    yield 'changes' in page
      ? page
      : { changes: page.map((document) => ({ type: 'found' as const, document })) };
}

export async function* bytesOf(...parts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Synchronises a place that does what a test says, with real storage and jobs, until the end of the test. */
export async function connectScriptedPlace(script: Script, settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-place-'));
  const store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  const tenant = await addTenant(store);
  const other = await addTenant(store);
  let logged = '';
  const log = createLog('trace', {
    write: (line) => {
      logged += line;
    },
  }) as FastifyBaseLogger;
  const clock = { at: 1_000_000_000, now: () => clock.at };
  const place = { script, fetched: [] as string[], connected: [] as unknown[], dataDir };
  const config = { current: readTestConfig({ DATA_DIR: dataDir, CREDENTIALS_KEY, ...settings }) };
  const kind: AnyConnectorKind = {
    kind: 'scripted',
    settings: z.object({}),
    credentials: z.object({ token: z.string() }),
    connect: async (_tools, options) => {
      place.connected.push(options.credentials);
      return {
        list: async (since) => ({
          covers: 'everything',
          pages: pagesOf(),
          cursor: () => undefined,
          ...(await place.script.list(since)),
        }),
        fetch: async (document) => {
          place.fetched.push(document.id);
          if (place.script.fetch) return await place.script.fetch(document);
          return { bytes: bytesOf(`The text of ${document.id}, version ${document.version}.`) };
        },
        close: async () => {},
      };
    },
  };
  const sources = { upsert: upsertSource, change: changeSource, remove: removeSource };
  const runner = runJobs({
    store,
    clock,
    log,
    lane: 'connectors',
    handlers: {
      'sync-connector': {
        run: (job) =>
          syncConnector(
            {
              config: config.current,
              clock,
              log,
              kind: () => kind,
              sources,
              openTools: async () => ({}) as never,
            },
            job,
          ),
        onFailure: (job, error) => failSync({ clock, log }, job, error),
        isRetryable: () => false,
      },
    },
    concurrency: 2,
    maxAttempts: 3,
    leaseMs: 60_000,
  });
  onTestFinished(async () => {
    await runner.stop();
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const connector_id = newId('connector');
  const of = { workspace_id: tenant.workspaceId, connector_id };
  await tenant.store.transaction((tx) =>
    tx.connectors.insert({
      ...of,
      ...NEW_CONNECTOR,
      knowledge_base_id: tenant.knowledgeBaseId,
      credentials: sealCredentials(CREDENTIALS_KEY, of, { token: SECRET }),
    }),
  );
  const read = async (): Promise<ConnectorRow> =>
    (await tenant.store.connectors.find(connector_id)) as ConnectorRow;
  return {
    place,
    clock,
    store,
    tenant,
    other,
    connectorId: connector_id as ConnectorId,
    read,
    log: () => logged,
    setKey: (key: string | undefined) => {
      config.current = { ...config.current, CREDENTIALS_KEY: key };
    },
    /** Runs it, and waits until the run has ended. */
    sync: async (): Promise<{ connector: ConnectorRow; run: ConnectorRunRow }> => {
      await tenant.store.transaction((tx) =>
        enqueue(tx, {
          kind: 'sync-connector',
          subjectId: connector_id,
          payload: { connector_id },
          now: clock.at,
        }),
      );
      await vi.waitFor(
        async () => {
          if (await store.jobs.nextDueAt('connectors')) throw new Error('it still runs');
        },
        { timeout: 120_000, interval: 20 },
      );
      const [run] = await tenant.store.connectors.listRuns(connector_id, { limit: 1 });
      return { connector: await read(), run: run as ConnectorRunRow };
    },
    /** Whether the watcher would queue it at a time. */
    isDueAt: async (now: number): Promise<boolean> => {
      await queueDueConnectors({ store, clock: { now: () => now } });
      return await tenant.store.transaction((tx) => tx.jobs.isQueued(connector_id));
    },
    sources: async (): Promise<SourceRow[]> => {
      const rows: SourceRow[] = [];
      for (;;) {
        const page = await tenant.store.sources.list({ limit: 1_000, after: rows.at(-1)?.source_id });
        rows.push(...page.slice(0, 1_000));
        if (page.length <= 1_000) return rows;
      }
    },
  };
}

/** In the credentials of every scripted place: nothing that is stored or logged may have it. */
export const SECRET = 'canary-4711-of-the-place';

const NEW_CONNECTOR = {
  name: 'Scripted',
  kind: 'scripted',
  settings: '{}',
  interval_minutes: 60,
  tags: '[]',
  metadata: '{}',
  allowed: null,
  state: 'pending',
  is_paused: 0,
  error: null,
  failures: 0,
  cursor: null,
  resume: null,
  next_sync_at: null,
  last_synced_at: null,
  created_by: null,
  created_at: 0,
  updated_at: 0,
} as const;
