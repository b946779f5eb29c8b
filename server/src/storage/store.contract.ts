import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type KnowledgeBaseId, type MessageId, newId, type SourceId } from '#lib/ids.ts';
import {
  addIndexed,
  addTenant,
  newAgent,
  newJob,
  newKey,
  newKnowledgeBase,
  newMessage,
  newSource,
  readAll,
  search,
  segmentOf,
  type Tenant,
  writeIndexed,
} from './contract-tenant.ts';
import type { Notice } from './engine.ts';
import type { PageRequest } from './scope.ts';
import type { Store, WorkspaceStore, WorkspaceTransaction } from './store.ts';
import type { JobRow } from './tables.ts';

/** The suite that every engine must pass. `open` gives an empty store for vectors of CONTRACT_DIMENSIONS numbers; the
 *  suite closes it. */
export function storeContract(name: string, open: () => Promise<Store> | Store): void {
  describe(`${name} keeps the contract of a store`, () => {
    let store: Store;
    let ours: Tenant;
    beforeEach(async () => {
      store = await open();
      ours = await addTenant(store);
    });
    afterEach(() => store.close());
    const context = (): Context => ({ store, ours });

    describe('workspaces are walls', () => workspacesAreWalls(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('transactions with %o', (options) =>
      transactions(context, options),
    );
    describe('notices', () => notices(context));
    describe('sources', () => sources(context));
    describe('search', () => searching(context));
    describe('pages', () => pages(context));
    describe('jobs', () => jobs(context));
    describe('settings', () => settings(context));
    describe('conversations', () => conversations(context));
    describe.each([{ isBulky: false }, { isBulky: true }])('text with %o', (options) =>
      texts(context, options),
    );
  });
}

type Context = { store: Store; ours: Tenant };

/** What somebody puts under one roof: a source with all that hangs on it, a conversation that cites it, and a job. */
async function furnish(tenant: Tenant, sourceId?: SourceId) {
  const { store, agentId } = tenant;
  const id = await addIndexed(tenant, ['acorn kettle', 'acorn ferry'], {
    ...(sourceId && { source_id: sourceId }),
    tags: ['tea'],
  });
  const sessionId = 'session-1';
  await store.transaction(async (tx) => {
    await tx.conversations.append(agentId, sessionId, [newMessage('user', 'Kettles?'), reply(id)], [id], 5);
    await tx.jobs.insert(newJob(id));
  });
  return { sourceId: id, sessionId };
}

/** A reply whose first sentence is taken from the source. */
const reply = (sourceId: SourceId) =>
  newMessage('agent', 'Kettles whistle. Ferries hoot.', {
    sources: JSON.stringify([{ id: sourceId, name: 'Source', snippet: 'Kettles whistle.' }]),
    citations: JSON.stringify([
      { source_id: sourceId, chunk_id: 'chunk_1', start: 0, end: 16, reply_start: 0, reply_end: 16 },
    ]),
  });

const claimAll = (store: Store, now = 1_000): Promise<JobRow[]> =>
  store.jobs.claim({ now, leaseUntil: now + 100, leaseToken: newId('request'), limit: 1_000 });

function listenTo(store: Store): Notice[] {
  const heard: Notice[] = [];
  store.listen((notice) => heard.push(notice));
  return heard;
}

/** Waits until what was committed so far has been heard: notices come in the order of the commits. */
async function heardAll(ours: Tenant, heard: Notice[]): Promise<Notice[]> {
  const markerId = newId('source');
  await ours.store.transaction(async (tx) => {
    await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: markerId }));
    await tx.sources.update(markerId, { progress: 1 });
  });
  const isMarker = (notice: Notice): boolean =>
    notice.topic === 'source-changed' && notice.sourceId === markerId;
  await vi.waitFor(() => expect(heard.some(isMarker)).toBe(true));
  return heard.filter((notice) => !isMarker(notice));
}

type Ids = Tenant & { sourceId: SourceId; sessionId: string; job: JobRow };
const page = { limit: 100 };

