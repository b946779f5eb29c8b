import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { runJobs } from '#jobs/run-jobs.ts';
import type { SourceId } from '#lib/ids.ts';
import { createEmbedders } from '#models/embedders.ts';
import type { DeepModel, Embedder, Embedders } from '#models/model.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { SKIPPED } from '#storage/tables.ts';
import { createFakeDeepModel } from '../../../tests/helpers/fake-deep-model.ts';
import { bundledEmbedder, clock } from '../../../tests/helpers/ingestion-queue.ts';
import { newDataDir, removeDataDir } from '../../../tests/helpers/test-storage.ts';
import { addIndexed, addTenant, type Tenant } from '../../../tests/storage-contract/tenant.ts';
import { repairUnderstanding } from './repair-understanding.ts';
import { failUnderstanding, understandSources } from './understand-sources.ts';

let instant: Embedder;
beforeAll(async () => {
  instant = await bundledEmbedder();
});

let store: Store;
let tenant: Tenant;
/** The texts in the order in which the model began to read them. */
let seen: string[];
/** Awaited before the model reads a text. */
let beforeText: (text: string) => Promise<void>;
let model: DeepModel;
let embedders: Embedders;
let deepChunksMax: number;
const logged: { msg: string }[] = [];
const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line)) });

const withModel = (deepModel: DeepModel | undefined): Embedders =>
  createEmbedders(instant, [], { name: 'multilingual-e5-small', deepModel, instant });
const fakeModel = (id?: string): DeepModel =>
  createFakeDeepModel({
    ...(id && { id }),
    beforePassage: async (text) => {
      seen.push(text);
      await beforeText(text);
    },
  });

beforeEach(async () => {
  const dataDir = newDataDir();
  store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  seen = [];
  beforeText = async () => {};
  logged.length = 0;
  deepChunksMax = 1_000;
  model = fakeModel();
  embedders = withModel(model);
  tenant = await addTenant(store, undefined, embedders.indexVersionFor(null));
  onTestFinished(async () => {
    await store.close();
    await removeDataDir(dataDir);
  });
});

const settings = () => ({
  clock,
  log,
  config: { ...readConfig({}), DEEP_CHUNKS_MAX: deepChunksMax },
  models: { embedders, reranker: undefined, chatModel: undefined },
});
/** Starts what runs at each start of the service and each minute. */
const repair = (): Promise<void> => repairUnderstanding({ ...settings(), store });

/** Begins to run what is queued. */
function start({ isRetryable = true } = {}): { stop(): Promise<void> } {
  const services = { ...settings(), giveWay: async () => {}, onRead: () => {} };
  const runner = runJobs({
    store,
    clock,
    log,
    lane: 'deep',
    handlers: {
      'understand-sources': {
        run: (job) => understandSources(services, job),
        onFailure: (job, error) => failUnderstanding(services, job, error),
        isRetryable: () => isRetryable,
      },
    },
    concurrency: 1,
    maxAttempts: 3,
    leaseMs: 60_000,
  });
  onTestFinished(() => runner.stop());
  return runner;
}

/** Runs what is queued until nothing is. */
async function readAll(): Promise<void> {
  await repair();
  const runner = start();
  await expect.poll(() => store.jobs.nextDueAt('deep')).toBeUndefined();
  await runner.stop();
}

const texts = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, position) => `${name}${position}`);
const add = (name: string, count: number, indexedAt: number, owner = tenant): Promise<SourceId> =>
  addIndexed(owner, texts(name, count), { indexed_at: indexedAt });
const find = async (id: SourceId) => {
  const row = await tenant.store.sources.find(id);
  return { understood_by: row?.understood_by, understood_chunks: row?.understood_chunks };
};
const done = (chunks: number) => ({ understood_by: model.id, understood_chunks: chunks });

const choose = (embedding_choice: string | null) =>
  tenant.store.transaction((tx) => tx.knowledgeBases.update(tenant.knowledgeBaseId, { embedding_choice }));

