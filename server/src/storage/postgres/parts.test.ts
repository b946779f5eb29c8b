import type { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId, type WorkspaceId } from '#lib/ids.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import type { Engine } from '#storage/engine.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import { createStore, type Store } from '#storage/store.ts';
import { blobsInMemory } from '../../../tests/helpers/blobs-in-memory.ts';
import { ON_COORDINATOR } from '../../../tests/helpers/citus-rules.ts';
import { connectPglite, startPglite } from '../../../tests/helpers/pglite-connections.ts';
import { addTenant, newJob, newSource, type Tenant } from '../../../tests/storage-contract/tenant.ts';
import { connectionErrorOf } from './connection-errors.ts';
import type { Connections, Execute } from './connections.ts';
import { openConnections } from './open-postgres.ts';

const SCHEMA = 'parts_live';

/** What the workspace is asked for fails, as where its worker of Citus is down. */
let away: WorkspaceId | undefined;
const asked: string[] = [];
let database: PGlite;
let engine: Engine;
let store: Store;
let here: Tenant;
let there: Tenant;

/** Whether the machine of a workspace is asked: also by a statement on spread tables that names no workspace. */
const isAskedOf = (workspaceId: WorkspaceId, sql: string, parameters: string): boolean =>
  parameters.includes(workspaceId) ||
  (!parameters.includes('ws_') &&
    [...sql.matchAll(/\b(?:from|join|update) "(\w+)"/g)].some(
      ([, table = '']) => !ON_COORDINATOR.includes(table),
    ));

const failing =
  (execute: Execute): Execute =>
  (sql, parameters = []) => {
    asked.push(sql);
    if (away === undefined || !isAskedOf(away, sql, JSON.stringify(parameters)))
      return execute(sql, parameters);
    const refusal = { code: '08006', message: 'connection to the remote node footnote@worker-2:5432 failed' };
    return Promise.reject(connectionErrorOf(Object.assign(new Error(), refusal)));
  };

beforeAll(async () => {
  database = await startPglite();
  const sound = connectPglite(database, SCHEMA);
  const connections: Connections = {
    ...sound,
    read: failing(sound.read),
    acquire: async () => {
      const connection = await sound.acquire();
      return { ...connection, run: failing(connection.run) };
    },
  };
  const opened = await openConnections(connections, { environment: 'live', indexMemoryBytes: 1e9 });
  engine = {
    ...opened,
    isDirectoryComplete: () => true,
    parts: async () => [
      { name: 'group 1', workspaceIds: [here.workspaceId] },
      { name: 'group 2', workspaceIds: [there.workspaceId] },
    ],
  };
  store = createStore(engine);
  here = await addTenant(store);
  there = await addTenant(store);
}, 60_000);
afterAll(async () => {
  await store.close();
  await database.close();
});
beforeEach(() => {
  away = undefined;
});

const leases = () =>
  [here, there].map(({ workspaceId }) => ({
    workspace_id: workspaceId,
    idempotency_key: 'k',
    lease_token: 'mine',
  }));

