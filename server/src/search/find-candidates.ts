import type { KnowledgeBaseId } from '#lib/ids.ts';
import type { DeepModel, Embedders, SearchModels } from '#models/model.ts';
import type { BaseVersion, DeepCandidate, WorkspaceStore } from '#storage/store.ts';
import { analyzeQuery, type QueryTerm } from '#text/analyze-query.ts';
import type { Language } from '#text/language.ts';
import { correctTypos } from './correct-typos.ts';
import { deepSenses } from './deep-senses.ts';
import { type DeepQuery, embedQuery, embedQueryDeeply } from './embed-query.ts';
import { deepCloseness, type Sense } from './score.ts';
import type { SearchRequest, SearchType } from './search-request.ts';

/** A candidate chunk with its raw scores.
 *  sense, closeness: of the deep model where it has read the chunk and the query. searchType: `keyword` in a hybrid search
 *  whose model could not be reached. terms: those searched for; empty in a semantic search. deepQuery: what the blocks of
 *  the chunk can be compared with; where the deep model has read it. */
export type CandidateChunk = DeepCandidate & {
  closeness: number;
  sense: Sense;
  searchType: SearchType;
  terms: readonly QueryTerm[];
  deepQuery?: DeepQuery;
};

/** Finds the chunks nearest to the query: up to `count` by meaning and by terms each. Unordered. */
export type FindCandidates = (count: number) => Promise<CandidateChunk[]>;

/** isDegraded: a model that would have helped could not be reached, or had no time. failures: the reasons, where there are
 *  any. */
type Prepared = { find: FindCandidates; isDegraded: boolean; failures: readonly Error[] };

/** Embeds and analyses the query once, however many candidates are requested then. Knowledge bases whose indexes were
 *  built by different models are searched separately, each with its own model's vector. */
export async function prepareCandidates(
  models: SearchModels,
  store: WorkspaceStore,
  request: SearchRequest,
  bases: readonly BaseVersion[],
): Promise<Prepared> {
  const sourceIds = await allowedSources(store, request);
  if (sourceIds?.size === 0) return { find: async () => [], isDegraded: false, failures: [] };
  const prepared = await Promise.all(
    groupsOf(bases, models.embedders).map((group) =>
      prepareGroup(models, store, request, { ...group, sourceIds }),
    ),
  );
  return {
    find: async (count) => (await Promise.all(prepared.map(({ find }) => find(count)))).flat(),
    isDegraded: prepared.some(({ isDegraded }) => isDegraded),
    failures: prepared.flatMap(({ failures }) => failures),
  };
}

/** Knowledge bases with the same index version. deepModel: has read passages of theirs. sourceIds: only these, if given. */
type Group = {
  bases: readonly BaseVersion[];
  indexVersion: string;
  deepModel: DeepModel | undefined;
  sourceIds: ReadonlySet<string> | undefined;
};

/** Those of one index that the deep model does not read are a group of their own: what it has once read of them must not
 *  be found. */
function groupsOf(bases: readonly BaseVersion[], { deepOf }: Embedders): Omit<Group, 'sourceIds'>[] {
  const readerOf = ({ index_version, embedding_choice }: BaseVersion) =>
    deepOf(index_version, embedding_choice);
  const groups = Map.groupBy(bases, (base) => `${base.index_version} ${readerOf(base)?.id}`);
  return [...groups.values()].map((group) => ({
    bases: group,
    indexVersion: group[0]?.index_version ?? '',
    // No query waits for a model that has read nothing yet.
    deepModel: group.filter((base) => base.deep_changes > 0).map(readerOf)[0],
  }));
}

async function prepareGroup(
  { embedders }: SearchModels,
  store: WorkspaceStore,
  { query, searchType }: SearchRequest,
  { bases, indexVersion, deepModel, sourceIds }: Group,
): Promise<Prepared> {
  const knowledgeBaseIds = bases.map((base) => base.knowledge_base_id);
  const scope = { knowledgeBaseIds, bases, indexVersion, ...(sourceIds && { sourceIds }) };
  const [{ embedded, failure }, { deep, isLate, failure: deepFailure }, languages] = await Promise.all([
    embedQuery(embedders.ofIndex(indexVersion), { query, searchType }),
    embedQueryDeeply(deepModel, { query, searchType }),
    store.search.languages(scope) as Promise<Language[]>,
  ]);
  const terms = searchType === 'semantic' ? undefined : await termsOf(store, scope, { query, languages });
  const senseOf = deepSenses(deep ? query : '', languages);
  const asked = {
    ...(embedded && { vector: embedded.vector }),
    ...(deep && { deep }),
    ...(terms && { terms }),
  };
  const find: FindCandidates = async (count) => {
    const candidates = await store.search.candidates(scope, { ...asked, limit: count });
    return candidates.map((candidate) => ({
      ...candidate,
      ...(deep && candidate.deepCosine !== undefined
        ? {
            sense: senseOf(candidate.language),
            closeness: deepCloseness(candidate.deepCosine),
            deepQuery: deep,
          }
        : { sense: 'instant', closeness: embedded?.closenessOf(candidate.cosine) ?? 0 }),
      searchType: failure ? 'keyword' : searchType,
      terms: terms ?? [],
    }));
  };
  return {
    find,
    isDegraded: failure !== undefined || isLate,
    failures: [failure, deepFailure].filter((error) => error !== undefined),
  };
}

async function termsOf(
  store: WorkspaceStore,
  scope: { knowledgeBaseIds: readonly KnowledgeBaseId[]; indexVersion: string },
  { query, languages }: { query: string; languages: readonly Language[] },
): Promise<QueryTerm[]> {
  return await correctTypos(analyzeQuery(query, languages), (words) => store.search.termCounts(scope, words));
}

/** The sources that pass all filters; undefined without a filter. */
async function allowedSources(
  store: WorkspaceStore,
  { sourceIds, tags, filter }: SearchRequest,
): Promise<ReadonlySet<string> | undefined> {
  const [tagged, passing] = await Promise.all([
    tags && store.sources.ids({ tags }),
    filter && store.sources.idsOfMetadata(filter),
  ]);
  const [first, ...more] = [sourceIds, tagged, passing].flatMap((ids): ReadonlySet<string>[] =>
    ids ? [ids instanceof Set ? ids : new Set(ids as readonly string[])] : [],
  );
  return more.reduce<ReadonlySet<string> | undefined>((ids, others) => ids?.intersection(others), first);
}