describe('the job that reads sources', () => {
  it('reads every chunk of every source, and its blocks', async () => {
    const long = await add('a', 40, 1);
    const short = await addIndexed(tenant, ['First part.\n\n- one\n- two'], { indexed_at: 2 });
    await readAll();
    expect(await find(long)).toEqual(done(40));
    expect(await find(short)).toEqual(done(1));
    expect(seen.toSorted()).toEqual([...texts('a', 40), 'First part.\n\n- one\n- two'].toSorted());
    expect(
      await tenant.store.understanding.vectorsOf({ sourceId: long, revision: 1 }, model.id),
    ).toHaveLength(40);
    const [blocks] = await tenant.store.understanding.blocksOf(
      [{ sourceId: short, revision: 1, position: 0 }],
      model.id,
    );
    expect(blocks?.map(({ start, end }) => [start, end])).toEqual([
      [0, 11],
      [13, 18],
      [19, 24],
    ]);
  });

  it('reads the newest source first, also one that comes while an older one is being read', async () => {
    await add('old', 20, 1);
    await add('new', 3, 2);
    let isAdded = false;
    beforeText = async (text) => {
      if (text !== 'old0' || isAdded) return;
      isAdded = true;
      await add('newest', 2, 3);
    };
    await readAll();
    expect(seen).toEqual([
      ...texts('new', 3),
      ...texts('old', 13),
      ...texts('newest', 2),
      ...texts('old', 20).slice(13),
    ]);
  });

  it('goes on after what was committed when it is interrupted', async () => {
    const id = await add('a', 40, 1);
    const { promise: hung, resolve: reached } = Promise.withResolvers<void>();
    beforeText = async (text) => {
      if (text !== 'a20') return;
      reached();
      // As a process that is killed: this batch never ends.
      await new Promise(() => {});
    };
    await repair();
    const [killed] = await store.jobs.claim({
      lane: 'deep',
      now: clock.now(),
      leaseUntil: 1,
      leaseToken: 'killed',
      limit: 1,
    });
    if (!killed) throw new Error('No job was queued.');
    const services = { ...settings(), giveWay: async () => {}, onRead: () => {} };
    const { signal } = new AbortController();
    void understandSources(services, { row: killed, payload: {}, store: tenant.store, signal });
    await hung;
    expect(await find(id)).toEqual({ understood_by: null, understood_chunks: 16 });

    seen = [];
    beforeText = async () => {};
    await readAll();
    expect(await find(id)).toEqual(done(40));
    expect(seen).toEqual(texts('a', 40).slice(16));
  });

  it('writes nothing of a source that is replaced or removed while it is being read', async () => {
    const replaced = await add('replaced', 1, 2);
    const removed = await add('removed', 1, 1);
    beforeText = async (text) => {
      if (text === 'replaced0')
        await tenant.store.transaction((tx) =>
          tx.sources.update(replaced, { revision: 2, indexed_revision: 2, chunk_count: 0 }),
        );
      if (text === 'removed0')
        await tenant.store.transaction((tx) =>
          tx.sources.remove({ source_id: removed, knowledge_base_id: tenant.knowledgeBaseId }),
        );
    };
    await readAll();
    expect(await find(replaced)).toEqual(done(0));
    expect(await tenant.store.understanding.vectorsOf({ sourceId: replaced, revision: 1 }, model.id)).toEqual(
      [],
    );
    expect(await find(removed)).toEqual({});
  });

  it('starts again with a source whose vectors are removed while a later part of it is being read', async () => {
    const id = await add('a', 40, 1);
    let isRemoved = false;
    beforeText = async (text) => {
      if (text !== 'a35' || isRemoved) return;
      isRemoved = true;
      // As when a newer version of the service cuts the text of a source that gets a new name.
      await tenant.store.transaction(async (tx) => {
        await tx.understanding.remove({ sourceId: id, knowledgeBaseId: tenant.knowledgeBaseId });
        await tx.sources.update(id, { understood_by: null, understood_chunks: 0 });
      });
    };
    await readAll();
    expect(logged).toEqual([]);
    expect(await find(id)).toEqual(done(40));
    expect(seen).toEqual([...texts('a', 40), ...texts('a', 40)]);
    expect(await tenant.store.understanding.vectorsOf({ sourceId: id, revision: 1 }, model.id)).toHaveLength(
      40,
    );
  });

  it('takes turns between workspaces', async () => {
    const other = await addTenant(store, undefined, embedders.indexVersionFor(null));
    await add('ours', 300, 1);
    await add('theirs', 300, 1, other);
    await readAll();
    const owners = seen.map((text) => text.replace(/\d+$/, ''));
    const turns = owners.filter((owner, index) => owner !== owners[index - 1]);
    expect(turns).toHaveLength(6);
    expect(new Set(turns)).toEqual(new Set(['ours', 'theirs']));
  });

  it('gives way before each batch', async () => {
    await add('a', 40, 1);
    await repair();
    const [row] = await store.jobs.claim({
      lane: 'deep',
      now: clock.now(),
      leaseUntil: clock.now() + 60_000,
      leaseToken: 'held',
      limit: 1,
    });
    if (!row) throw new Error('No job was queued.');
    const readBefore: number[] = [];
    const giveWay = async () => void readBefore.push(seen.length);
    const { signal } = new AbortController();
    const services = { ...settings(), giveWay, onRead: () => {} };
    await understandSources(services, { row, payload: {}, store: tenant.store, signal });
    expect(readBefore).toEqual([0, 16, 32, 40]);
  });

  it('tries again when the model fails, and fails no source', async () => {
    const id = await add('a', 2, 1);
    let failures = 0;
    beforeText = async () => {
      failures += 1;
      throw new Error('The model ran out of memory.');
    };
    await repair();
    const runner = start({ isRetryable: false });
    await expect
      .poll(() => logged.map(({ msg }) => msg))
      .toContain('the deep model could not read the sources');
    await expect
      .poll(async () => ((await store.jobs.nextDueAt('deep')) ?? 0) > clock.now() + 60_000)
      .toBe(true);
    await runner.stop();
    expect(failures).toBeGreaterThan(0);
    expect(await tenant.store.sources.find(id)).toMatchObject({ status: 'indexed', understood_by: null });
  });

  it('leaves a chunk that the model cannot read to the instant pass, and reads all others', async () => {
    const old = await add('old', 20, 1);
    const odd = await addIndexed(tenant, ['odd0', 'harmful', 'odd2'], { indexed_at: 2 });
    const newest = await add('new', 15, 3);
    beforeText = async (text) => {
      if (text === 'harmful') throw new Error('The model cannot read this.');
    };
    await readAll();
    expect([await find(old), await find(odd), await find(newest)]).toEqual([done(20), done(3), done(15)]);
    const { understanding } = tenant.store;
    const vectors = await understanding.vectorsOf({ sourceId: odd, revision: 1 }, model.id);
    expect(vectors.map(({ scale }) => scale > 0)).toEqual([true, false, true]);
    const harmful = { sourceId: odd, revision: 1, position: 1 };
    expect(await understanding.blocksOf([harmful], model.id)).toEqual([[]]);
    expect(logged).toMatchObject([
      { source_id: odd, position: 1, err: { message: 'The model cannot read this.' } },
    ]);
  });

  it('reads nothing in a knowledge base that chose the instant pass', async () => {
    const id = await add('a', 2, 1);
    await choose(instant.name);
    await readAll();
    expect(seen).toEqual([]);
    expect(await find(id)).toEqual({ understood_by: null, understood_chunks: 0 });
  });

  it('stops when the knowledge base chooses the instant pass meanwhile, and goes on when it chooses both', async () => {
    const id = await add('a', 40, 1);
    beforeText = async (text) => {
      if (text === 'a15') await choose(instant.name);
    };
    await readAll();
    expect(await find(id)).toEqual({ understood_by: null, understood_chunks: 16 });
    await choose(null);
    await readAll();
    expect(await find(id)).toEqual(done(40));
    expect(seen).toEqual(texts('a', 40));
  });

  it('keeps what it has read while the service runs without the model', async () => {
    const id = await add('a', 20, 1);
    await readAll();
    embedders = withModel(undefined);
    const later = await add('b', 1, 2);
    await readAll();
    expect(seen).toEqual(texts('a', 20));
    embedders = withModel(model);
    await readAll();
    expect(seen).toEqual([...texts('a', 20), 'b0']);
    expect([await find(id), await find(later)]).toEqual([done(20), done(1)]);
  });

  it('reads everything again with another model, also what the first had only begun', async () => {
    const whole = await add('a', 3, 2);
    const begun = await add('b', 20, 1);
    beforeText = async (text) => {
      if (text === 'b12') await choose(instant.name);
    };
    await readAll();
    expect(await find(begun)).toEqual({ understood_by: null, understood_chunks: 13 });
    beforeText = async () => {};
    await choose(null);
    model = fakeModel('fake-deep/2');
    embedders = withModel(model);
    seen = [];
    await readAll();
    expect(seen.toSorted()).toEqual([...texts('a', 3), ...texts('b', 20)].toSorted());
    expect([await find(whole), await find(begun)]).toEqual([done(3), done(20)]);
    expect(
      await tenant.store.understanding.vectorsOf({ sourceId: whole, revision: 1 }, 'fake-deep/1'),
    ).toEqual([]);
  });
});