const READS: [string, (store: WorkspaceStore, ids: Ids) => unknown][] = [
  ['workspace.get', (store) => store.workspace.get()],
  ['keys.find', (store, { keyId }) => store.keys.find(keyId)],
  ['keys.list', (store) => store.keys.list(page)],
  ['knowledgeBases.find', (store, { knowledgeBaseId }) => store.knowledgeBases.find(knowledgeBaseId)],
  ['knowledgeBases.exists', (store, { knowledgeBaseId }) => store.knowledgeBases.exists(knowledgeBaseId)],
  ['knowledgeBases.list', (store) => store.knowledgeBases.list(page)],
  ['knowledgeBases.ids', (store) => store.knowledgeBases.ids()],
  ['knowledgeBases.defaultId', (store) => store.knowledgeBases.defaultId()],
  [
    'knowledgeBases.agentsThatHaveNoOther',
    (store, { knowledgeBaseId }) =>
      store.transaction((tx) => tx.knowledgeBases.agentsThatHaveNoOther(knowledgeBaseId)),
  ],
  ['agents.find', (store, { agentId }) => store.agents.find(agentId)],
  ['agents.list', (store) => store.agents.list(page)],
  ['sources.find', (store, { sourceId }) => store.sources.find(sourceId)],
  ['sources.findMany', (store, { sourceId }) => store.sources.findMany([sourceId])],
  ['sources.list', (store) => store.sources.list(page)],
  [
    'sources.list of a knowledge base',
    (store, { knowledgeBaseId }) =>
      store.sources.list({ ...page, knowledgeBaseIds: [knowledgeBaseId], tags: ['tea'] }),
  ],
  ['sources.ids by tag', (store) => store.sources.ids({ tags: ['tea'] })],
  [
    'contents.file',
    async (store, { sourceId }) => Buffer.from(await store.contents.file(sourceId, 1)).toString(),
  ],
  ['contents.text', (store, { sourceId }) => store.contents.text(sourceId, 1)],
  ['contents.listChunks', (store, { sourceId }) => store.contents.listChunks(sourceId, 1, page)],
  ['contents.chunk', (store, { sourceId }) => store.contents.chunk({ sourceId, revision: 1, position: 0 })],
  ['conversations.find', (store, { agentId, sessionId }) => store.conversations.find(agentId, sessionId)],
  ['conversations.list', (store, { agentId }) => store.conversations.list(agentId, page)],
  [
    'conversations.messages',
    (store, { agentId, sessionId }) => store.conversations.messages(agentId, sessionId, page),
  ],
  [
    'conversations.recentMessages',
    (store, { agentId, sessionId }) => store.conversations.recentMessages(agentId, sessionId, 9),
  ],
  [
    'search.languages',
    (store, { knowledgeBaseId }) => store.search.languages({ knowledgeBaseIds: [knowledgeBaseId] }),
  ],
  [
    'search.candidates by term',
    (store, { knowledgeBaseId }) =>
      store.search.candidates(
        { knowledgeBaseIds: [knowledgeBaseId] },
        { terms: [{ term: 'acorn', weight: 1 }], limit: 9 },
      ),
  ],
  [
    'search.candidates by meaning, of a source',
    (store, { knowledgeBaseId, sourceId }) =>
      store.search.candidates(
        { knowledgeBaseIds: [knowledgeBaseId], sourceIds: new Set([sourceId]) },
        { vector: new Float32Array(4).fill(1), limit: 9 },
      ),
  ],
];

const WRITES: [string, (tx: WorkspaceTransaction, ids: Ids) => Promise<unknown>][] = [
  ['keys.markUsed', (tx, { keyId }) => tx.keys.markUsed(keyId, 99)],
  ['keys.revoke', (tx, { keyId }) => tx.keys.revoke(keyId, 99)],
  [
    'knowledgeBases.update',
    (tx, { knowledgeBaseId }) => tx.knowledgeBases.update(knowledgeBaseId, { name: 'x' }),
  ],
  ['knowledgeBases.remove', (tx, { knowledgeBaseId }) => tx.knowledgeBases.remove(knowledgeBaseId)],
  ['agents.update', (tx, { agentId }) => tx.agents.update(agentId, { name: 'x' })],
  ['agents.setKnowledgeBases', (tx, ids) => tx.agents.setKnowledgeBases(ids.agentId, [ids.knowledgeBaseId])],
  ['agents.remove', (tx, { agentId }) => tx.agents.remove(agentId)],
  [
    'sources.insert into its knowledge base',
    (tx, { knowledgeBaseId }) => tx.sources.insert(newSource(knowledgeBaseId)),
  ],
  ['sources.update', (tx, { sourceId }) => tx.sources.update(sourceId, { name: 'x' })],
  ['sources.setTags', (tx, { sourceId }) => tx.sources.setTags(sourceId, ['x'])],
  ['sources.setTags to none', (tx, { sourceId }) => tx.sources.setTags(sourceId, [])],
  [
    'sources.remove',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId }),
  ],
  [
    'contents.insertFilePart',
    (tx, { sourceId }) =>
      tx.contents.insertFilePart({ source_id: sourceId, revision: 2, part: 0, bytes: Buffer.from('x') }),
  ],
  [
    'contents.insertText',
    (tx, { sourceId }) =>
      tx.contents.insertText({ source_id: sourceId, revision: 2, text: 'x', outline: '{}' }),
  ],
  ['contents.removeText', (tx, { sourceId }) => tx.contents.removeText(sourceId)],
  ['contents.removeFilesBefore', (tx, { sourceId }) => tx.contents.removeFilesBefore(sourceId, 9)],
  [
    'search.writeSegment',
    (tx, { sourceId, knowledgeBaseId }) =>
      tx.search.writeSegment({ sourceId, knowledgeBaseId, revision: 2 }, segmentOf(['acorn'])),
  ],
  [
    'conversations.append',
    (tx, { agentId, sessionId }) =>
      tx.conversations.append(agentId, sessionId, [newMessage('user', 'x')], [], 9),
  ],
  ['conversations.remove', (tx, { agentId, sessionId }) => tx.conversations.remove(agentId, sessionId)],
  ['conversations.redactSource', (tx, { sourceId }) => tx.conversations.redactSource(sourceId)],
  ['jobs.cancel', (tx, { sourceId }) => tx.jobs.cancel(sourceId)],
  ['jobs.finish', (tx, { job }) => tx.jobs.finish(job)],
  ['jobs.release', (tx, { job }) => tx.jobs.release(job, { runAt: 0, failures: 7 })],
];

