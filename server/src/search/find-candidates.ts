import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { SearchModels } from '#models/model.ts';
import type { Candidate, WorkspaceStore } from '#storage/store.ts';
import { analyzeQuery, type QueryTerm } from '#text/analyze-query.ts';
import type { Language } from '#text/language.ts';
import { correctTypos } from './correct-typos.ts';
import { embedQuery } from './embed-query.ts';
import type { SearchRequest, SearchType } from './search-request.ts';

/** A chunk that may answer, with its raw scores. closeness: see EmbeddedQuery. searchType: the kind of search that found
 *  it, which is `keyword` in a hybrid search whose model was out of reach. terms: those that it was looked for by, none in
 *  a search by meaning. */
export type CandidateChunk = Candidate & {
  closeness: number;
  searchType: SearchType;
  terms: readonly QueryTerm[];
};

/** Finds the chunks of the scope that are nearest to the query: up to `count` by meaning and by terms each. Not ordered. */
export type FindCandidates = (count: number) => Promise<CandidateChunk[]>;

/** failures: of the models that would have helped. */
type Prepared = { find: FindCandidates; failures: readonly Error[] };

/** Embeds and analyses the query, once for however many candidates are asked for then. Knowledge bases whose indexes are
 *  of different models, as while they change over, are searched apart, each with the query as its own model reads it. */
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

/** Knowledge bases that answer from one version. sourceIds: when given, only these. */
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

/** The sources that both filters leave, or undefined when there is no filter. */
async function allowedSources(
  store: WorkspaceStore,
  { sourceIds, tags }: SearchRequest,
): Promise<Set<string> | undefined> {
  if (!tags) return sourceIds && new Set(sourceIds);
  const tagged = new Set<string>(await store.sources.ids({ tags }));
  return sourceIds ? tagged.intersection(new Set<string>(sourceIds)) : tagged;
}
