import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { newId, type WorkspaceId } from '#lib/ids.ts';
import { startService } from '#main.ts';
import { findOwnerless } from '#storage/backup/integrity-checks.ts';
import { openStore } from '#storage/open-store.ts';
import { createStore, type Store } from '#storage/store.ts';
import type { JobRow } from '#storage/tables.ts';
import { blobsInMemory, moveAFile } from '../../../tests/helpers/blobs-in-memory.ts';
import {
  OF_NO_WORKSPACE,
  ON_COORDINATOR,
  REFUSED_BY_CITUS,
  SPREAD_LATER,
} from '../../../tests/helpers/citus-rules.ts';
import { fillWorkspaces } from '../../../tests/helpers/fill-workspaces.ts';
import { createOneOfEach, fillPath, operationsOf } from '../../../tests/helpers/operations.ts';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import {
  explain,
  recordStatements,
  type Scan,
  type Statements,
} from '../../../tests/helpers/recorded-statements.ts';
import { type Client, createClient } from '../../../tests/helpers/start-test-service.ts';
import { OF_ALL_WORKSPACES } from '../../../tests/helpers/statements-of-all-workspaces.ts';
import { newHistoryColumns } from '../../../tests/storage-contract/source-history.ts';
import type { Connection, Connections } from './connections.ts';
import { migrate } from './migrate.ts';
import { openConnections } from './open-postgres.ts';
import { statementsOf } from './statements-of.ts';

const SCHEMA = 'keys_live';
/** Tables that grow with the workspaces and that requests read. */
const LARGE_TABLES = [
  'chunks',
  'segments',
  'segment_packs',
  'segment_removals',
  'sources',
  'source_history',
  'source_changes',
  'messages',
  'conversations',
  'jobs',
  'events',
  'deliveries',
];

let database: PGlite;
let connections: Connections;
beforeAll(async () => {
  database = await startPglite();
  connections = connectPglite(database, SCHEMA);
}, 60_000);
afterAll(() => database.close());

describe('statements on PostgreSQL', () => {
  let statements: Statements;
  let workspaceId: string;
  let tables: string[];
  let scans: Map<string, Scan[]>;

  beforeAll(async () => {
    const recorded = recordStatements(connections);
    ({ statements } = recorded);
    workspaceId = await useEveryOperation(recorded.connections);
    tables = (await tablesOf(connections)).filter((table) => !OF_NO_WORKSPACE.includes(table));
    scans = new Map();
    for (const [sql, parameters] of statements)
      if (!isOfMigration(sql)) scans.set(sql, await explain(connections.read, sql, parameters));
  }, 120_000);

  const exceptionOf = (sql: string) => OF_ALL_WORKSPACES.find(({ text }) => text.test(sql));
  /** The scans of workspace tables in the statement. */
  const ofWorkspaces = (sql: string): Scan[] =>
    (scans.get(sql) ?? []).filter(({ table }) => tables.includes(table));
  const isOnWorkers = (sql: string): boolean =>
    ofWorkspaces(sql).some(({ table }) => !ON_COORDINATOR.includes(table));

  it('the test reads every table that has a workspace', () => {
    const read = new Set([...scans.values()].flat().map(({ table }) => table));
    expect(tables.filter((table) => !read.has(table))).toEqual([]);
  });

  it('a statement names the workspace for each table that it reads', () => {
    const wrong = [...scans.keys()].filter(
      (sql) => !exceptionOf(sql) && !ofWorkspaces(sql).every((scan) => namesWorkspace(scan, workspaceId)),
    );
    expect(wrong).toEqual([]);
  });

  it.each(REFUSED_BY_CITUS)('$what, which Citus refuses, does not occur', ({ text, example }) => {
    expect(example).toMatch(text);
    expect([...scans.keys()].filter((sql) => isOnWorkers(sql) && text.test(sql))).toEqual([]);
  });

  it('a request waits only for the machine of its workspace, and for the coordinator', () => {
    const wrong = [...scans.keys()].filter((sql) => exceptionOf(sql)?.isHot && isOnWorkers(sql));
    expect(wrong).toEqual([]);
  });

  it('spread tables are read apart from those of the coordinator, of which Citus would send all rows to all machines', () => {
    // The rows of what goes with jobs are few, and come to the coordinator.
    const isOfJobs = (sql: string): boolean => /^(?:update|delete from) "jobs"/.test(sql);
    const wrong = [...scans.keys()].filter(
      (sql) =>
        !exceptionOf(sql) &&
        !isOfJobs(sql) &&
        isOnWorkers(sql) &&
        ofWorkspaces(sql).some(({ table }) => ON_COORDINATOR.includes(table)),
    );
    expect(wrong).toEqual([]);
  });

  it('a table that an upgrade added is read alone, because Citus joins it with no other until it is spread', () => {
    const wrong = [...scans.keys()].filter((sql) => {
      const read = new Set(ofWorkspaces(sql).map(({ table }) => table));
      return read.size > 1 && SPREAD_LATER.some((table) => read.has(table));
    });
    expect(wrong).toEqual([]);
  });

  it.each(OF_ALL_WORKSPACES.filter(({ isLate }) => !isLate))(
    'a listed exception still occurs: $why',
    ({ text }) => {
      expect([...statements.keys()].some((sql) => text.test(sql))).toBe(true);
    },
  );

  it('no request waits for a scan of a large table', () => {
    const slow = [...scans.keys()].filter(
      (sql) =>
        exceptionOf(sql)?.isHot !== false &&
        ofWorkspaces(sql).some(({ table, isSequential }) => isSequential && LARGE_TABLES.includes(table)),
    );
    expect(slow).toEqual([]);
  });
});

