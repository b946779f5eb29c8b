import { analyzeQuery, type QueryTerm } from '#lib/analyze-query.ts';
import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { Language } from '#lib/language.ts';
import type { EmbeddedQuery } from '#models/model.ts';
import type { Services } from '#services.ts';
import type { Candidate, WorkspaceStore } from '#storage/store.ts';
import { phrasesIn } from './phrases-in.ts';
import { rescueSlips } from './rescue-slips.ts';
import type { SearchRequest } from './search.ts';

/** A chunk that may answer, with its raw scores. closeness: see EmbeddedQuery. */
export type CandidateChunk = Candidate & { closeness: number };

/** Candidates that each of the two ways of searching brings to the ranking. */
const CANDIDATES = 50;
/** With phrases, which are looked for in the texts of the candidates. */
const CANDIDATES_FOR_PHRASES = 400;

/** The chunks of the scope that are nearest to the query, by meaning, by terms or by both. Not ordered. */
export async function findCandidates(
  models: Services['models'],
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<CandidateChunk[]> {
  const knowledgeBaseIds = request.knowledgeBaseIds ?? (await store.knowledgeBases.ids());
  const sourceIds = await allowedSources(store, request);
  if (sourceIds?.size === 0) return [];
  const scope = { knowledgeBaseIds, ...(sourceIds && { sourceIds }) };
  const embedded =
    request.searchType === 'keyword' ? undefined : await models.embedder.embedQuery(request.query);
  const terms =
    request.searchType === 'semantic' ? undefined : await termsOf(store, { knowledgeBaseIds }, request.query);
  const candidates = await store.search.candidates(scope, {
    ...(embedded && { vector: embedded.vector }),
    ...(terms && { terms }),
    limit: phrasesIn(request).length > 0 ? CANDIDATES_FOR_PHRASES : CANDIDATES,
  });
  return candidates.map((candidate) => withCloseness(candidate, embedded));
}

const withCloseness = (candidate: Candidate, embedded: EmbeddedQuery | undefined): CandidateChunk => ({
  ...candidate,
  closeness: embedded?.closenessOf(candidate.cosine) ?? 0,
});

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
