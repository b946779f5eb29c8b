import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { repairSources } from '#ingestion/repair-sources.ts';
import { newId, type SourceId } from '#lib/ids.ts';
import { createEmbedders } from '#models/embedders.ts';
import type { Embedder, Embedders } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { search } from '#search/search.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { bundledEmbedder, clock, log, runQueue, startQueue } from '../../../tests/helpers/ingestion-queue.ts';
import { segmentOf } from '../../../tests/storage-contract/segment-of.ts';
import { addTenant, newJob, newSource, type Tenant } from '../../../tests/storage-contract/tenant.ts';

const texts = [
  'The copper kettle of the lighthouse keeper whistles at four every afternoon.',
  'Sourdough bread rises overnight in a cool larder before it is baked.',
  'A heron waits in the shallow water until a small fish swims by.',
];

let bundled: Embedder;
/** The first half of the vector, to simulate another model with other dimensions. */
let half: Embedder;
beforeAll(async () => {
  bundled = await bundledEmbedder();
  const halved = (vector: Float32Array): Float32Array => {
    const first = vector.slice(0, vector.length / 2);
    const norm = Math.hypot(...first) || 1;
    return first.map((value) => value / norm);
  };
  half = {
    id: 'half',
    name: 'half',
    embedQuery: async (text) => {
      const query = await bundled.embedQuery(text);
      return { ...query, vector: halved(query.vector) };
    },
    embedPassages: async (passages) => (await bundled.embedPassages(passages)).map(halved),
  };
});