describe('DEEP_CHUNKS_MAX', () => {
  it('leaves sources beyond it to the instant pass, and says so', async () => {
    const old = await add('old', 6, 1);
    const large = await add('large', 30, 2);
    const newest = await add('new', 4, 3);
    deepChunksMax = 12;
    await readAll();
    expect(await find(newest)).toEqual(done(4));
    expect(await find(large)).toEqual({ understood_by: SKIPPED, understood_chunks: 0 });
    expect(await find(old)).toEqual(done(6));
    expect(logged.map(({ msg }) => msg).join()).toContain('DEEP_CHUNKS_MAX');
  });

  it('takes skipped sources up again when a deletion has made room for one', async () => {
    const first = await add('first', 6, 2);
    const second = await add('second', 6, 1);
    deepChunksMax = 10;
    await readAll();
    expect(await find(second)).toEqual({ understood_by: SKIPPED, understood_chunks: 0 });
    await readAll();
    expect(await find(second)).toEqual({ understood_by: SKIPPED, understood_chunks: 0 });
    await tenant.store.transaction((tx) =>
      tx.sources.remove({ source_id: first, knowledge_base_id: tenant.knowledgeBaseId }),
    );
    await readAll();
    expect(await find(second)).toEqual(done(6));
  });

  it('does not count what another model has read', async () => {
    const id = await add('a', 8, 1);
    deepChunksMax = 8;
    await readAll();
    model = fakeModel('fake-deep/2');
    embedders = withModel(model);
    await readAll();
    expect(await find(id)).toEqual(done(8));
  });

  it('0 reads nothing', async () => {
    const id = await add('a', 1, 1);
    deepChunksMax = 0;
    await readAll();
    expect(seen).toEqual([]);
    expect(await find(id)).toEqual({ understood_by: SKIPPED, understood_chunks: 0 });
  });
});
