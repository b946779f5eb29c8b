import { decodeSegment, encodeSegment } from '../server/src/segment/segment.ts';
import { buildSegment } from '../server/src/segment/segment-builder.ts';
import {
  createSearchIndex,
  type IndexRequest,
  type SearchIndex,
  searchIndexes,
  searchOnThreads,
} from '../server/src/storage/memory-index/search-index.ts';
import { SearchThreads } from '../server/src/storage/memory-index/search-threads.ts';

const DIMENSIONS = 256;
const VOCABULARY = 50_000;
const WORDS_PER_CHUNK = { min: 80, max: 160 };
const CHUNKS_PER_SOURCE = 100;
/** How many sources are generated before loading them is measured. */
const SOURCES_PER_BATCH = 100;
const CLUSTERS = 500;
const CANDIDATES = 50;
/** More common words are stop words, which queries don't have. */
const COMMON_WORDS = 100;

/** How much CPU does one search of the embedded index cost? Milliseconds of one thread per query, by number of
 *  chunks: text of Zipf-distributed words (about 83 different ones a chunk), vectors in 500 clusters, queries of 4 to 8
 *  words drawn as the text draws them but without the commonest 100. Also what loading from segments costs, what a
 *  small source costs to add, and the memory. */
export async function benchSearchIndex(sizes: number[]): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const size of sizes) {
    for (const [name, value] of Object.entries(await benchSize(size))) figures[`${name}@${size}`] = value;
    await new Promise(setImmediate);
  }
  return figures;
}

async function benchSize(size: number): Promise<Record<string, number>> {
  const random = randomNumbers(size);
  const source = sourceMaker(random);
  const index = createSearchIndex();
  const sourceCount = size / CHUNKS_PER_SOURCE;
  let loadMs = 0;
  for (let first = 0; first < sourceCount; first += SOURCES_PER_BATCH) {
    const count = Math.min(SOURCES_PER_BATCH, sourceCount - first);
    const batch = Array.from({ length: count }, () => encodeSegment(buildSegment(source(CHUNKS_PER_SOURCE))));
    loadMs += cpuMs(() =>
      batch.forEach(
        (bytes, i) =>
          void index.add({ sourceId: `src_${first + i}`, revision: 1, changeNo: 1 }, decodeSegment(bytes)),
      ),
    );
  }
  const queries = Array.from({ length: 200 }, () => source.query());
  const perQuery = (request: (query: Query) => IndexRequest): number => {
    const run = () => queries.forEach((query) => void searchIndexes([index], request(query)));
    run();
    return Math.min(...[1, 2, 3, 4, 5].map(() => cpuMs(run))) / queries.length;
  };
  const measure = () => ({
    semanticMs: perQuery(({ queryVector }) => ({ queryVector, limit: CANDIDATES })),
    keywordMs: perQuery(({ queryTerms }) => ({ queryTerms, limit: CANDIDATES })),
    hybridMs: perQuery((query) => ({ ...query, limit: CANDIDATES })),
    hybridOneSourceMs: perQuery((query) => ({ ...query, limit: CANDIDATES, sourceIds: new Set(['src_7']) })),
  });
  const fresh = measure();
  const onThreads = {
    ...(await searchesAtOnce(index, queries, 1)),
    ...(await searchesAtOnce(index, queries, 2)),
  };
  const byteSize = index.byteSize;
  const small = Array.from({ length: 200 }, () => encodeSegment(buildSegment(source(5))));
  const addMs = cpuMs(() =>
    small.forEach(
      (bytes, i) =>
        void index.add({ sourceId: `src_small${i}`, revision: 1, changeNo: 1 }, decodeSegment(bytes)),
    ),
  );
  const removeMs = cpuMs(() => small.forEach((_, i) => void index.remove(`src_small${i}`)));
  const hybridWithDeadMs = measure().hybridMs;
  const compactMs = cpuMs(() => index.compact());
  return {
    loadMs,
    ...fresh,
    ...onThreads,
    hybridWithDeadMs,
    addFiveChunksMs: addMs / small.length,
    removeFiveChunksMs: removeMs / small.length,
    compactMs,
    megabytes: byteSize / 2 ** 20,
  };
}

/** Hybrid searches, ten at a time: how many a second, and the time of a single one. */
async function searchesAtOnce(
  index: SearchIndex,
  queries: readonly Query[],
  most: number,
): Promise<Record<string, number>> {
  const threads = new SearchThreads({ most });
  const search = async (query: Query): Promise<void> =>
    void (await searchOnThreads(threads, '', [index], { ...query, limit: CANDIDATES }));
  const all = async (): Promise<void> => {
    const waiting = [...queries];
    const work = async (): Promise<void> => {
      for (let query = waiting.pop(); query; query = waiting.pop()) await search(query);
    };
    await Promise.all(Array.from({ length: 10 }, work));
  };
  const wallMs = async (run: () => Promise<void>): Promise<number> => {
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  await all();
  const rounds = [await wallMs(all), await wallMs(all), await wallMs(all)];
  const alone: number[] = [];
  for (const query of queries) alone.push(await wallMs(() => search(query)));
  await threads.close();
  return {
    [`hybridPerSecondOn${most}`]: (1_000 * queries.length) / Math.min(...rounds),
    [`hybridAloneMsOn${most}`]: alone.sort((a, b) => a - b)[Math.floor(alone.length / 2)] ?? 0,
  };
}

type Query = { queryVector: Float32Array; queryTerms: Array<{ term: string; weight: number }> };

function sourceMaker(random: () => number) {
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const centres = Float32Array.from({ length: CLUSTERS * DIMENSIONS }, gauss);
  const vector = () => {
    const at = Math.floor(random() * CLUSTERS) * DIMENSIONS;
    return centres.slice(at, at + DIMENSIONS).map((x) => x + (random() - 0.5) * 3);
  };
  // Zipf with exponent 1: the rank is the power of the vocabulary at a uniform place.
  const rank = () => Math.floor((VOCABULARY + 1) ** random());
  const words = () => {
    const terms = new Map<string, number>();
    const length =
      WORDS_PER_CHUNK.min + Math.floor(random() * (WORDS_PER_CHUNK.max - WORDS_PER_CHUNK.min + 1));
    for (let i = 0; i < length; i++) {
      const term = `word${rank()}`;
      terms.set(term, (terms.get(term) ?? 0) + 1);
    }
    return { terms, length };
  };
  const source = (chunkCount: number) => {
    const vectors = new Float32Array(chunkCount * DIMENSIONS);
    for (let i = 0; i < chunkCount; i++) vectors.set(vector(), i * DIMENSIONS);
    return {
      dimensions: DIMENSIONS,
      vectors,
      language: 'en',
      chunks: Array.from({ length: chunkCount }, words),
    };
  };
  const query = (): Query => {
    const ranks = new Set<number>();
    const count = 4 + Math.floor(random() * 5);
    while (ranks.size < count) {
      const found = rank();
      if (found > COMMON_WORDS) ranks.add(found);
    }
    return {
      queryVector: vector(),
      queryTerms: [...ranks].map((found) => ({ term: `word${found}`, weight: 1 })),
    };
  };
  return Object.assign(source, { query });
}

/** Numbers from 0 to 1, the same in every run. Source: Steele, Lea, Flood, splitmix, as in mulberry32. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  console.table(await benchSearchIndex(sizes.length > 0 ? sizes : [10_000, 100_000]));
}
