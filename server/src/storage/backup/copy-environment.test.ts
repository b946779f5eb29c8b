import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type AgentId, newId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import { openEngine } from '#storage/open-store.ts';
import { openConnections } from '#storage/postgres/open-postgres.ts';
import { createStore } from '#storage/store.ts';
import { TABLE_NAMES, type TableName, tableOf } from '#storage/tables.ts';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import { addConnector } from '../../../tests/storage-contract/connectors.ts';
import { newHandover } from '../../../tests/storage-contract/handovers.ts';
import { newAgentVersion, newLogo } from '../../../tests/storage-contract/new-agent-version.ts';
import { newQuestionSet } from '../../../tests/storage-contract/new-question-set.ts';
import { newAnswer } from '../../../tests/storage-contract/pinned-answers.ts';
import { DEEP_MODEL, understand, unit } from '../../../tests/storage-contract/read-chunks.ts';
import { newHistoryEntry } from '../../../tests/storage-contract/source-history.ts';
import {
  addCrawl,
  addIndexed,
  addTenant,
  inBases,
  newEvaluation,
  newJob,
  newMessage,
  newPage,
  newSource,
  readAll,
  type Tenant,
} from '../../../tests/storage-contract/tenant.ts';
import { newVerdict } from '../../../tests/storage-contract/verdicts.ts';
import { assertCanCopy, copyTable, tableContent } from './copy-environment.ts';
import { type AnyRow, countRows, insertRows, type TableContent } from './table-rows.ts';

const cleanUp: (() => unknown)[] = [];
afterAll(async () => {
  for (const task of cleanUp) await task();
});

const options = { environment: 'live', indexMemoryBytes: 1e9 } as const;
const newSchema = (): string => `copy_${crypto.randomUUID().slice(0, 8)}`;

/** Opens an empty engine. */
type Open = () => Promise<Engine>;

const embedded: Open = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-copy-'));
  cleanUp.push(() => rmSync(dataDir, { recursive: true, force: true }));
  return await openEngine({ ...options, dataDir, isOnlyServer: true });
};

const { TEST_DATABASE_URL } = process.env;
const native: Open = async () => {
  const [databaseUrl = '', databaseSchema] = [TEST_DATABASE_URL, newSchema()];
  cleanUp.push(async () => {
    const client = new pg.Client(databaseUrl);
    await client.connect();
    await client.query(`DROP SCHEMA IF EXISTS ${databaseSchema}_live CASCADE`);
    await client.end();
  });
  return await openEngine({ ...options, databaseUrl, databaseSchema, connections: 2, isOnlyServer: true });
};

const opened = async (open: Open): Promise<Engine> => {
  const engine = await open();
  onTestFinished(() => engine.close());
  return engine;
};

/** A workspace with rows in every table: a file in parts, more chunks than a page has rows, a running job. */
async function furnish(engine: Engine): Promise<Tenant> {
  const store = createStore(engine);
  const tenant = await addTenant(store);
  const { store: ours, agentId } = tenant;
  await addIndexed(
    tenant,
    Array.from({ length: 1_100 }, (_, index) => `ferry kettle${index}`),
  );
  const sourceId = await addIndexed(tenant, ['acorn \u{1f333}', 'äcorn'], {
    tags: ['tea', 'ö'],
    metadata: '{"city":"ö","size":-0.1,"year":2026,"is_open":true,"none":[]}',
    progress: 0.1,
  });
  await understand(tenant, sourceId, [0, 1]);
  await addConnector(tenant);
  const large = newSource(tenant.knowledgeBaseId, {
    source_id: newId('source'),
    allowed: '["group:staff"]',
  });
  await ours.transaction(async (tx) => {
    await tx.sources.insert(large);
    await tx.contents.insertFile(
      large.source_id,
      1,
      Array.from({ length: 6 }, (_, part) => new Uint8Array(1024 * 1024).fill(part)),
    );
    const messages = [newMessage('user', 'Kettles?'), newMessage('agent', 'They whistle.')] as const;
    await tx.conversations.append(agentId, 'session-1', messages, [sourceId], 5);
    await tx.handovers.put(newHandover(agentId, 'session-1'));
    const evaluation = newEvaluation();
    await tx.evaluations.insert(evaluation);
    await tx.questionSets.insert(newQuestionSet());
    await tx.evaluations.nameSources(evaluation.evaluation_id, [sourceId]);
    const [, { message_id: messageId }] = messages;
    await tx.verdicts.put(newVerdict({ agentId, sessionId: 'session-1', messageId }));
    const pinned = newAnswer(tenant.knowledgeBaseId, [sourceId]);
    await tx.answers.insertMany([pinned]);
    const { actor_type, actor_id, actor_name, updated_at } = pinned;
    await tx.answers.updateMany([
      { answer_id: pinned.answer_id, actor_type, actor_id, actor_name, updated_at },
    ]);
    await tx.sourceHistory.insert([newHistoryEntry(sourceId, 'acorn')]);
    await tx.jobs.insert(newJob(large.source_id));
    await tx.publishableTokens.insert(newToken(agentId));
    await tx.agentVersions.insert(newAgentVersion(agentId, 1));
    await tx.agentVersions.putDraft(newAgentVersion(agentId, 0));
    await tx.widgetLogos.put(newLogo(agentId));
  });
  await addCrawl(tenant, [newPage('acorn'), newPage('map', 'sitemap')]);
  await store.settings.getOrCreate('cursor_secret', () => 'acorn');
  await engine.transaction(async ({ db }) => {
    for (const table of TABLE_NAMES)
      if ((await countRows(db, table)) === 0)
        await insertRows(db, table, [anyRow(table, tenant.workspaceId)]);
  });
  const leases = { now: 1, leaseUntil: 1e12, leaseToken: 'acorn', limit: 1 };
  expect(await store.jobs.claim({ lane: 'compute', ...leases })).toHaveLength(1);
  return tenant;
}