describe('tables on PostgreSQL', () => {
  it('keys and unique indexes begin with the workspace', async () => {
    const { rows } = await connections.read(
      `SELECT owner.relname AS table, first.attname AS column
       FROM pg_index JOIN pg_class AS owner ON owner.oid = indrelid
       JOIN pg_attribute AS first ON first.attrelid = indrelid AND first.attnum = indkey[0]
       WHERE owner.relnamespace = $1::regnamespace AND owner.relkind = 'r' AND indisunique`,
      [SCHEMA],
    );
    const others = rows.filter(({ column }) => column !== 'workspace_id').map(({ table }) => table);
    expect([...new Set(others)].sort()).toEqual(OF_NO_WORKSPACE);
    expect([...new Set(rows.map(({ table }) => String(table)))].sort()).toEqual(await tablesOf(connections));
  });

  it('a foreign key refers only to rows of the same workspace', async () => {
    const { rows } = await connections.read(
      `SELECT conname AS name, conkey[1] = (
           SELECT attnum FROM pg_attribute WHERE attrelid = conrelid AND attname = 'workspace_id'
         ) AND confkey[1] = (
           SELECT attnum FROM pg_attribute WHERE attrelid = confrelid AND attname = 'workspace_id'
         ) AS is_within
       FROM pg_constraint WHERE contype = 'f' AND connamespace = $1::regnamespace
         AND conrelid::regclass::text <> ALL ($2)`,
      [SCHEMA, OF_NO_WORKSPACE],
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ is_within }) => is_within !== true)).toEqual([]);
  });

  it('a migration sends each change of a table by itself, because Citus hands the text on to workers as it came', async () => {
    const texts: string[] = [];
    const fresh = connectPglite(database, 'keys_fresh');
    const noting = async (): Promise<Connection> => {
      const connection = await fresh.acquire();
      return {
        ...connection,
        runAll: (statements) => {
          texts.push(statements);
          return connection.runAll(statements);
        },
      };
    };
    await migrate({ ...fresh, acquire: noting });
    const changes = texts.filter((text) => /\b(?:ALTER|DROP|CREATE (?:UNIQUE )?INDEX)\b/.test(text));
    expect(changes.length).toBeGreaterThan(50);
    expect(changes.filter((text) => statementsOf(text).length > 1)).toEqual([]);
    expect(changes.filter((text) => /^DROP INDEX [^;]*,/.test(text))).toEqual([]);
  });

  it('a spread table has no triggers', async () => {
    const { rows } = await connections.read(
      `SELECT tgrelid::regclass::text AS table FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
       WHERE relnamespace = $1::regnamespace AND NOT tgisinternal`,
      [SCHEMA],
    );
    expect(rows).toEqual([]);
  });

  it('tables of the coordinator and spread ones do not refer to each other, after the statements of docs/deploy.md', async () => {
    const guide = readFileSync(new URL('../../../../docs/deploy.md', import.meta.url), 'utf8');
    const dropped = guide.match(/^ALTER TABLE \w+ DROP CONSTRAINT \w+;$/gm) ?? [];
    expect(dropped.length).toBeGreaterThan(0);
    const connection = await connections.acquire();
    await connection.runAll(`BEGIN; ${dropped.join(' ')}`);
    const { rows } = await connection.run(
      `SELECT conname FROM pg_constraint WHERE contype = 'f' AND connamespace = $1::regnamespace
         AND (conrelid::regclass::text = ANY ($2)) <> (confrelid::regclass::text = ANY ($2))`,
      [SCHEMA, ON_COORDINATOR],
    );
    connection.release(true);
    expect(rows).toEqual([]);
    const spread = (await tablesOf(connections)).filter((table) => !ON_COORDINATOR.includes(table));
    const listed = /unnest\(ARRAY\[([^\]]*)\]\)/.exec(guide)?.[1]?.match(/\w+/g) ?? [];
    expect(['workspaces', ...listed].sort()).toEqual(spread);
  });
});