function workspacesAreWalls(context: () => Context): void {
  let ids: Ids;
  let others: Tenant;
  beforeEach(async () => {
    const { store, ours } = context();
    const furniture = await furnish(ours);
    others = await addTenant(store);
    const [job] = await claimAll(store);
    if (!job) throw new Error('The job was not claimed.');
    ids = { ...ours, ...furniture, job };
  });

  it.each(READS)('%s shows nothing of another workspace', async (_, read) => {
    const theirs = await read(others.store, ids);
    const own = await read(ids.store, ids);
    expect(theirs).not.toEqual(own);
    const secrets = [ids.workspaceId, ids.keyId, ids.knowledgeBaseId, ids.agentId, ids.sourceId, 'acorn'];
    const shown = JSON.stringify(theirs) ?? '';
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    // Asking from the wrong side first spoils nothing for the owner.
    expect(await read(ids.store, ids)).toEqual(own);
  });

  it.each(WRITES)('%s changes nothing in another workspace, and nobody hears of it', async (_, write) => {
    const { store } = context();
    const before = await readAll(ids, 'acorn');
    const heard = listenTo(store);
    const result = await others.store.transaction((tx) => write(tx, ids)).catch(() => 'refused');
    expect(['refused', false, undefined]).toContain(result);
    expect(await readAll(ids, 'acorn')).toEqual(before);
    expect(await heardAll(others, heard)).toEqual([]);
    expect(await ids.store.transaction((tx) => tx.jobs.finish(ids.job))).toBe(true);
  });

  it('the same ids in two workspaces are two things', async () => {
    const { store } = context();
    const twin = await addTenant(store, ids);
    await furnish(twin, ids.sourceId);
    await search(twin, 'acorn');
    const before = await readAll(ids, 'acorn');
    expect(before.found).toHaveLength(2);
    const wasThere = await twin.store.transaction((tx) =>
      tx.sources.remove({ source_id: ids.sourceId, knowledge_base_id: ids.knowledgeBaseId }),
    );
    expect(wasThere).toBe(true);
    expect(await search(twin, 'acorn')).toEqual([]);
    expect(await readAll(ids, 'acorn')).toEqual(before);
  });

  it('a key is found by its hash whichever workspace it belongs to', async () => {
    const { store } = context();
    const own = await ids.store.keys.find(ids.keyId);
    expect(await store.findKeyByHash(own?.secret_hash ?? '')).toEqual(own);
    expect(await store.findKeyByHash('no such hash')).toBeUndefined();
    expect(await store.workspaceIds()).toEqual([ids.workspaceId, others.workspaceId].sort());
  });
}

/** Touches every table. */
async function changeEverything(tx: WorkspaceTransaction, ours: Tenant, sourceId: SourceId): Promise<void> {
  const { knowledgeBaseId, agentId, keyId } = ours;
  const added = newSource(knowledgeBaseId, { tags: ['tea'] });
  await tx.workspace.update({ name: 'changed' });
  await tx.keys.revoke(keyId, 9);
  await tx.keys.insert(newKey(newId('apiKey')));
  const base = newId('knowledgeBase');
  await tx.knowledgeBases.insert(newKnowledgeBase(base));
  await tx.agents.insert(newAgent(newId('agent')));
  await tx.agents.setKnowledgeBases(agentId, [base, knowledgeBaseId]);
  await tx.sources.insert(added);
  await tx.contents.insertFilePart({
    source_id: added.source_id,
    revision: 1,
    part: 0,
    bytes: Buffer.from('acorn'),
  });
  await writeIndexed(tx, { sourceId: added.source_id, knowledgeBaseId, chunks: ['acorn'], language: 'de' });
  await tx.jobs.insert(newJob(added.source_id));
  await tx.conversations.append(agentId, 'session-2', [newMessage('user', 'Hello')], [], 9);
  await tx.sources.remove({ source_id: sourceId, knowledge_base_id: knowledgeBaseId });
}

