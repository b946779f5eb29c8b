import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { SearchModels } from '#models/model.ts';
import type { Candidate, WorkspaceStore } from '#storage/store.ts';
import { analyzeQuery, type QueryTerm } from '#text/analyze-query.ts';
import type { Language } from '#text/language.ts';
import { correctTypos } from './correct-typos.ts';
import { embedQuery } from './embed-query.ts';
import type { SearchRequest, SearchType } from './search-request.ts';

/** A candidate chunk with its raw scores.
 *  closeness: see EmbeddedQuery. searchType: `keyword` in a hybrid search whose model could not be reached. terms:
 *  those searched for; empty in a semantic search. */
export type CandidateChunk = Candidate & {
  closeness: number;
  searchType: SearchType;
  terms: readonly QueryTerm[];
};

/** Finds the chunks nearest to the query: up to `count` by meaning and by terms each. Unordered. */
export type FindCandidates = (count: number) => Promise<CandidateChunk[]>;

/** failures: of models that would have helped. */
type Prepared = { find: FindCandidates; failures: readonly Error[] };

/** Embeds and analyses the query once, however many candidates are requested then. Knowledge bases whose indexes were
 *  built by different models are searched separately, each with its own model's vector. */
export async function prepareCandidates(
  models: SearchModels,
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<Prepared> {
  const bases = await store.knowledgeBases.indexVersions(request.knowledgeBaseIds);
  const sourceIds = await allowedSources(store, request);
  if (sourceIds?.size === 0) return { find: async () => [], failures: [] };
  const groups = [...Map.groupBy(bases, (base) => base.index_version)];
  const prepared = await Promise.all(
    groups.map(([indexVersion, group]) => {
      const knowledgeBaseIds = group.map((base) => base.knowledge_base_id);
      return prepareGroup(models, store, request, { knowledgeBaseIds, indexVersion, sourceIds });
    }),
  );
  return {
    find: async (count) => (await Promise.all(prepared.map(({ find }) => find(count)))).flat(),
    failures: prepared.flatMap(({ failures }) => failures),
  };
}

/** Knowledge bases with the same index version. sourceIds: only these, if given. */
type Group = {
  knowledgeBaseIds: readonly KnowledgeBaseId[];
  indexVersion: string;
  sourceIds: ReadonlySet<string> | undefined;
};

async function prepareGroup(
  { embedders }: SearchModels,
  store: WorkspaceStore,
  { query, searchType }: SearchRequest,
  { knowledgeBaseIds, indexVersion, sourceIds }: Group,
): Promise<Prepared> {
  const scope = { knowledgeBaseIds, indexVersion };
  const { embedded, failure } = await embedQuery(embedders.ofIndex(indexVersion), { query, searchType });
  const terms = searchType === 'semantic' ? undefined : await termsOf(store, scope, query);
  const asked = { ...(embedded && { vector: embedded.vector }), ...(terms && { terms }) };
  const find: FindCandidates = async (count) => {
    const candidates = await store.search.candidates(
      { ...scope, ...(sourceIds && { sourceIds }) },
      { ...asked, limit: count },
    );
    return candidates.map((candidate) => ({
      ...candidate,
      closeness: embedded?.closenessOf(candidate.cosine) ?? 0,
      searchType: failure ? 'keyword' : searchType,
      terms: terms ?? [],
    }));
  };
  return { find, failures: failure ? [failure] : [] };
}

async function termsOf(
  store: WorkspaceStore,
  scope: { knowledgeBaseIds: readonly KnowledgeBaseId[]; indexVersion: string },
  query: string,
): Promise<QueryTerm[]> {
  const terms = analyzeQuery(query, (await store.search.languages(scope)) as Language[]);
  return await correctTypos(terms, (words) => store.search.termCounts(scope, words));
}

/** The sources that pass both filters; undefined without a filter. */
async function allowedSources(
  store: WorkspaceStore,
  { sourceIds, tags }: SearchRequest,
): Promise<Set<string> | undefined> {
  if (!tags) return sourceIds && new Set(sourceIds);
  const tagged = new Set<string>(await store.sources.ids({ tags }));
  return sourceIds ? tagged.intersection(new Set<string>(sourceIds)) : tagged;
}