async function tablesOf({ read, schema }: Connections): Promise<string[]> {
  const { rows } = await read('SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY tablename', [
    schema,
  ]);
  return rows.map(({ tablename }) => String(tablename));
}

/** Statements of a migration create the tables, and are not planned. */
const isOfMigration = (sql: string): boolean => sql.startsWith('CREATE ');

/** True if the scan is limited to this workspace: directly, because Citus looks through no other table, or, in a table of the
 *  coordinator, through another one. */
const namesWorkspace = ({ table, alias, conditions }: Scan, workspaceId: string): boolean =>
  conditions.includes(`${alias}.workspace_id = '${workspaceId}'`) ||
  (ON_COORDINATOR.includes(table) &&
    new RegExp(`\\b${alias}\\.workspace_id = \\w+\\.workspace_id|= ${alias}\\.workspace_id\\b`).test(
      conditions,
    ));

/** Calls every API operation and runs the background work, among workspaces with thousands of rows. Returns the
 *  workspace it used. */
async function useEveryOperation(recorded: Connections): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-keys-'));
  const options = { environment: 'live', indexMemoryBytes: 1e9 } as const;
  const engine = { ...(await openConnections(recorded, options)), blobs: blobsInMemory() };
  const store = createStore(engine);
  const service = await startService({
    config: readConfig({ DATA_DIR: dataDir, PORT: '0', SANDBOX_PORT: '0' }),
    log: pino({ level: 'silent' }),
    open: async (environment) =>
      environment === 'live'
        ? store
        : await openStore({ dataDir, environment, indexMemoryBytes: 1e9, isOnlyServer: true }),
  });
  const [workspaceId = newId('workspace')] = await store.workspaceIds();
  const others = Array.from({ length: 5 }, () => newId('workspace'));
  await fillWorkspaces(connections.read, others, 1_000);
  const client = createClient(service.baseUrls.live, service.firstKeys?.live.secret ?? '');
  await callEveryOperation(client);
  await followAnotherNode(store, createStore(await openConnections(recorded, options)), workspaceId);
  await moveAFile(engine, workspaceId);
  await findOwnerless(engine.reads, 0);
  await useWhatIsRare(store, workspaceId);
  await service.stop();
  rmSync(dataDir, { recursive: true });
  return workspaceId;
}

async function callEveryOperation(client: Client): Promise<void> {
  const ids = await createOneOfEach(client, 'Brighton');
  const queries = ['keyword', 'semantic', 'hybrid'].flatMap((search_type) => [
    { query: 'How long is the peir?', search_type },
    {
      query: 'How long is the pier?',
      search_type,
      tags: ['Brighton'],
      filter: { type: 'in', key: 'town', value: ['Brighton', 7] },
      as_user: ['user:ada', 'group:4'],
    },
    { query: 'How long is the pier?', search_type, source_ids: [ids.source] },
  ]);
  const more = [
    ...queries.map((body) => ({ method: 'POST', path: '/v1/query', body })),
    {
      method: 'GET',
      path: `/v1/knowledge-base/sources?tags=Brighton&status=indexed&knowledge_base_ids=${ids.base}`,
    },
    { method: 'GET', path: '/v1/agents/{agent}/conversations?session_id=s' },
    {
      method: 'GET',
      path: '/v1/conversations?q=pier+long&state=open&tag=a&assignee=me&channel=api&language=en&since=2026-01-01T00:00:00Z&rating=up&verdict=wrong&handover=open',
    },
    {
      method: 'POST',
      path: '/v1/conversations/bulk',
      body: { action: 'add_tags', conversations: [{ agent_id: ids.agent, session_id: 's' }], tags: ['a'] },
    },
    {
      method: 'POST',
      path: '/v1/agents/{agent}/chat',
      body: { message: 'And how long is it?', session_id: 's' },
    },
    {
      method: 'PATCH',
      path: '/v1/knowledge-base/sources/{source}',
      body: { content: 'The pier is shorter.' },
    },
  ];
  for (const { method, path, body } of [...more, ...operationsOf(ids)]) {
    const answer = await client.call(method, fillPath(path, ids), body, {
      'idempotency-key': newId('request'),
    });
    // The list covers all operations, and some need more than these arguments.
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(500);
  }
}