function transactions(context: () => Context, options: { isBulky: boolean }): void {
  it('commit all that they write', async () => {
    const { store, ours } = context();
    const { sourceId } = await furnish(ours);
    await search(ours, 'acorn');
    await ours.store.transaction((tx) => changeEverything(tx, ours, sourceId), options);
    const after = await readAll(ours, 'acorn');
    expect(after).toMatchObject({ workspace: { name: 'changed' }, languages: ['de'] });
    expect(after.sources).toHaveLength(1);
    expect(after.found.map((hit) => hit.sourceId)).toEqual([after.sources[0]?.source_id]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([after.sources[0]?.source_id]);
  });

  it.each<[string, (tx: WorkspaceTransaction, ours: Tenant) => Promise<unknown>]>([
    ['the caller throws', () => Promise.reject(new Error('on purpose'))],
    ['a key is there twice', (tx, { keyId }) => tx.keys.insert(newKey(keyId))],
    ['a row belongs to nothing', (tx) => tx.sources.insert(newSource('kb_nowhere'))],
  ])('leave rows, jobs, search and listeners as they were when %s', async (_, fail) => {
    const { store, ours } = context();
    const { sourceId } = await furnish(ours);
    const before = await readAll(ours, 'acorn');
    const heard = listenTo(store);
    const failing = ours.store.transaction(async (tx) => {
      await changeEverything(tx, ours, sourceId);
      await fail(tx, ours);
    }, options);
    await expect(failing).rejects.toThrow();
    expect(await readAll(ours, 'acorn')).toEqual(before);
    expect(await heardAll(ours, heard)).toEqual([]);
    expect((await claimAll(store)).map((job) => job.subject_id)).toEqual([sourceId]);
  });

  it('give what the work returns, and throw what it throws', async () => {
    const { ours } = context();
    expect(await ours.store.transaction(async () => 42, options)).toBe(42);
    const fault = new Error('mine');
    const failing = ours.store.transaction(async () => Promise.reject(fault), options);
    await expect(failing).rejects.toBe(fault);
  });

  it('see their own writes, which others do not see before the commit', async () => {
    const { ours } = context();
    await ours.store.transaction(async (tx) => {
      await tx.workspace.update({ name: 'new' });
      expect((await tx.workspace.get()).name).toBe('new');
      expect((await ours.store.workspace.get()).name).toBe('0');
    }, options);
    expect((await ours.store.workspace.get()).name).toBe('new');
  });

  const increment = (tenant: Tenant, isFailing: boolean, more = options): Promise<void> =>
    tenant.store.transaction(async (tx) => {
      const { name } = await tx.workspace.get();
      await tx.workspace.update({ name: String(Number(name) + 1) });
      if (isFailing) throw new Error('on purpose');
    }, more);

  it('do not interleave: 50 counters at once add up', async () => {
    const { ours } = context();
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        // Every fifth is of the other sort.
        increment(ours, false, index % 5 === 0 ? { isBulky: !options.isBulky } : options),
      ),
    );
    expect((await ours.store.workspace.get()).name).toBe('50');
  });

  it('count only where they succeed, when some of many fail', async () => {
    const { ours } = context();
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => increment(ours, index % 3 === 0)),
    );
    expect(results.filter((result) => result.status === 'rejected')).toHaveLength(20);
    expect((await ours.store.workspace.get()).name).toBe('40');
  });

  it('show readers both halves or none', async () => {
    const { ours } = context();
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; round < 20; round++) {
        await ours.store.transaction(async (tx) => {
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
          await tx.sources.insert(newSource(ours.knowledgeBaseId));
        }, options);
      }
      isDone = true;
    })();
    const counts = new Set<number>();
    while (!isDone) {
      counts.add((await ours.store.sources.ids({})).length);
      await new Promise(setImmediate);
    }
    await writing;
    expect([...counts].filter((count) => count % 2 === 1)).toEqual([]);
    expect((await ours.store.sources.ids({})).length).toBe(40);
  });
}

function notices(context: () => Context): void {
  it('are heard once the transaction is committed, and then show the new rows', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const reads: Promise<unknown>[] = [];
    store.listen((notice) => {
      if (notice.topic === 'source-changed') reads.push(ours.store.sources.find(sourceId));
    });
    await ours.store.transaction(async (tx) => {
      await tx.sources.update(sourceId, { name: 'Renamed' });
      await tx.jobs.insert(newJob(sourceId));
      expect(reads).toEqual([]);
    });
    await vi.waitFor(() => expect(reads).not.toEqual([]));
    expect(await reads[0]).toMatchObject({ name: 'Renamed' });
  });

  it('tell what happened, to every listener, until it stops listening', async () => {
    const { store, ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const [first, second]: [Notice[], Notice[]] = [listenTo(store), []];
    const stopListening = store.listen((notice) => second.push(notice));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.insert(newJob(sourceId));
      await tx.keys.revoke(ours.keyId, 9);
      await tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId });
    });
    const all = [
      { topic: 'job-queued' },
      { topic: 'key-revoked', keyId: ours.keyId },
      { topic: 'job-cancelled', subjectId: sourceId },
      { topic: 'source-changed', sourceId },
    ];
    await vi.waitFor(() => expect(first).toEqual(all));
    await vi.waitFor(() => expect(second).toEqual(all));
    stopListening();
    await heardAll(ours, first);
    expect(second).toEqual(all);
  });
}