const newToken = (agentId: AgentId) => ({
  token_id: newId('publishableToken'),
  agent_id: agentId,
  name: 'acorn',
  created_by: null,
  token: `pub_live_${crypto.randomUUID()}`,
  allowed_origins: '["https://acorn.example"]',
  is_enabled: 1 as const,
  messages_per_minute: 60,
  created_at: 1,
  last_used_at: 2,
});

/** A row with a value in every column. Rows of different tables refer to each other. */
function anyRow(table: TableName, workspaceId: string): AnyRow {
  const values = Object.entries(tableOf(table).columns).map(([column, kind]) => [
    column,
    kind === 'text' ? `the ${column} \u{1f333}` : 7,
  ]);
  const row = Object.fromEntries(values);
  return 'workspace_id' in row ? { ...row, workspace_id: workspaceId } : row;
}

const copyAll = async (ends: { from: Engine; to: Engine }): Promise<number> => {
  let count = 0;
  await assertCanCopy(ends);
  for (const table of TABLE_NAMES) count += await copyTable(ends, table, () => {});
  return count;
};

async function contents(engine: Engine): Promise<[TableName, TableContent][]> {
  const all: [TableName, TableContent][] = [];
  for (const table of TABLE_NAMES) all.push([table, await tableContent(engine, table, () => {})]);
  return all;
}

