import { type ChunkId, chunkId, type SourceId } from '#lib/ids.ts';
import type { ChunkOfSource, SearchSession } from '#storage/store.ts';
import { comparable, containsPhrase } from '#text/phrases.ts';
import type { CandidateChunk } from './find-candidates.ts';
import { HitDeduplicator } from './hit-deduplicator.ts';
import type { RankedChunk } from './rank-candidates.ts';
import type { SearchRequest } from './search-request.ts';
import { requiredPhrases } from './search-request.ts';

export type Hit = {
  id: ChunkId;
  score: number;
  /** The score before reranking. */
  retrievalScore?: number;
  chunk: ChunkOfSource;
  candidate: CandidateChunk;
};

export type FoundHits = {
  hits: Hit[];
  /** A model could not be reached, or had no time: the hits were found and ranked without it. */
  isDegraded: boolean;
  /** The reasons, for the log; none if a model had no time. */
  failures: readonly Error[];
};

/** A ranked chunk no longer has a row: its source was replaced or deleted meanwhile. Search again. */
export class ChunkGoneError extends Error {
  constructor({ sourceId, revision }: CandidateChunk) {
    super(
      `Revision ${revision} of source ${sourceId} was replaced or deleted while a search read its chunks`,
    );
    this.name = 'ChunkGoneError';
  }
}

/** The most chunks that one search reads. */
const MOST_READ = 400;
/** Chunks read before it yields to other requests: about a millisecond. */
const READ_PER_TURN = 50;

/** Selects the hits of one search from its ranked chunks. */
export class HitSelector {
  readonly hits: Hit[] = [];
  readonly #session: SearchSession;
  readonly #request: SearchRequest;
  readonly #phrases: readonly string[];
  readonly #heard = new HitDeduplicator();
  readonly #ofSource = new Map<SourceId, number>();
  readonly #mayMiss: boolean;
  #readCount = 0;

  /** mayMiss: skip chunks that are gone. */
  constructor(session: SearchSession, request: SearchRequest, mayMiss: boolean) {
    this.#session = session;
    this.#request = request;
    this.#mayMiss = mayMiss;
    this.#phrases = requiredPhrases(request);
  }

  /** Whether it needs no more chunks. */
  get isDone(): boolean {
    return this.hits.length === this.#request.limit || this.#readCount === MOST_READ;
  }

  /** Reads chunks until it is done, and skips those that lack the phrases, exceed the limit of their source, or duplicate
   *  better hits.
   *  ranked: best first, and none better than those of an earlier call. Throws ChunkGoneError unless chunks may be
   *  missed. */
  async take(ranked: readonly RankedChunk[]): Promise<void> {
    for (let next = 0; next < ranked.length && !this.isDone; ) {
      const batch = this.#pickBatch(ranked, next);
      next = batch.next;
      const chunks = await this.#read(batch.wanted.map(({ candidate }) => candidate));
      for (const [i, one] of batch.wanted.entries()) this.#offer(one, chunks[i]);
    }
  }

  /** The next ranked chunks, starting at `from`, that fit if all of them are taken. */
  #pickBatch(ranked: readonly RankedChunk[], from: number): { wanted: RankedChunk[]; next: number } {
    const most = Math.min(this.#request.limit - this.hits.length, MOST_READ - this.#readCount, READ_PER_TURN);
    const wanted: RankedChunk[] = [];
    const taken = new Map<SourceId, number>();
    let next = from;
    for (; next < ranked.length && wanted.length < most; next++) {
      const one = ranked[next];
      const sourceId = one?.candidate.sourceId;
      if (!one || !sourceId || this.#isFull(sourceId)) continue;
      const before = taken.get(sourceId) ?? 0;
      // Whether it fits is only known once the chunks before it are read.
      if (this.#isFull(sourceId, before)) break;
      taken.set(sourceId, before + 1);
      wanted.push(one);
    }
    return { wanted, next };
  }

  #isFull(sourceId: SourceId, more = 0): boolean {
    const taken = (this.#ofSource.get(sourceId) ?? 0) + more;
    return taken >= (this.#request.maxPerSource ?? Number.POSITIVE_INFINITY);
  }

  #offer({ candidate, score }: RankedChunk, chunk: ChunkOfSource | undefined): void {
    if (!chunk && !this.#mayMiss) throw new ChunkGoneError(candidate);
    if (!chunk || !holds(chunk, this.#phrases) || this.#heard.repeats(chunk)) return;
    this.#heard.add(chunk);
    this.#ofSource.set(candidate.sourceId, (this.#ofSource.get(candidate.sourceId) ?? 0) + 1);
    const id = chunkId(candidate.sourceId, candidate.revision, candidate.position);
    this.hits.push({ id, score, chunk, candidate });
  }

  async #read(candidates: readonly CandidateChunk[]): Promise<(ChunkOfSource | undefined)[]> {
    const turns = Math.floor(this.#readCount / READ_PER_TURN);
    this.#readCount += candidates.length;
    if (Math.floor(this.#readCount / READ_PER_TURN) > turns) await new Promise(setImmediate);
    return await this.#session.chunks(candidates);
  }
}

/** Whether each phrase occurs in the text of a chunk, its headings or the name of its source. */
function holds({ text, heading, source_name }: ChunkOfSource, phrases: readonly string[]): boolean {
  if (phrases.length === 0) return true;
  const places = [text, heading ?? '', source_name].map(comparable);
  return phrases.every((phrase) => places.some((place) => containsPhrase(place, phrase)));
}