function sources(context: () => Context): void {
  it.each([{ isBulky: false }, { isBulky: true }])(
    'remove takes everything along, with %o',
    async (options) => {
      const { store, ours } = context();
      const { sourceId, sessionId } = await furnish(ours);
      const kept = await addIndexed(ours, ['acorn'], { tags: ['tea'] });
      expect(await search(ours, 'acorn')).toHaveLength(3);
      const wasThere = await ours.store.transaction(
        (tx) => tx.sources.remove({ source_id: sourceId, knowledge_base_id: ours.knowledgeBaseId }),
        options,
      );
      expect(await search(ours, 'acorn')).toEqual([{ sourceId: kept, revision: 1, position: 0 }]);
      expect(wasThere).toBe(true);
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.file(sourceId, 1)).toHaveLength(0);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await ours.store.contents.listChunks(sourceId, 1, page)).toEqual([]);
      expect(await claimAll(store)).toEqual([]);
      const [, answer] = await ours.store.conversations.messages(ours.agentId, sessionId, page);
      expect(answer).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
      // What is left under the same id would show when the id comes back.
      await ours.store.transaction(async (tx) => {
        await tx.sources.insert(newSource(ours.knowledgeBaseId, { source_id: sourceId }));
      });
      expect(await ours.store.sources.ids({ tags: ['tea'] })).toEqual([kept]);
      expect(await ours.store.contents.text(sourceId, 1)).toBeUndefined();
      expect(await search(ours, 'acorn')).toHaveLength(1);
    },
  );

  it('removing one twice tells that it was gone', async () => {
    const { ours } = context();
    const source = { source_id: await addIndexed(ours, ['acorn']), knowledge_base_id: ours.knowledgeBaseId };
    const remove = () => ours.store.transaction((tx) => tx.sources.remove(source));
    expect(await Promise.all([remove(), remove()])).toEqual([true, false]);
  });

  it('are filtered by status, knowledge base and any of several tags', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn'], { tags: ['tea', 'sea'] }),
      await addIndexed(ours, ['acorn'], { tags: ['sea'], knowledge_base_id: other }),
      newSource(ours.knowledgeBaseId, { tags: ['ink'] }),
    ];
    await ours.store.transaction((tx) => tx.sources.insert(c));
    const ids = async (filter: Parameters<typeof ours.store.sources.ids>[0]) =>
      (await ours.store.sources.ids(filter)).sort();
    expect(await ids({ tags: ['tea', 'sea'] })).toEqual([a, b].sort());
    expect(await ids({ tags: ['sea'], knowledgeBaseIds: [other] })).toEqual([b]);
    expect(await ids({ status: 'processing' })).toEqual([c.source_id]);
    expect(await ids({ knowledgeBaseIds: [ours.knowledgeBaseId, other] })).toEqual(
      [a, b, c.source_id].sort(),
    );
    await ours.store.transaction((tx) => tx.sources.setTags(a, ['ink']));
    expect(await ids({ tags: ['tea'] })).toEqual([]);
    expect(await ids({ tags: ['ink'] })).toEqual([a, c.source_id].sort());
    const bases = await ours.store.knowledgeBases.list(page);
    expect(bases.map((base) => [base.knowledge_base_id, base.source_count])).toEqual([
      [other, 1],
      [ours.knowledgeBaseId, 2],
    ]);
  });

  it('give the bytes of a revision, or the newest before it, until newer ones replace them', async () => {
    const { ours } = context();
    const sourceId = await addIndexed(ours, ['acorn']);
    const bytesAt = async (revision: number) =>
      Buffer.from(await ours.store.contents.file(sourceId, revision)).toString();
    await ours.store.transaction(async (tx) => {
      for (const part of [1, 0])
        await tx.contents.insertFilePart({
          source_id: sourceId,
          revision: 3,
          part,
          bytes: Buffer.from(`part ${part}.`),
        });
    });
    expect([await bytesAt(1), await bytesAt(2), await bytesAt(3)]).toEqual([
      'acorn',
      'acorn',
      'part 0.part 1.',
    ]);
    const removeBefore = (revision: number) =>
      ours.store.transaction((tx) => tx.contents.removeFilesBefore(sourceId, revision));
    await removeBefore(2);
    expect(await bytesAt(2)).toBe('acorn');
    await removeBefore(4);
    expect([await bytesAt(2), await bytesAt(4)]).toEqual(['', 'part 0.part 1.']);
  });
}

function searching(context: () => Context): void {
  it.each([{ isBulky: false }, { isBulky: true }])(
    'shows the old revision or the new one, never both or neither, with %o',
    async (options) => {
      const { ours } = context();
      const { knowledgeBaseId } = ours;
      const chunks = ['acorn', 'acorn', 'acorn'];
      const sourceId = await addIndexed(ours, chunks);
      let isDone = false;
      const writing = (async () => {
        for (let revision = 2; revision <= 12; revision++)
          await ours.store.transaction(
            (tx) => writeIndexed(tx, { sourceId, knowledgeBaseId, revision, chunks }),
            options,
          );
        isDone = true;
      })();
      while (!isDone) {
        const found = await search(ours, 'acorn');
        expect(found.map((hit) => hit.position)).toEqual([0, 1, 2]);
        expect(new Set(found.map((hit) => hit.revision)).size).toBe(1);
        await new Promise(setImmediate);
      }
      await writing;
      expect(new Set((await search(ours, 'acorn')).map((hit) => hit.revision))).toEqual(new Set([12]));
    },
  );

  it('finds a source as soon as its transaction has returned, and not by its old words', async () => {
    const { ours } = context();
    await search(ours, 'acorn');
    const sourceId = await addIndexed(ours, ['acorn']);
    expect(await search(ours, 'acorn')).toEqual([{ sourceId, revision: 1, position: 0 }]);
    await ours.store.transaction((tx) =>
      writeIndexed(tx, {
        sourceId,
        knowledgeBaseId: ours.knowledgeBaseId,
        revision: 2,
        chunks: ['kettle'],
        language: 'fr',
      }),
    );
    expect(await search(ours, 'acorn')).toEqual([]);
    expect(await search(ours, 'kettle')).toEqual([{ sourceId, revision: 2, position: 0 }]);
    expect(await ours.store.search.languages({ knowledgeBaseIds: [ours.knowledgeBaseId] })).toEqual(['fr']);
  });

  it('stays within the knowledge bases and the sources that are asked for', async () => {
    const { ours } = context();
    const other = newId('knowledgeBase');
    await ours.store.transaction((tx) => tx.knowledgeBases.insert(newKnowledgeBase(other)));
    const [a, b, c] = [
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn']),
      await addIndexed(ours, ['acorn'], { knowledge_base_id: other }),
    ];
    const found = async (knowledgeBaseIds: KnowledgeBaseId[], sourceIds?: string[]) =>
      (
        await search(ours, 'acorn', {
          knowledgeBaseIds,
          ...(sourceIds && { sourceIds: new Set(sourceIds) }),
        })
      ).map((hit) => hit.sourceId);
    const both = [ours.knowledgeBaseId, other];
    expect(await found(both)).toEqual([a, b, c]);
    expect(await found([other])).toEqual([c]);
    expect(await found(both, [b, c])).toEqual([b, c]);
    expect(await found([ours.knowledgeBaseId], [c])).toEqual([]);
    expect(await found(both, ['src_nowhere'])).toEqual([]);
    expect(await found(both, [])).toEqual([]);
    expect(await found([])).toEqual([]);
    expect(await found([newId('knowledgeBase')])).toEqual([]);
  });

  it('gives both scores of a candidate, whichever way found it', async () => {
    const { ours } = context();
    await addIndexed(ours, ['acorn', 'kettle']);
    const scope = { knowledgeBaseIds: [ours.knowledgeBaseId] };
    const [vector, terms] = [new Float32Array(4).fill(1), [{ term: 'kettle', weight: 1 }]];
    const both = await ours.store.search.candidates(scope, { vector, terms, limit: 9 });
    expect(both.map((hit) => [hit.position, hit.bm25 > 0]).sort()).toEqual([
      [0, false],
      [1, true],
    ]);
    for (const { cosine } of both) expect(cosine).toBeCloseTo(1, 2);
    const [byTerm] = await ours.store.search.candidates(scope, { terms, limit: 9 });
    expect(byTerm).toMatchObject({ position: 1, cosine: 0 });
    const byMeaning = await ours.store.search.candidates(scope, { vector, limit: 9 });
    expect(byMeaning.map((hit) => hit.bm25)).toEqual([0, 0]);
  });
}