/** Searches on one node before and after another removes a source from the index. */
async function followAnotherNode(writer: Store, reader: Store, workspaceId: WorkspaceId): Promise<void> {
  const { knowledgeBases, search, sources } = reader.workspace(workspaceId);
  const [source] = await sources.list({ limit: 1 });
  const [base] = await knowledgeBases.indexVersions(source && [source.knowledge_base_id]);
  if (!source || !base) throw new Error('nothing was indexed');
  const { knowledge_base_id: knowledgeBaseId, index_version: indexVersion } = base;
  const look = () => search.languages({ knowledgeBaseIds: [knowledgeBaseId], indexVersion });
  await look();
  await writer
    .workspace(workspaceId)
    .transaction((tx) => tx.segments.remove({ knowledgeBaseId, sourceId: source.source_id }));
  await look();
}

/** Runs what only happens after a node crashed, in a long job, or with another model. */
async function useWhatIsRare(store: Store, workspaceId: WorkspaceId): Promise<void> {
  const { transaction, knowledgeBases } = store.workspace(workspaceId);
  const knowledgeBaseId = await knowledgeBases.defaultId();
  const held = ['job_1', 'job_2'].map(
    (job_id) => ({ workspace_id: workspaceId, job_id, lease_token: 'lost' }) as JobRow,
  );
  await store.leases.extend('jobs', held, 0);
  const requests = held.map(() => ({ workspace_id: workspaceId, idempotency_key: 'k', lease_token: 'lost' }));
  await store.leases.extend('idempotent_requests', requests, 0);
  const chats = held.map(() => ({
    workspace_id: workspaceId,
    actor_id: 'key_1',
    running_chat_id: 'run_1' as const,
  }));
  await store.leases.extend('running_chats', chats, 0);
  await store.idempotentRequests.removeOld(0, 1);
  await store.rateCounts.removeOld(0);
  await store.uploads.removeExpired(0);
  await store.archives.removeExpired(0);
  await store.queueDepth.lanes(0);
  await store.queueDepth.pendingDeliveries();
  await store.orphanedWork.sourcesWithoutJob();
  await store.orphanedWork.pagesToRefresh(0);
  await store.orphanedWork.crawlsWithoutJob();
  await store.orphanedWork.connectorsToSync(0);
  await store.orphanedWork.knowledgeBasesWithoutJob();
  await store.pendingUnderstanding('reader/1');
  await store.skippedSources();
  await store.unreadChunks('reader/1');
  await store.orphanedWork.idleConversations(0, 1);
  await store.orphanedWork.unsearchableConversations(1);
  await store.orphanedWork.expiredEvents(0, 1);
  const [account] = await store.people.accounts.list();
  if (!account) throw new Error('nobody has joined');
  await store.people.accounts.findByIdentity('nobody');
  await store.people.invitationsFor('nobody@example.com', 0);
  await store.people.signIns.ofAccount(account.account_id);
  await store.workspace(workspaceId).signIns.findByHash('of nobody');
  await transaction(async (tx) => {
    const signIn = { last_seen_at: 0, expires_at: 0 };
    await tx.signIns.prolong('sgn_1', signIn);
    await tx.signIns.moveTo('sgn_1', workspaceId);
    await tx.signIns.end(account.account_id, { inWorkspace: true, only: 'sgn_1', but: 'sgn_2' });
    await tx.accounts.update(account.account_id, { name: 'Ada' });
    await tx.accounts.remove('acc_none');
    for (const job of held) await tx.jobs.release(job, { runAt: 0 });
    await tx.segments.keepVersions(knowledgeBaseId, ['another']);
    await tx.events.removeMany(['evt_1']);
    await tx.uploads.part('up_1', 0);
    await tx.conversations.makeSearchable('agt_1', 's');
    await tx.savedViews.removeOwn('acc_none');
    const entry = newHistoryColumns('everywhere');
    await tx.sourceHistory.insertInBase(knowledgeBaseId, entry);
    await tx.sourceHistory.update(
      { source_id: 'src_1', entry_id: entry.entry_id },
      { details: '{}', created_at: 0 },
    );
    const lease = { idempotency_key: 'k', lease_token: 'lost' };
    await tx.idempotentRequests.release(lease);
    await tx.deliveries.callWaiting('wh_1', { limit: 1, now: 0 });
    await tx.deliveries.failPending('wh_1', 0);
  });
  await transaction((tx) => tx.workspace.remove());
}