function copying(openFrom: Open, openTo: Open): void {
  const twoEnds = async () => ({ from: await opened(openFrom), to: await opened(openTo) });

  it('the copy contains everything in the source, and search finds it', async () => {
    const ends = await twoEnds();
    const tenant = await furnish(ends.from);
    await copyAll(ends);
    const before = await contents(ends.from);
    expect(before.filter(([, { rows }]) => rows === 0)).toEqual([]);
    expect(await contents(ends.to)).toEqual(before);
    const copy = { ...tenant, store: createStore(ends.to).workspace(tenant.workspaceId) };
    const everything = await readAll(copy, 'acorn');
    expect(everything.found).toHaveLength(1);
    expect(everything).toEqual(await readAll(tenant, 'acorn'));
    const deep = { modelId: DEEP_MODEL, vector: unit(1) };
    const found = await copy.store.search.candidates(inBases(tenant.knowledgeBaseId), { deep, limit: 1 });
    expect(found).toMatchObject([{ position: 1, deepCosine: 1 }]);
  });

  it('a running job is due at once in the copy', async () => {
    const ends = await twoEnds();
    await furnish(ends.from);
    await copyAll(ends);
    const leases = { now: 1, leaseUntil: 2, leaseToken: 'kettle', limit: 10 };
    const { jobs } = createStore(ends.to);
    expect(await jobs.claim({ lane: 'compute', ...leases })).toMatchObject([{ attempts: 2 }]);
  });

  it('a copy interrupted after any transaction resumes where it stopped', async () => {
    const ends = await twoEnds();
    await furnish(ends.from);
    let [cuts, rows] = [0, 0];
    for (let isDone = false; !isDone; ) {
      await assertCanCopy(ends);
      try {
        for (const table of TABLE_NAMES) {
          await copyTable(ends, table, (count) => {
            rows += count;
            throw new Error('cut off');
          });
        }
        isDone = true;
      } catch (error) {
        expect((error as Error).message).toBe('cut off');
        cuts += 1;
      }
    }
    // The six parts of a file take two pages, and so do more than a thousand chunks.
    expect(cuts).toBeGreaterThan(TABLE_NAMES.length);
    const before = await contents(ends.from);
    expect(await contents(ends.to)).toEqual(before);
    expect(rows).toBe(before.reduce((sum, [, content]) => sum + content.rows, 0));
    expect(await copyAll(ends)).toBe(0);
  });

  it('a target with its own workspace is rejected and stays unchanged', async () => {
    const ends = await twoEnds();
    await furnish(ends.from);
    const { workspaceId } = await addTenant(createStore(ends.to));
    const before = await contents(ends.to);
    await expect(copyAll(ends)).rejects.toThrow(
      `The target has the workspace ${workspaceId} in its live environment`,
    );
    expect(await contents(ends.to)).toEqual(before);
  });

  it.each(['from', 'to'] as const)(
    'a copy is rejected if one side was used in between (%s)',
    async (used) => {
      const ends = await twoEnds();
      const tenant = await furnish(ends.from);
      await copyAll(ends);
      const store = createStore(ends[used]).workspace(tenant.workspaceId);
      await addIndexed({ ...tenant, store }, ['ferry']);
      await expect(copyAll(ends)).rejects.toThrow(/^The target has rows in \w+ \(live\) that are not/);
    },
  );

  it('a table hash differs only if its rows differ, for text and bytes', async () => {
    const ends = await twoEnds();
    await furnish(ends.from);
    await copyAll(ends);
    await ends.to.transaction(async ({ db }) => {
      await db.updateTable('messages').set({ text: 'They hoot.' }).where('role', '=', 'agent').execute();
      await db
        .updateTable('source_files')
        .set({ bytes: new Uint8Array(1024 * 1024).fill(9) })
        .where('part', '=', 3)
        .execute();
    });
    const before = new Map(await contents(ends.from));
    const differing = (await contents(ends.to)).filter(
      ([table, { sha256 }]) => sha256 !== before.get(table)?.sha256,
    );
    expect(differing.map(([table]) => table)).toEqual(['source_files', 'messages']);
  });

  it('U+0000, which PostgreSQL does not accept, becomes U+FFFD', async () => {
    const ends = await twoEnds();
    const tenant = await addTenant(createStore(ends.from));
    const takesNul = openFrom === embedded;
    const sourceId = await addIndexed(tenant, [takesNul ? 'acorn\0kettle' : 'acorn\ufffdkettle']);
    await copyAll(ends);
    expect(await contents(ends.to)).toEqual(await contents(ends.from));
    const copy = createStore(ends.to).workspace(tenant.workspaceId);
    expect(await copy.contents.listChunks(sourceId, 1, { limit: 1 })).toMatchObject([
      { text: 'acorn\ufffdkettle', start_offset: 0, end_offset: 12 },
    ]);
  });
}

describe('from the embedded engine to the embedded engine', () => {
  copying(embedded, embedded);

  it('a source without a workspace is rejected', async () => {
    const ends = { from: await opened(embedded), to: await opened(embedded) };
    await expect(copyAll(ends)).rejects.toThrow(
      'There is no workspace in the live environment of the source',
    );
  });
});

describe.skipIf(TEST_DATABASE_URL)('from the embedded engine to PostgreSQL in WebAssembly, and back', () => {
  let database: PGlite;
  beforeAll(async () => {
    database = await startPglite();
  }, 60_000);
  afterAll(() => database.close());

  it('the copy of the copy contains everything in the source, and search finds it', {
    timeout: 60_000,
  }, async () => {
    const [from, back] = [await opened(embedded), await opened(embedded)];
    const there = await opened(() => openConnections(connectPglite(database, newSchema()), options));
    const tenant = await furnish(from);
    await copyAll({ from, to: there });
    await copyAll({ from: there, to: back });
    const before = await contents(from);
    expect(await contents(there)).toEqual(before);
    expect(await contents(back)).toEqual(before);
    for (const engine of [there, back]) {
      const copy = { ...tenant, store: createStore(engine).workspace(tenant.workspaceId) };
      expect(await readAll(copy, 'acorn')).toEqual(await readAll(tenant, 'acorn'));
    }
  });
});

describe.skipIf(!TEST_DATABASE_URL)('from the embedded engine to PostgreSQL (TEST_DATABASE_URL)', () =>
  copying(embedded, native),
);

describe.skipIf(!TEST_DATABASE_URL)('from PostgreSQL (TEST_DATABASE_URL) to the embedded engine', () =>
  copying(native, embedded),
);
