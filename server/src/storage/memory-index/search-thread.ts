import { parentPort, workerData } from 'node:worker_threads';
import { searchParts } from './search-part.ts';
import type {
  ForgetRequest,
  PartMessage,
  SearchReply,
  SearchRequest,
  SearchThreadData,
} from './search-thread-data.ts';
import { Vectors } from './vectors.ts';

const { lane } = workerData as SearchThreadData;

/** The parts that this thread has searched, by name. */
const known = new Map<number, { vectors: Vectors; pages: Uint32Array[] }>();

parentPort?.on('message', (request: SearchRequest | ForgetRequest) => {
  if ('forget' in request) {
    known.delete(request.forget);
    return;
  }
  const { parts, query } = request;
  const found = searchParts(parts.map(open), query);
  parentPort?.postMessage({ found } satisfies SearchReply);
});

function open({ name, dimensions, memory, memoryBytes, runs, asked, words }: PartMessage) {
  const part = known.get(name) ?? { vectors: new Vectors(dimensions, memory, lane), pages: [] };
  known.set(name, part);
  const { vectors, pages } = part;
  // A thread may miss that another has grown the memory. Growing by nothing shows all of it.
  if (vectors.memory.buffer.byteLength < memoryBytes) vectors.memory.grow(0);
  if (words) pages.push(...words.postings.pages);
  return {
    vectors,
    runs,
    asked,
    ...(words && { words: { ...words, postings: { ...words.postings, pages } } }),
  };
}