let store: Store;
let tenant: Tenant;
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-build-'));
  store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  tenant = await addTenant(store, undefined, createEmbedders(bundled).indexVersionFor(null));
  onTestFinished(async () => {
    await store.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

async function add(text: string): Promise<SourceId> {
  const source = newSource(tenant.knowledgeBaseId);
  await tenant.store.transaction(async (tx) => {
    await tx.sources.insert(source);
    await tx.contents.insertFile(source.source_id, 1, [Buffer.from(text)]);
    await tx.jobs.insert(newJob(source.source_id));
  });
  return source.source_id;
}

/** Starts the service with these models. */
const switchTo = (embedders: Embedders) => repairSources({ store, clock, log, models: { embedders } });
const find = async (query: string, embedders: Embedders): Promise<SourceId[]> => {
  const request = { query, searchType: 'semantic' as const, limit: 1 };
  const { hits } = await search({ models: { embedders, reranker: undefined } }, tenant.store, request);
  return hits.map(({ chunk }) => chunk.source_id);
};
const base = async () => await tenant.store.knowledgeBases.find(tenant.knowledgeBaseId);

describe('a knowledge base that switches to another model', () => {
  it('answers from the old index until each source is in the new one', async () => {
    const before = createEmbedders(bundled, [half]);
    const ids = [];
    for (const text of texts) ids.push(await add(text));
    await runQueue(store, before);
    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    expect(await base()).toMatchObject({ index_version: before.indexVersionFor(null) });
    for (const [index, text] of texts.entries()) expect(await find(text, after)).toEqual([ids[index]]);

    await runQueue(store, after);
    expect(await base()).toMatchObject({ index_version: after.indexVersionFor(null) });
    for (const [index, text] of texts.entries()) expect(await find(text, after)).toEqual([ids[index]]);
    // The sources themselves are unchanged.
    const source = await tenant.store.sources.find(ids[0] as SourceId);
    expect(source).toMatchObject({ status: 'indexed', revision: 1, indexed_revision: 1 });
  });

  it('never fails a query or misses an existing source', async () => {
    const before = createEmbedders(bundled, [half]);
    const ids = [];
    for (let i = 0; i < 40; i++) ids.push(await add(`Number ${i}. ${texts[i % 3]}`));
    await runQueue(store, before);
    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    const queue = startQueue(store, after);
    let asked = 0;
    while ((await base())?.index_version !== after.indexVersionFor(null)) {
      await new Promise(setImmediate);
      const at = asked++ % ids.length;
      expect(await find(`Number ${at}. ${texts[at % 3]}`, after)).toEqual([ids[at]]);
    }
    await queue.stop();
    expect(asked).toBeGreaterThan(3);
    expect(await find(`Number 7. ${texts[1]}`, after)).toEqual([ids[7]]);
  });

  it('includes sources that are added, replaced or deleted during the build', async () => {
    const before = createEmbedders(bundled, [half]);
    const [kettle, bread] = [await add(texts[0] ?? ''), await add(texts[1] ?? '')];
    await runQueue(store, before);
    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    const heron = await add(texts[2] ?? '');
    await tenant.store.transaction(async (tx) => {
      await tx.sources.remove({ source_id: kettle, knowledge_base_id: tenant.knowledgeBaseId });
      await tx.sources.update(bread, { revision: 2, status: 'processing' });
      await tx.contents.insertFile(bread, 2, [Buffer.from('Rye bread keeps for a week.')]);
      await tx.jobs.insert({ ...newJob(bread), payload: JSON.stringify({ source_id: bread, revision: 2 }) });
    });
    await runQueue(store, after);
    expect((await base())?.index_version).toBe(after.indexVersionFor(null));
    expect(await find('Rye bread keeps for a week.', after)).toEqual([bread]);
    expect(await find(texts[2] ?? '', after)).toEqual([heron]);
    expect(await find(texts[0] ?? '', after)).not.toEqual([kettle]);
  });

  it('switches without any sources', async () => {
    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    await runQueue(store, after);
    expect(await base()).toMatchObject({ index_version: after.indexVersionFor(null) });
    expect(await store.jobs.nextDueAt('compute')).toBeUndefined();
  });

  it('discards the new index when the current model is chosen again', async () => {
    const before = createEmbedders(bundled, [half]);
    const id = await add(texts[0] ?? '');
    await runQueue(store, before);
    const after = createEmbedders(half, [bundled]);
    const { knowledgeBaseId } = tenant;
    const change = { knowledgeBaseId, from: before.indexVersionFor(null), to: after.indexVersionFor(null) };
    await tenant.store.transaction(async (tx) => {
      const address = { knowledgeBaseId, sourceId: id, revision: 1, indexVersion: change.to };
      await tx.segments.write([{ ...address, ...segmentOf(['half', 'built']) }]);
    });
    await switchTo(after);
    await runQueue(store, before);
    expect(await base()).toMatchObject({ index_version: before.indexVersionFor(null) });
    expect(await tenant.store.segments.shareDone(change)).toBe(0);
    expect(await find(texts[0] ?? '', before)).toEqual([id]);
  });

  it('reports a failed build, keeps answering, and resumes on its own', async () => {
    const before = createEmbedders(bundled, [half]);
    const id = await add(texts[0] ?? '');
    await runQueue(store, before);
    const down: Embedder = {
      ...half,
      embedPassages: () => Promise.reject(new ModelError('half is down.', { isRetryable: true })),
    };
    const broken = createEmbedders(down, [bundled]);
    await switchTo(broken);
    await runQueue(store, broken);
    expect(await base()).toMatchObject({ index_error: 'half is down.' });
    expect(await find(texts[0] ?? '', broken)).toEqual([id]);

    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    await runQueue(store, after);
    expect(await base()).toMatchObject({
      index_version: after.indexVersionFor(null),
      index_error: null,
    });
    expect(await find(texts[0] ?? '', after)).toEqual([id]);
  });

  it('resumes a build after a crash', async () => {
    const before = createEmbedders(bundled, [half]);
    for (const text of texts) await add(text);
    await runQueue(store, before);
    const after = createEmbedders(half, [bundled]);
    await switchTo(after);
    const claim = { lane: 'compute' as const, leaseToken: newId('request'), limit: 9 };
    expect(await store.jobs.claim({ ...claim, now: clock.now(), leaseUntil: clock.now() + 50 })).toHaveLength(
      1,
    );
    await runQueue(store, after);
    expect((await base())?.index_version).toBe(after.indexVersionFor(null));
  });

  it('uses only keyword search while its model is not configured, and indexes for the next one', async () => {
    const before = createEmbedders(bundled);
    const id = await add(texts[0] ?? '');
    await runQueue(store, before);
    const after = createEmbedders(half);
    await switchTo(after);
    const request = { query: 'copper kettle', searchType: 'hybrid' as const, limit: 1 };
    const { hits } = await search(
      { models: { embedders: after, reranker: undefined } },
      tenant.store,
      request,
    );
    expect(hits.map(({ chunk }) => chunk.source_id)).toEqual([id]);
    const heron = await add(texts[2] ?? '');
    await runQueue(store, after);
    expect(await find(texts[2] ?? '', after)).toEqual([heron]);
    expect(await find(texts[0] ?? '', after)).toEqual([id]);
  });
});