describe('while a machine is down that holds a part of the workspaces', () => {
  it('work without a job is still found in the others', async () => {
    for (const { store: each, knowledgeBaseId } of [here, there])
      await each.transaction((tx) => tx.sources.insert(newSource(knowledgeBaseId)));
    const workspaces = async () =>
      (await store.orphanedWork.sourcesWithoutJob()).map(({ workspace_id }) => workspace_id).sort();
    expect(await workspaces()).toEqual([here.workspaceId, there.workspaceId].sort());
    away = there.workspaceId;
    expect(await workspaces()).toEqual([here.workspaceId]);
    expect(await store.pendingUnderstanding('reader/1')).toEqual([]);
    expect(await store.queueDepth.pendingDeliveries()).toBe(0);
    expect(await store.uploads.removeExpired(1)).toBe(false);
  });

  it('answers of the day before are still removed from the others', async () => {
    for (const { store: each } of [here, there])
      await each.transaction((tx) =>
        tx.idempotentRequests.begin({
          idempotency_key: 'old',
          lease_token: 'none',
          actor_id: 'key_1',
          request_hash: null,
          lease_until: null,
          created_at: 1,
        }),
      );
    away = there.workspaceId;
    expect(await store.idempotentRequests.removeOld(2, 10)).toBe(1);
    away = undefined;
    expect(await store.idempotentRequests.removeOld(2, 10)).toBe(1);
    expect(await store.idempotentRequests.removeOld(2, 10)).toBe(0);
  });

  it('files of the others still move to the store of BLOB_STORE and back, and their objects are deleted', async () => {
    const blobs = blobsInMemory();
    const moves = createStore({ ...engine, blobs }).blobs;
    const back = createStore({ ...engine, blobs: { ...blobs, takesFiles: false } }).blobs;
    const allOf = async (work: () => Promise<boolean>): Promise<number> => {
      let count = 0;
      while (await work()) count += 1;
      return count;
    };
    const move = () => allOf(() => moves.moveFile({ now: 0, commitBy: 1 }));
    const moveBack = () => allOf(() => back.moveBack(0, new Map()));
    const clean = () => allOf(() => moves.deleteOne(1));
    for (const { store: each, knowledgeBaseId } of [here, there]) {
      const source = newSource(knowledgeBaseId);
      await each.transaction(async (tx) => {
        await tx.sources.insert(source);
        await tx.contents.insertFile(source.source_id, 1, [Buffer.alloc(70_000)]);
      });
    }
    for (const isAway of [true, false]) {
      away = isAway ? there.workspaceId : undefined;
      expect(await move()).toBe(1);
      expect(await moves.hasFiles()).toBe(true);
    }
    for (const isAway of [true, false]) {
      away = isAway ? there.workspaceId : undefined;
      expect(await moveBack()).toBe(1);
      expect(await clean()).toBe(1);
    }
  });

  it('objects of a workspace that was deleted are deleted once all machines answer', async () => {
    const moves = createStore({ ...engine, blobs: blobsInMemory() }).blobs;
    const workspaceId = newId('workspace');
    await engine.transaction(({ db }) => blobNotes({ db, workspaceId }).begin('live/gone/file/1', 1), {
      workspaceIds: [workspaceId],
    });
    away = there.workspaceId;
    expect(await moves.deleteOne(1)).toBe(false);
    away = undefined;
    expect(await moves.deleteOne(1)).toBe(true);
    expect(await moves.deleteOne(1)).toBe(false);
  });

  it('leases of the others are extended, and none counts as lost', async () => {
    for (const { store: each } of [here, there])
      await each.transaction((tx) =>
        tx.idempotentRequests.begin({
          idempotency_key: 'k',
          lease_token: 'mine',
          actor_id: 'key_1',
          request_hash: null,
          lease_until: 10,
          created_at: 1e15,
        }),
      );
    away = there.workspaceId;
    expect(await store.leases.extend('idempotent_requests', leases(), 20)).toEqual(leases());
    away = undefined;
    const untilOf = async ({ store: each }: Tenant) => (await each.idempotentRequests.find('k'))?.lease_until;
    expect([await untilOf(here), await untilOf(there)]).toEqual([20, 10]);
  });

  it('jobs of all workspaces are claimed', async () => {
    for (const { store: each } of [here, there])
      await each.transaction((tx) => tx.jobs.insert(newJob(newId('source'), 0)));
    away = there.workspaceId;
    const claim = { lane: 'compute', now: 1, leaseUntil: 2, leaseToken: 'mine', limit: 10 } as const;
    expect(await store.jobs.claim(claim)).toHaveLength(2);
  });

  it('only what needs it fails, and the parts say which answer', async () => {
    expect(await store.partStates()).toEqual({ 'group 1': 'ok', 'group 2': 'ok' });
    away = there.workspaceId;
    expect(await store.partStates()).toEqual({ 'group 1': 'ok', 'group 2': 'failing' });
    expect((await here.store.workspace.get()).workspace_id).toBe(here.workspaceId);
    await expect(there.store.workspace.get()).rejects.toBeInstanceOf(StorageUnavailableError);
    expect(await store.workspaceIds()).toEqual([here.workspaceId, there.workspaceId].sort());
  });

  it('a made-up key is looked up in one table, which no machine but one has', async () => {
    away = there.workspaceId;
    asked.length = 0;
    expect(await store.findKeyByHash('made up')).toBeUndefined();
    expect(await store.findPublishableToken('made up')).toBeUndefined();
    expect(asked).toHaveLength(2);
    for (const sql of asked) expect(sql).toMatch(/from "workspace_directory" where/);
  });
});
