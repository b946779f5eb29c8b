import { analyzeQuery, type QueryTerm } from '#lib/analyze-query.ts';
import { type ChunkId, chunkId, type KnowledgeBaseId, type SourceId } from '#lib/ids.ts';
import type { Language } from '#lib/language.ts';
import { comparable, containsPhrase, phrasesOf } from '#lib/phrases.ts';
import type { Services } from '#services.ts';
import type { Candidate, ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import { rescueSlips } from './rescue-slips.ts';
import { commonCosineOf, type SearchType, score } from './score.ts';

export type SearchRequest = {
  query: string;
  searchType: SearchType;
  limit: number;
  /** All of the workspace when absent. */
  knowledgeBaseIds?: readonly KnowledgeBaseId[] | undefined;
  /** Only these sources. */
  sourceIds?: readonly SourceId[] | undefined;
  /** Only sources that carry any of these. */
  tags?: readonly string[] | undefined;
  /** Hits that score less are left out. */
  minScore?: number | undefined;
  /** Hits that one source may give. */
  maxPerSource?: number | undefined;
};

export type Hit = { id: ChunkId; score: number; chunk: ChunkOfSource; candidate: Candidate };

/** Candidates that each of the two ways of searching brings to the ranking. */
const CANDIDATES = 50;
/** With phrases, which are looked for in the texts of the candidates. */
const CANDIDATES_FOR_PHRASES = 400;

/** Finds the chunks that answer a query best, ordered by score, then by id. */
export async function search(
  { models }: Pick<Services, 'models'>,
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<Hit[]> {
  const candidates = await findCandidates(models, store, request);
  const commonCosine = commonCosineOf(request.query);
  const ranked = candidates
    .map((candidate) => ({ candidate, score: rounded(score(request.searchType, candidate, commonCosine)) }))
    .filter((hit) => request.minScore === undefined || hit.score >= request.minScore)
    .sort((a, b) => b.score - a.score || compareIds(a.candidate, b.candidate));
  const phrases = phrasesIn(request);
  const ofSource = new Map<SourceId, number>();
  const hits: Hit[] = [];
  for (const { candidate, score } of ranked) {
    if (hits.length === request.limit) break;
    const before = ofSource.get(candidate.sourceId) ?? 0;
    if (request.maxPerSource !== undefined && before >= request.maxPerSource) continue;
    // A chunk whose source was deleted or replaced since it was ranked has no row any more.
    const chunk = await store.contents.chunk(candidate);
    const id = chunkId(candidate.sourceId, candidate.revision, candidate.position);
    if (!chunk || !holds(chunk, phrases)) continue;
    ofSource.set(candidate.sourceId, before + 1);
    hits.push({ id, score, chunk, candidate });
  }
  return hits;
}

/** Keyword search takes quotation marks at their word. */
const phrasesIn = ({ query, searchType }: SearchRequest): string[] =>
  searchType === 'keyword' ? phrasesOf(query) : [];

/** Whether each phrase stands in the text of a chunk, in its headings or in the name of its source. */
function holds({ text, heading, source_name }: ChunkOfSource, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const places = [text, heading ?? '', source_name].map(comparable);
  return phrases.every((phrase) => places.some((place) => containsPhrase(place, phrase)));
}

/** Six digits: enough to tell hits apart, and all that the caller sees, so that `min_score` means what it says. */
const rounded = (score: number): number => Math.round(score * 1e6) / 1e6;

/** The order of the chunk ids, without making them. */
const compareIds = (a: Candidate, b: Candidate): number =>
  a.sourceId === b.sourceId ? a.position - b.position : a.sourceId < b.sourceId ? -1 : 1;

async function findCandidates(
  models: Services['models'],
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<Candidate[]> {
  const knowledgeBaseIds = request.knowledgeBaseIds ?? (await store.knowledgeBases.ids());
  const sourceIds = await allowedSources(store, request);
  if (sourceIds?.size === 0) return [];
  const scope = { knowledgeBaseIds, ...(sourceIds && { sourceIds }) };
  const vector =
    request.searchType === 'keyword' ? undefined : await models.embedder.embedQuery(request.query);
  const terms =
    request.searchType === 'semantic' ? undefined : await termsOf(store, { knowledgeBaseIds }, request.query);
  return await store.search.candidates(scope, {
    ...(vector && { vector }),
    ...(terms && { terms }),
    limit: phrasesIn(request).length > 0 ? CANDIDATES_FOR_PHRASES : CANDIDATES,
  });
}

async function termsOf(
  store: WorkspaceStore,
  scope: { knowledgeBaseIds: readonly KnowledgeBaseId[] },
  query: string,
): Promise<QueryTerm[]> {
  const terms = analyzeQuery(query, (await store.search.languages(scope)) as Language[]);
  return await rescueSlips(terms, (words) => store.search.termCounts(scope, words));
}

/** The sources that both filters leave, or undefined when there is no filter. */
async function allowedSources(
  store: WorkspaceStore,
  { sourceIds, tags }: SearchRequest,
): Promise<Set<string> | undefined> {
  if (!tags) return sourceIds && new Set(sourceIds);
  const tagged = new Set<string>(await store.sources.ids({ tags }));
  return sourceIds ? tagged.intersection(new Set<string>(sourceIds)) : tagged;
}
