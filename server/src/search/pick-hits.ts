import { type ChunkId, chunkId, type SourceId } from '#lib/ids.ts';
import { comparable, containsPhrase } from '#lib/phrases.ts';
import type { ChunkOfSource, WorkspaceStore } from '#storage/store.ts';
import type { CandidateChunk } from './find-candidates.ts';
import { HeardTexts } from './heard-texts.ts';
import { phrasesIn } from './phrases-in.ts';
import type { RankedChunk } from './rank-candidates.ts';
import type { SearchRequest } from './search.ts';

export type Hit = {
  id: ChunkId;
  score: number;
  /** Before a reranker gave the score. */
  retrievalScore?: number;
  chunk: ChunkOfSource;
  candidate: CandidateChunk;
};

/** Chunks that one search reads at most. */
const MOST_READ = 400;
/** How many are read before other requests get a turn: about a millisecond. */
const READ_PER_TURN = 50;

/** Takes the hits of one search out of its ranked chunks. */
export class HitPicker {
  readonly hits: Hit[] = [];
  readonly #store: WorkspaceStore;
  readonly #request: SearchRequest;
  readonly #phrases: readonly string[];
  readonly #heard = new HeardTexts();
  readonly #ofSource = new Map<SourceId, number>();
  #readCount = 0;

  constructor(store: WorkspaceStore, request: SearchRequest) {
    this.#store = store;
    this.#request = request;
    this.#phrases = phrasesIn(request);
  }

  /** Whether it takes no more. */
  get isDone(): boolean {
    return this.hits.length === this.#request.limit || this.#readCount === MOST_READ;
  }

  /** Reads chunks until it is done, and leaves out those that the request does not want: without its phrases, of a
   *  source that has given its share, or which repeat better hits. ranked: best first, and none better than those of
   *  an earlier call. */
  async take(ranked: readonly RankedChunk[]): Promise<void> {
    for (const { candidate, score } of ranked) {
      if (this.isDone) return;
      const before = this.#ofSource.get(candidate.sourceId) ?? 0;
      if (before >= (this.#request.maxPerSource ?? Number.POSITIVE_INFINITY)) continue;
      const chunk = await this.#read(candidate);
      if (!chunk || !holds(chunk, this.#phrases) || this.#heard.repeats(chunk)) continue;
      this.#heard.add(chunk);
      this.#ofSource.set(candidate.sourceId, before + 1);
      const id = chunkId(candidate.sourceId, candidate.revision, candidate.position);
      this.hits.push({ id, score, chunk, candidate });
    }
  }

  /** A chunk whose source was deleted or replaced since it was ranked has no row any more. */
  async #read(candidate: CandidateChunk): Promise<ChunkOfSource | undefined> {
    this.#readCount += 1;
    if (this.#readCount % READ_PER_TURN === 0) await new Promise(setImmediate);
    return await this.#store.contents.chunk(candidate);
  }
}

/** Whether each phrase stands in the text of a chunk, in its headings or in the name of its source. */
function holds({ text, heading, source_name }: ChunkOfSource, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const places = [text, heading ?? '', source_name].map(comparable);
  return phrases.every((phrase) => places.some((place) => containsPhrase(place, phrase)));
}
