import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { findCandidates } from './find-candidates.ts';
import { type Hit, pickHits } from './pick-hits.ts';
import { rankCandidates } from './rank-candidates.ts';
import type { SearchType } from './score.ts';

export type { Hit } from './pick-hits.ts';

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

export type Found = {
  hits: Hit[];
  /** A model could not be reached: the hits are found and ranked by what there was without it. */
  isDegraded: boolean;
};

/** Finds the chunks that answer a query best, ordered by score, then by id: candidates by meaning and by terms, each
 *  with one score whatever found it, and of these the best that say something of their own. */
export async function search(
  { models }: Pick<Services, 'models'>,
  store: WorkspaceStore,
  request: SearchRequest,
): Promise<Found> {
  const candidates = await findCandidates(models, store, request);
  const ranked = rankCandidates(candidates, request);
  return { hits: await pickHits(store, ranked, request), isDegraded: false };
}