/** Walks all pages of 4; `between` runs after each. */
async function walk<Key, Row>(
  list: (request: PageRequest<Key>) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
  between: (page: Row[]) => Promise<void> = async () => {},
): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: Key | undefined; ; ) {
    const rows = await list({ limit: 4, after });
    const shown = rows.slice(0, 4);
    all.push(...shown);
    await between(shown);
    const last = shown.at(-1);
    if (rows.length <= 4 || last === undefined) return all;
    after = keyOf(last);
  }
}

function pages(context: () => Context): void {
  const counted = Array.from({ length: 11 }, (_, index) => index);

  it('of sources show each once, newest first, while others come and go', async () => {
    const { ours } = context();
    const { knowledgeBaseId } = ours;
    const ids: SourceId[] = [];
    for (const _ of counted) ids.push(await addIndexed(ours, ['acorn']));
    const shown = await walk(
      (request: PageRequest<SourceId>) => ours.store.sources.list(request),
      (row) => row.source_id,
      async ([first]) => {
        await addIndexed(ours, ['acorn']);
        if (first)
          await ours.store.transaction((tx) =>
            tx.sources.remove({ source_id: first.source_id, knowledge_base_id: knowledgeBaseId }),
          );
      },
    );
    expect(shown.map((row) => row.source_id)).toEqual(ids.toReversed());
  });

  it('of agents, knowledge bases and keys are complete and newest first', async () => {
    const { ours } = context();
    const { store } = ours;
    for (const _ of counted)
      await store.transaction(async (tx) => {
        await tx.agents.insert(newAgent(newId('agent')));
        await tx.knowledgeBases.insert(newKnowledgeBase(newId('knowledgeBase')));
        await tx.keys.insert(newKey(newId('apiKey')));
      });
    const lists = [
      (await walk(store.agents.list, (row) => row.agent_id)).map((row) => row.agent_id),
      (await walk(store.knowledgeBases.list, (row) => row.knowledge_base_id)).map(
        (row) => row.knowledge_base_id,
      ),
      (await walk(store.keys.list, (row) => row.key_id)).map((row) => row.key_id),
    ];
    for (const list of lists) {
      expect(new Set(list).size).toBe(12);
      expect(list).toEqual(list.toSorted().toReversed());
    }
  });

  it('of conversations that were active at the same time show each once', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    for (const index of counted)
      await store.transaction((tx) =>
        tx.conversations.append(agentId, `s${index}`, [newMessage('user', 'Hi')], [], index % 3),
      );
    const shown = await walk<[number, string], { session_id: string; last_activity_at: number }>(
      (request) => store.conversations.list(agentId, request),
      (row) => [row.last_activity_at, row.session_id],
    );
    expect(new Set(shown.map((row) => row.session_id)).size).toBe(counted.length);
    const times = shown.map((row) => row.last_activity_at);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it('of messages and of chunks are in the order of the text', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const texts = counted.map((index) => `acorn ${index}`);
    await store.transaction((tx) =>
      tx.conversations.append(
        agentId,
        's',
        texts.map((text) => newMessage('user', text)),
        [],
        1,
      ),
    );
    const messages = await walk(
      (request: PageRequest<MessageId>) => store.conversations.messages(agentId, 's', request),
      (row) => row.message_id,
    );
    expect(messages.map((row) => row.text)).toEqual(texts);
    const sourceId = await addIndexed(ours, texts);
    const chunks = await walk(
      (request: PageRequest<number>) => store.contents.listChunks(sourceId, 1, request),
      (row) => row.position,
    );
    expect(chunks.map((row) => row.text)).toEqual(texts);
  });
}

