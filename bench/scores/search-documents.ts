import { join } from 'node:path';
import { indexChunks } from '../../server/src/ingestion/indexing/index-chunks.ts';
import type { SourceId } from '../../server/src/lib/ids.ts';
import type { Embedder } from '../../server/src/models/model.ts';
import { loadStaticEmbedder } from '../../server/src/models/static/static-embedder.ts';
import { correctTypos } from '../../server/src/search/correct-typos.ts';
import type { Segment } from '../../server/src/segment/segment.ts';
import {
  createSearchIndex,
  type SearchIndex,
  searchIndexes,
} from '../../server/src/storage/memory-index/search-index.ts';
import { analyzeQuery } from '../../server/src/text/analyze-query.ts';
import type { Language } from '../../server/src/text/language.ts';
import type { DeepVectors } from './deep-vectors.ts';

/** As in the service. */
const CANDIDATES = 50;

/** Both models of the service. */
export type Models = { embedder: Embedder; deep: DeepVectors };

/** A document, most often of one chunk. */
export type Document = {
  id: string;
  name: string;
  language: Language;
  chunks: readonly { text: string; heading?: string | undefined }[];
};
export type Indexed = { id: string; texts: string[]; segment: Segment; deepVectors: Float32Array[] };

/** A collection of documents that can be searched with both models. */
export type Collected = { index: SearchIndex; documents: Map<string, Indexed> };

/** A chunk with the raw scores of both senses. */
export type RawCandidate = {
  id: string;
  position: number;
  instantCloseness: number;
  deepCosine: number;
  share: number;
  matchedWords: number;
};

/** The bundled embedder of the instant pass. */
export const loadEmbedder = (): Promise<Embedder> =>
  loadStaticEmbedder(join(import.meta.dirname, '../../server/models/static-en-multi-256'));

export async function indexDocuments(
  { embedder, deep }: Models,
  documents: readonly Document[],
): Promise<Indexed[]> {
  const indexed: Indexed[] = [];
  for (const { id, name, language, chunks } of documents) {
    const deepVectors: Float32Array[] = [];
    for (const { text } of chunks) deepVectors.push(await deep.ofPassage(text));
    const segment = await indexChunks(embedder, { chunks, name, language });
    indexed.push({ id, texts: chunks.map(({ text }) => text), segment, deepVectors });
  }
  return indexed;
}

export function add({ index, documents }: Collected, document: Indexed): void {
  index.add({ sourceId: document.id as SourceId, revision: 1, changeNo: 1 }, document.segment);
  documents.set(document.id, document);
}

export function remove({ index, documents }: Collected, id: string): void {
  index.remove(id as SourceId);
  documents.delete(id);
}

export function collect(documents: readonly Indexed[]): Collected {
  const collected = { index: createSearchIndex(), documents: new Map<string, Indexed>() };
  for (const document of documents) add(collected, document);
  return collected;
}

/** The candidates of all modes and both senses, with their raw scores: the nearest by each model, and the best by terms. */
export async function find(
  { embedder, deep }: Models,
  { index, documents }: Collected,
  query: string,
): Promise<RawCandidate[]> {
  const { vector, closenessOf } = await embedder.embedQuery(query);
  const deepVector = await deep.ofQuery(query);
  const terms = analyzeQuery(query, index.languages() as Language[]);
  const all = searchIndexes([index], {
    queryVector: vector,
    queryTerms: await correctTypos(terms, async (words) => words.map((term) => index.count(term))),
    limit: Math.max(1, index.chunkCount),
  }).map(({ sourceId, position, cosine, share, bm25, matchedWords }) => ({
    id: sourceId,
    position,
    cosine,
    bm25,
    deepCosine: dot(deepVector, documents.get(sourceId)?.deepVectors[position]),
    share,
    matchedWords,
  }));
  const found = new Set([
    ...best(all, ({ cosine }) => cosine),
    ...best(all, ({ deepCosine }) => deepCosine),
    ...best(all, ({ bm25 }) => bm25).filter(({ bm25 }) => bm25 > 0),
  ]);
  return Array.from(found, ({ cosine, bm25: _, ...candidate }) => ({
    ...candidate,
    instantCloseness: closenessOf(cosine),
  }));
}

const best = <T>(all: readonly T[], scoreOf: (one: T) => number): T[] =>
  all.toSorted((a, b) => scoreOf(b) - scoreOf(a)).slice(0, CANDIDATES);

function dot(a: Float32Array, b: Float32Array | undefined): number {
  let sum = 0;
  if (b) for (let d = 0; d < a.length; d++) sum += (a[d] ?? 0) * (b[d] ?? 0);
  return sum;
}
