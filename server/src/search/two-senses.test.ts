import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { createEmbedders } from '#models/embedders.ts';
import type { DeepModel, Embedder, Embedders } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import { openStore } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { createFakeDeepModel } from '../../tests/helpers/fake-deep-model.ts';
import { bundledEmbedder, runQueue } from '../../tests/helpers/ingestion-queue.ts';
import { addTenant, newJob, newSource, type Tenant } from '../../tests/storage-contract/tenant.ts';
import { findMatches } from './find-matches.ts';
import { search } from './search.ts';
import type { SearchRequest } from './search-request.ts';

const HERON = 'A heron waits in the shallow water. It swallows a small fish whole.';
const KETTLE = 'The copper kettle of the keeper whistles at four. Error ERR-4711 means that it is empty.';
const BREAD = 'Sourdough rises overnight in a cool larder. It is baked at dawn.';

const SWALLOWS = 'It swallows a small fish whole.';

/** The deep model takes this question for one about the second sentence of HERON. */
const RIDDLE = 'Which bird eats its prey unchewed?';

let instant: Embedder;
let deepModel: DeepModel;
beforeAll(async () => {
  instant = await bundledEmbedder();
  const plain = createFakeDeepModel();
  const riddle = await plain.embedQuery(`${HERON} ${SWALLOWS}`);
  const vectors = new Map<string, Float32Array | undefined>([[RIDDLE, riddle]]);
  for (const text of [KETTLE, BREAD, 'ERR-4711', 'larder']) vectors.set(text, await plain.embedQuery(text));
  deepModel = createFakeDeepModel({ queryVector: (text) => vectors.get(text) ?? riddle });
});

const embeddersWith = (model: DeepModel): Embedders =>
  createEmbedders(instant, [], { name: model.name, deepModel: model, instant });

let store: Store;
let tenant: Tenant;
beforeEach(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-senses-'));
  store = await openStore({ dataDir, environment: 'live', indexMemoryBytes: 1e9, isOnlyServer: true });
  tenant = await addTenant(store, undefined, createEmbedders(instant).indexVersionFor(null));
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
  await runQueue(store, createEmbedders(instant));
  return source.source_id;
}

/** Writes what the deep model reads in a source, with a block for each sentence. */
async function understand(sourceId: SourceId, text: string): Promise<void> {
  const end = text.indexOf('.') + 1;
  const spans = [
    { start: 0, end },
    { start: end + 1, end: text.length },
  ];
  const { passage, blocks } = await deepModel.embedPassage(text, spans);
  const none = new Float32Array();
  const chunk = {
    vector: passage,
    blocks: spans.map((span, i) => ({ ...span, vector: blocks[i] ?? none })),
  };
  await tenant.store.transaction((tx) =>
    tx.understanding.write({
      sourceId,
      revision: 1,
      knowledgeBaseId: tenant.knowledgeBaseId,
      modelId: deepModel.id,
      firstPosition: 0,
      chunks: [chunk],
    }),
  );
}

const ask = (query: string, more: Partial<SearchRequest> = {}, model = deepModel) =>
  search({ models: { embedders: embeddersWith(model), reranker: undefined } }, tenant.store, {
    query,
    searchType: 'hybrid',
    limit: 5,
    ...more,
  });