function jobs(context: () => Context): void {
  const add = (runAts: number[]): Promise<void> =>
    context().ours.store.transaction(async (tx) => {
      for (const runAt of runAts) await tx.jobs.insert(newJob(`src_${runAt}`, runAt));
    });
  const claim = (now: number, limit = 100, leaseToken: string = newId('request')): Promise<JobRow[]> =>
    context().store.jobs.claim({ now, leaseUntil: now + 100, leaseToken, limit });
  const finish = (job: JobRow): Promise<boolean> =>
    context().ours.store.transaction((tx) => tx.jobs.finish(job));
  const only = async (jobs: Promise<JobRow[]>): Promise<JobRow> => {
    const [job, ...others] = await jobs;
    if (!job || others.length > 0) throw new Error(`Expected one job, not ${job ? others.length + 1 : 0}.`);
    return job;
  };

  it('each go to one claimer, of many that claim at once', async () => {
    await add(Array.from({ length: 60 }, (_, index) => index));
    const claimed = (await Promise.all(Array.from({ length: 30 }, () => claim(1_000, 3)))).flat();
    expect(claimed).toHaveLength(60);
    expect(new Set(claimed.map((job) => job.job_id)).size).toBe(60);
    expect(new Set(claimed.map((job) => job.lease_token)).size).toBe(20);
  });

  it('are claimed in the order in which they are due, not before their time, with their lease', async () => {
    const { store, ours } = context();
    expect(await store.jobs.nextDueAt()).toBeUndefined();
    await add([30, 10, 20, 500]);
    expect(await store.jobs.nextDueAt()).toBe(10);
    expect(await claim(5)).toEqual([]);
    const first = await only(claim(100, 1, 'mine'));
    expect(first).toMatchObject({
      workspace_id: ours.workspaceId,
      kind: 'ingest-source',
      subject_id: 'src_10',
      payload: JSON.stringify({ source_id: 'src_10', revision: 1 }),
      lease_until: 200,
      lease_token: 'mine',
      attempts: 1,
      failures: 0,
      created_at: 10,
    });
    expect((await only(claim(100, 1))).subject_id).toBe('src_20');
    expect((await claim(100)).map((job) => job.subject_id)).toEqual(['src_30']);
    expect(await claim(199)).toEqual([]);
    expect(await store.jobs.nextDueAt()).toBe(200);
  });

  it('come back when their lease runs out; who lost it can neither end, extend nor give back the job', async () => {
    const { store, ours } = context();
    await add([0]);
    const lost = await only(claim(0));
    expect(await claim(99)).toEqual([]);
    const held = await only(claim(100));
    expect(held).toMatchObject({ job_id: lost.job_id, attempts: 2 });
    expect(await finish(lost)).toBe(false);
    expect(await store.jobs.heartbeat([lost], 9_000)).toEqual([]);
    await ours.store.transaction((tx) => tx.jobs.release(lost, { runAt: 0, failures: 5 }));
    expect(await claim(150)).toEqual([]);
    expect(await store.jobs.nextDueAt()).toBe(200);
    expect(await finish(held)).toBe(true);
    expect(await finish(held)).toBe(false);
    expect(await store.jobs.nextDueAt()).toBeUndefined();
  });

  it('stay with who extends the lease', async () => {
    const { store } = context();
    await add([0, 1]);
    const held = await claim(10);
    expect((await store.jobs.heartbeat(held, 1_000)).sort()).toEqual(held.map((job) => job.job_id).sort());
    expect(await claim(999)).toEqual([]);
    expect(await claim(1_000)).toHaveLength(2);
    expect(await store.jobs.heartbeat([], 1_000)).toEqual([]);
  });

  it('that are given back wait for their time and remember their failures', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    await ours.store.transaction((tx) => tx.jobs.release(job, { runAt: 50, failures: 1 }));
    expect(await claim(49)).toEqual([]);
    expect(await only(claim(50))).toMatchObject({ attempts: 2, failures: 1 });
    expect(await finish(job)).toBe(false);
  });

  it('that are cancelled cannot be claimed or finished, and others stay', async () => {
    const { ours } = context();
    await add([0, 1, 2]);
    const job = await only(claim(0));
    await ours.store.transaction(async (tx) => {
      await tx.jobs.cancel('src_0');
      await tx.jobs.cancel('src_2');
    });
    expect(await finish(job)).toBe(false);
    expect((await claim(1_000)).map((row) => row.subject_id)).toEqual(['src_1']);
  });

  it('finished in a transaction that fails are not finished', async () => {
    const { ours } = context();
    await add([0]);
    const job = await only(claim(0));
    const failing = ours.store.transaction(async (tx) => {
      expect(await tx.jobs.finish(job)).toBe(true);
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(await finish(job)).toBe(true);
  });

  it('that are missing for a source in processing are named', async () => {
    const { store, ours } = context();
    const orphan = newSource(ours.knowledgeBaseId, { revision: 3 });
    const queued = newSource(ours.knowledgeBaseId);
    await ours.store.transaction(async (tx) => {
      await tx.sources.insert(orphan);
      await tx.sources.insert(queued);
      await tx.jobs.insert(newJob(queued.source_id));
    });
    await addIndexed(ours, ['acorn']);
    expect(await store.repairs.sourcesWithoutJob()).toEqual([
      { workspace_id: ours.workspaceId, source_id: orphan.source_id, revision: 3 },
    ]);
    expect(await store.repairs.sourcesIndexedOtherwise()).toEqual([]);
  });
}

function settings(context: () => Context): void {
  it('give everybody the value of the first', async () => {
    const { store } = context();
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.settings.getOrCreate('secret', () => `value ${index}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await store.settings.getOrCreate('secret', () => 'late')).toBe(values[0]);
    expect(await store.settings.getOrCreate('other', () => 'another')).toBe('another');
  });
}

function conversations(context: () => Context): void {
  it('count the messages of user and agent, and keep their order', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const append = (now: number, ...messages: ReturnType<typeof newMessage>[]) =>
      store.transaction((tx) => tx.conversations.append(agentId, 's', messages, [], now));
    await append(10, newMessage('welcome', 'W'), newMessage('user', 'A'), newMessage('agent', 'B'));
    await append(20, newMessage('user', 'C'), newMessage('agent', 'D'));
    expect(await store.conversations.find(agentId, 's')).toEqual({
      workspace_id: ours.workspaceId,
      agent_id: agentId,
      session_id: 's',
      message_count: 4,
      started_at: 10,
      last_activity_at: 20,
    });
    const texts = async (rows: Promise<{ text: string }[]>) => (await rows).map((row) => row.text).join('');
    expect(await texts(store.conversations.messages(agentId, 's', page))).toBe('WABCD');
    expect(await texts(store.conversations.recentMessages(agentId, 's', 3))).toBe('BCD');
    expect(await store.conversations.list(agentId, { ...page, sessionId: 'other' })).toEqual([]);
  });

  it('count every turn of turns that come at once', async () => {
    const { store, agentId } = context().ours;
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.transaction((tx) =>
          tx.conversations.append(agentId, 's', [newMessage('user', 'A'), newMessage('agent', 'B')], [], 1),
        ),
      ),
    );
    expect(await store.conversations.find(agentId, 's')).toMatchObject({ message_count: 40 });
    expect(await store.conversations.messages(agentId, 's', page)).toHaveLength(40);
  });

  it('lose what rests on one source, and keep what rests on others', async () => {
    const { ours } = context();
    const [a, b] = [await addIndexed(ours, ['acorn']), await addIndexed(ours, ['kettle'])];
    const { store, agentId } = ours;
    await store.transaction(async (tx) => {
      await tx.conversations.append(agentId, 's', [reply(a)], [a], 1);
      await tx.conversations.append(agentId, 's', [reply(b)], [b], 1);
    });
    await store.transaction((tx) => tx.conversations.redactSource(a));
    const [first, second] = await store.conversations.messages(agentId, 's', page);
    expect(first).toMatchObject({ text: '[removed] Ferries hoot.', sources: '[]', citations: '[]' });
    expect(second?.text).toBe('Kettles whistle. Ferries hoot.');
    expect(JSON.parse(second?.citations ?? '')).toHaveLength(1);
  });

  it('go with their messages, alone or with their agent', async () => {
    const { ours } = context();
    const { store, agentId } = ours;
    const sourceId = await addIndexed(ours, ['acorn']);
    for (const session of ['s', 't'])
      await store.transaction((tx) =>
        tx.conversations.append(agentId, session, [reply(sourceId)], [sourceId], 1),
      );
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(true);
    expect(await store.transaction((tx) => tx.conversations.remove(agentId, 's'))).toBe(false);
    expect(await store.conversations.messages(agentId, 's', page)).toEqual([]);
    expect(await store.conversations.messages(agentId, 't', page)).toHaveLength(1);
    expect(await store.transaction((tx) => tx.agents.remove(agentId))).toBe(true);
    expect(await store.conversations.messages(agentId, 't', page)).toEqual([]);
    expect(await store.sources.find(sourceId)).toBeDefined();
  });
}

function texts(context: () => Context, options: { isBulky: boolean }): void {
  const roundTrip = async (text: string): Promise<(string | undefined)[]> => {
    const { ours } = context();
    const source = newSource(ours.knowledgeBaseId, { name: text.slice(0, 200) });
    const address = { source_id: source.source_id, revision: 1 };
    await ours.store.transaction(async (tx) => {
      await tx.sources.insert(source);
      await tx.contents.insertFilePart({ ...address, part: 0, bytes: Buffer.from(text) });
      await tx.contents.insertText({ ...address, text, outline: '{}' });
    }, options);
    return [
      (await ours.store.sources.find(source.source_id))?.name,
      (await ours.store.contents.text(source.source_id, 1))?.text,
      Buffer.from(await ours.store.contents.file(source.source_id, 1)).toString(),
    ];
  };

  it.each([
    ['empty', ''],
    ['quotes and backslashes', `'"\\%_$1?;--`],
    ['control characters', '\u0001\t\r\n\u001f\u007f\u0085\u2028'],
    ['emoji and flags', '👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿🇺🇳'],
    ['combining marks, not normalised', 'e\u0301 \u00e9 \u1100\u1161 \uac00'],
    ['right to left', '\u202eשלום عربي\u202c'],
    ['a byte order mark and non-characters', '\ufefftext\ufffe\uffff\u{10ffff}'],
  ])('comes back as it was: %s', async (_, text) => {
    expect(await roundTrip(text)).toEqual([text, text, text]);
  });

  it('of 5 MB comes back as it was', async () => {
    const text = 'Zeile 🚢 '.repeat(460_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(5_000_000);
    const [, stored, bytes] = await roundTrip(text);
    expect(stored === text).toBe(true);
    expect(bytes === text).toBe(true);
  });

  it('has U+FFFD in place of each half of a surrogate pair', async () => {
    const text = 'a\ud83db\ude00c\ud800\ud800d';
    expect(await roundTrip(text)).toEqual(Array(3).fill(text.toWellFormed()));
  });
}
