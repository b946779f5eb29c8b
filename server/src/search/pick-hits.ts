import { type ChunkId, chunkId, type SourceId } from '#lib/ids.ts';
import { comparable, containsPhrase } from '#lib/phrases.ts';
import type { ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import type { CandidateChunk } from './find-candidates.ts';
import { phrasesIn } from './phrases-in.ts';
import type { RankedChunk } from './rank-candidates.ts';
import type { SearchRequest } from './search.ts';

export type Hit = { id: ChunkId; score: number; chunk: ChunkOfSource; candidate: CandidateChunk };

/** Reads the best chunks until there are enough, and leaves out those that the request does not want: without its
 *  phrases, or of a source that has given its share. ranked: best first. */
export async function pickHits(
  store: WorkspaceStore,
  ranked: readonly RankedChunk[],
  request: SearchRequest,
): Promise<Hit[]> {
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

/** Whether each phrase stands in the text of a chunk, in its headings or in the name of its source. */
function holds({ text, heading, source_name }: ChunkOfSource, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const places = [text, heading ?? '', source_name].map(comparable);
  return phrases.every((phrase) => places.some((place) => containsPhrase(place, phrase)));
}