describe('search with a deep model', () => {
  it.each(['semantic', 'hybrid'] as const)(
    'finds a text that shares no word with the question once it is understood: %s',
    async (searchType) => {
      const heron = await add(HERON);
      for (const text of [KETTLE, BREAD]) await understand(await add(text), text);
      const [before] = (await ask(RIDDLE, { searchType })).hits.filter(
        ({ chunk }) => chunk.source_id === heron,
      );
      await understand(heron, HERON);
      const { hits, isDegraded } = await ask(RIDDLE, { searchType });
      expect(hits[0]?.chunk.source_id).toBe(heron);
      expect(hits[0]?.candidate).toMatchObject({ sense: 'deep', deepQuery: { modelId: deepModel.id } });
      expect(hits[0]?.score).toBeGreaterThan(before?.score ?? 0);
      expect(isDegraded).toBe(false);
    },
  );

  it('finds what is not understood yet beside what is', async () => {
    await understand(await add(HERON), HERON);
    const bread = await add(BREAD);
    const { hits } = await ask('larder');
    expect(hits[0]?.chunk.source_id).toBe(bread);
    expect(hits[0]?.candidate.sense).toBe('instant');
    expect(hits.map(({ candidate }) => candidate.sense)).toContain('deep');
  });

  it('puts the passage with an exact code first, however near others are', async () => {
    const kettle = await add(KETTLE);
    await understand(kettle, KETTLE);
    for (const text of [HERON, BREAD]) await understand(await add(text), text);
    // To the deep model, the code is a little more like bread, as far as its cosines differ.
    const none = new Float32Array();
    const [bread = none, right = none] = [
      await deepModel.embedQuery(BREAD),
      await deepModel.embedQuery(KETTLE),
    ];
    const between = bread.map((value, d) => 0.75 * value + 0.66 * (right[d] ?? 0));
    const misled = createFakeDeepModel({ queryVector: () => between });
    const { hits } = await ask('ERR-4711', {}, misled);
    expect(hits[0]?.chunk.source_id).toBe(kettle);
  });

  it('measures questions in a language that no source is in by another curve', async () => {
    for (const text of [HERON, BREAD]) await understand(await add(text), text);
    const { hits } = await ask('Welcher Vogel frisst seine Beute, ohne sie zu kauen?');
    expect(hits.map(({ candidate }) => candidate.sense)).toEqual(['foreign', 'foreign']);
  });

  it('measures each text of a collection of several languages by its own', async () => {
    const fuchs =
      'Der Fuchs frisst seine Beute am Rand des Waldes, und die Jungen warten in ihrem Bau auf ihn.';
    for (const text of [HERON, fuchs]) await understand(await add(text), text);
    const { hits } = await ask('Welcher Vogel frisst seine Beute, ohne sie zu kauen?');
    const senses = hits.map(({ chunk, candidate }) => [chunk.text === fuchs, candidate.sense]);
    expect(senses.sort()).toEqual([
      [false, 'foreign'],
      [true, 'deep'],
    ]);
  });

  it('does not find by what was read of a knowledge base that has chosen the instant pass since', async () => {
    await understand(await add(HERON), HERON);
    await tenant.store.transaction((tx) =>
      tx.knowledgeBases.update(tenant.knowledgeBaseId, { embedding_choice: instant.name }),
    );
    const { hits } = await ask(RIDDLE);
    expect(hits.map(({ candidate }) => candidate.sense)).toEqual(['instant']);
  });

  it('does not ask the deep model for keywords', async () => {
    await understand(await add(BREAD), BREAD);
    const refusing: DeepModel = {
      ...deepModel,
      embedQuery: () => Promise.reject(new Error('A keyword search asked the deep model.')),
    };
    const { hits, isDegraded } = await ask('larder', { searchType: 'keyword' }, refusing);
    expect([hits.length, isDegraded]).toEqual([1, false]);
  });
});

describe('a deep model that has no time', () => {
  const busy = createFakeDeepModel({ queryVector: () => undefined });

  it('leaves the search to the instant model, and marks it as degraded', async () => {
    const bread = await add(BREAD);
    expect((await ask('larder', {}, busy)).isDegraded).toBe(false);
    await understand(bread, BREAD);
    const { hits, isDegraded, failures } = await ask('larder', {}, busy);
    expect(hits[0]?.chunk.source_id).toBe(bread);
    expect(hits[0]?.candidate.sense).toBe('instant');
    expect([isDegraded, failures]).toEqual([true, []]);
  });

  it('or cannot be loaded does so too, and names the reason', async () => {
    await understand(await add(BREAD), BREAD);
    const failure = new ModelError('Its weights are damaged.', { isRetryable: false });
    const broken: DeepModel = { ...deepModel, embedQuery: () => Promise.reject(failure) };
    const { hits, isDegraded, failures } = await ask('larder', {}, broken);
    expect([hits.length, isDegraded, failures]).toEqual([1, true, [failure]]);
  });
});

describe('matches', () => {
  it.each(['semantic', 'hybrid'] as const)(
    'are the nearest block of a hit that shares no word with the question: %s',
    async (searchType) => {
      await understand(await add(HERON), HERON);
      const { hits } = await ask(RIDDLE, { searchType });
      const [[match, ...others] = []] = await findMatches(tenant.store, hits);
      expect(HERON.slice(match?.start, match?.end)).toBe(SWALLOWS);
      expect(others).toEqual([]);
    },
  );

  it('are the words where there are some', async () => {
    await understand(await add(BREAD), BREAD);
    const { hits } = await ask('larder');
    const [[match] = []] = await findMatches(tenant.store, hits);
    expect(BREAD.slice(match?.start, match?.end)).toBe('larder');
  });

  it('are none until the text is understood', async () => {
    await add(HERON);
    const { hits } = await ask(RIDDLE, { searchType: 'semantic' });
    expect(await findMatches(tenant.store, hits)).toEqual([[]]);
  });
});
