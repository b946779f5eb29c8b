import type { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { SourceId } from '#lib/ids.ts';
import { buildSegment } from '#segment/segment-builder.ts';
import type { Candidate } from '#storage/engine.ts';
import {
  createSearchIndex,
  type IndexRequest,
  type SearchIndex,
  searchIndexes,
  searchOnThreads,
} from './search-index.ts';
import { SearchThreads } from './search-threads.ts';

const DIMENSIONS = 8;
const WORDS = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox', 'gnu', 'hen', 'ibis', 'jay'];

/** All rows go to threads, however few they are. */
const threads = new SearchThreads({ most: 2, ownRows: 0 });
afterAll(() => threads.close());

/** A source of some chunks that depend on its seed. */
function add(index: SearchIndex, name: string, seed: number, revision = 1): void {
  const random = numbersFrom(seed);
  const chunks = Array.from({ length: 1 + (random() % 20) }, () => {
    const terms = new Map<string, number>();
    for (let i = 0; i < 6; i++) terms.set(WORDS[random() % WORDS.length] ?? '', 1 + (random() % 3));
    return { terms, length: 6 + (random() % 9) };
  });
  const vectors = Float32Array.from({ length: chunks.length * DIMENSIONS }, () => (random() % 7) - 3);
  index.add(
    { sourceId: `src_${name}` as SourceId, revision, changeNo: revision },
    buildSegment({ dimensions: DIMENSIONS, vectors, language: 'en', chunks }),
  );
}

function numbersFrom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 16;
  };
}

const inOrder = (found: readonly Candidate[]): Candidate[] =>
  found.toSorted((a, b) =>
    a.sourceId < b.sourceId ? -1 : a.sourceId > b.sourceId ? 1 : a.position - b.position,
  );

const request = fc.record({
  queryVector: fc
    .array(fc.integer({ min: -3, max: 3 }), { minLength: DIMENSIONS, maxLength: DIMENSIONS })
    .map((numbers) => Float32Array.from(numbers)),
  queryTerms: fc.uniqueArray(
    fc.record({ term: fc.constantFrom(...WORDS), weight: fc.constantFrom(1, 0.5) }),
    {
      selector: ({ term }) => term,
      maxLength: 4,
    },
  ),
  limit: fc.integer({ min: 1, max: 40 }),
  hidden: fc.uniqueArray(fc.nat(60), { maxLength: 9 }),
});

const ids = (numbers: readonly number[]): Set<string> => new Set(numbers.map((number) => `src_${number}`));

it('threads find what the main thread finds, in one index or several', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9_999), { minLength: 1, maxLength: 60 }),
      fc.array(request, { minLength: 1, maxLength: 6 }),
      async (seeds, requests) => {
        const indexes = [createSearchIndex({ slotsPerPart: 64 }), createSearchIndex({ slotsPerPart: 64 })];
        for (const [i, seed] of seeds.entries()) add(indexes[i % 2] ?? createSearchIndex(), String(i), seed);
        const asked: IndexRequest[] = requests.map(({ hidden, ...rest }) => ({
          ...rest,
          hiddenSourceIds: ids(hidden),
        }));
        const found = await Promise.all(
          asked.map((one, i) => searchOnThreads(threads, `turn ${i % 3}`, indexes, one)),
        );
        for (const [i, one] of asked.entries())
          expect(inOrder(found[i] ?? [])).toEqual(inOrder(searchIndexes(indexes, one)));
      },
    ),
    { numRuns: 60 },
  );
});

it('what is found does not depend on how many parts an index is cut into', () => {
  const [one, many] = [createSearchIndex(), createSearchIndex({ slotsPerPart: 64 })];
  for (let seed = 0; seed < 300; seed++) for (const index of [one, many]) add(index, String(seed), seed);
  fc.assert(
    fc.property(request, ({ hidden, ...rest }) => {
      const asked = { ...rest, hiddenSourceIds: ids(hidden) };
      expect(inOrder(searchIndexes([many], asked))).toEqual(inOrder(searchIndexes([one], asked)));
    }),
  );
});

it('a search does not see what changes while threads search: all of a source, or nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9_999), { minLength: 20, maxLength: 60 }),
      request,
      async (seeds, { hidden: _, ...one }) => {
        const index = createSearchIndex({ slotsPerPart: 64 });
        for (const [i, seed] of seeds.entries()) add(index, String(i), seed);
        const before = inOrder(searchIndexes([index], one));
        const searching = searchOnThreads(threads, 'turn', [index], one);
        for (const i of seeds.keys()) {
          if (i % 3 === 0) index.remove(`src_${i}` as SourceId);
          if (i % 3 === 1) add(index, String(i), i, 2);
        }
        index.compact();
        expect(inOrder(await searching)).toEqual(before);
        expect(inOrder(await searchOnThreads(threads, 'turn', [index], one))).toEqual(
          inOrder(searchIndexes([index], one)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('a search whose threads are ended is answered all the same, and so are later ones', async () => {
  const fragile = new SearchThreads({ most: 2, ownRows: 0 });
  const index = createSearchIndex({ slotsPerPart: 64 });
  for (let i = 0; i < 60; i++) add(index, String(i), i);
  const one = { queryTerms: [{ term: 'ant', weight: 1 }], limit: 5 };
  const expected = inOrder(searchIndexes([index], one));
  const searching = Array.from({ length: 20 }, () => searchOnThreads(fragile, 'turn', [index], one));
  await fragile.close();
  for (const found of await Promise.all(searching)) expect(inOrder(found)).toEqual(expected);
  expect(inOrder(await searchOnThreads(fragile, 'turn', [index], one))).toEqual(expected);
  await fragile.close();
});

it('a search that fails on every thread is refused, and others are answered', async () => {
  const failing = new SearchThreads({ most: 2, ownRows: 0 });
  onTestFinished(() => failing.close());
  const index = createSearchIndex({ slotsPerPart: 64 });
  for (let i = 0; i < 60; i++) add(index, String(i), i);
  const one = { queryTerms: [{ term: 'ant', weight: 1 }], limit: 5 };
  const expected = inOrder(searchIndexes([index], one));
  const search = (limit: number) => searchOnThreads(failing, 'turn', [index], { ...one, limit });
  for (let round = 0; round < 3; round++) {
    // No array is as long as this.
    const [refused, answered] = await Promise.allSettled([search(2 ** 50), search(5)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'RangeError' } });
    expect(answered.status === 'fulfilled' && inOrder(answered.value)).toEqual(expected);
  }
});

it('threads that end keep their places until they have ended', async () => {
  const ending = new SearchThreads({ most: 2, ownRows: 0 });
  const running = new Set<Worker>();
  let mostAtOnce = 0;
  const note = (worker: Worker): void => {
    running.add(worker);
    mostAtOnce = Math.max(mostAtOnce, running.size);
    worker.once('exit', () => running.delete(worker));
  };
  process.on('worker', note);
  onTestFinished(async () => {
    process.off('worker', note);
    await ending.close();
  });
  const index = createSearchIndex({ slotsPerPart: 64 });
  for (let i = 0; i < 60; i++) add(index, String(i), i);
  const one = { queryTerms: [{ term: 'ant', weight: 1 }], limit: 5 };
  const expected = inOrder(searchIndexes([index], one));
  for (let round = 0; round < 3; round++) {
    const before = searchOnThreads(ending, 'turn', [index], one);
    const closing = ending.close();
    const after = searchOnThreads(ending, 'turn', [index], one);
    for (const found of await Promise.all([before, after])) expect(inOrder(found)).toEqual(expected);
    await closing;
  }
  expect(mostAtOnce).toBe(2);
});
