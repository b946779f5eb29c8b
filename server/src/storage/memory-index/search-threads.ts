import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type FoundInPart, type PartQuery, type SearchedPart, searchParts } from './search-part.ts';
import type { PartMessage, SearchReply, SearchRequest, SearchThreadData } from './search-thread-data.ts';
import { LANES } from './vectors.ts';

/** Parts of a search that one thread searches together. */
type Task = {
  parts: readonly SearchedPart[];
  query: PartQuery;
  resolve: (found: FoundInPart[]) => void;
  reject: (error: unknown) => void;
};

/** known: how many pages of postings of a part the thread has. isEnding: it gets no more tasks, and keeps its lane until it
 *  has ended. */
type Thread = {
  worker: Worker;
  lane: number;
  task: Task | undefined;
  isEnding: boolean;
  known: Map<number, number>;
};

/** The most rows that this thread searches itself: under a millisecond, and a message to another thread takes a tenth. */
const OWN_ROWS = 12_000;
/** A thread parses nothing and keeps little. */
const YOUNG_MB = 8;

/** Threads that had nothing to do for so long end: each keeps some megabytes. */
const REST_MS = 30_000;

/** Threads that search the parts of large indexes in memory that they share with this one. They start when they are needed, and
 *  do not keep the process alive. */
export class SearchThreads {
  readonly #most: number;
  readonly #ownRows: number;
  #threads: Thread[] = [];
  /** What waits, by turn. Turns are served one after the other, so that no workspace keeps others waiting. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #names = new WeakMap<object, number>();
  #nextName = 0;
  #rest: NodeJS.Timeout | undefined;
  readonly #gone = new FinalizationRegistry<number>((name) => {
    for (const { worker, known } of this.#threads)
      if (known.delete(name)) worker.postMessage({ forget: name });
  });

  /** most: how many threads may start. ownRows: see OWN_ROWS. */
  constructor({ most = Math.min(availableParallelism(), LANES - 1), ownRows = OWN_ROWS } = {}) {
    this.#most = most;
    this.#ownRows = ownRows;
  }

  /** Searches the parts. The results are in their order. turn: searches of different turns share the threads evenly. */
  async search(turn: string, parts: readonly SearchedPart[], query: PartQuery): Promise<FoundInPart[]> {
    const rowCount = parts.reduce((sum, part) => sum + rowsOf(part), 0);
    if (rowCount <= this.#ownRows) return searchParts(parts, query);
    const found = new Array<FoundInPart>(parts.length);
    await Promise.all(
      shareOut(parts, this.#most).map(async (places) => {
        const results = await this.#run(
          turn,
          places.flatMap((place) => parts[place] ?? []),
          query,
        );
        for (const [i, place] of places.entries()) if (results[i]) found[place] = results[i];
      }),
    );
    return found;
  }

  async close(): Promise<void> {
    clearTimeout(this.#rest);
    for (const thread of this.#threads) thread.isEnding = true;
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  async #run(turn: string, parts: readonly SearchedPart[], query: PartQuery): Promise<FoundInPart[]> {
    const { promise, resolve, reject } = Promise.withResolvers<FoundInPart[]>();
    const line = this.#waiting.get(turn) ?? [];
    this.#waiting.set(turn, line);
    line.push({ parts, query, resolve, reject });
    this.#next();
    return await promise;
  }

  /** Gives waiting tasks to threads that are free. */
  #next(): void {
    for (;;) {
      const [first] = this.#waiting;
      if (!first) return;
      const thread = this.#threads.find(({ task, isEnding }) => !task && !isEnding) ?? this.#start();
      if (!thread) return;
      const [turn, line] = first;
      const task = line.shift();
      // To the end of the turns.
      this.#waiting.delete(turn);
      if (line.length > 0) this.#waiting.set(turn, line);
      if (task) this.#give(thread, task);
    }
  }

  #give(thread: Thread, task: Task): void {
    clearTimeout(this.#rest);
    thread.task = task;
    thread.worker.ref();
    const parts = task.parts.map((part) => this.#messageOf(thread, part));
    thread.worker.postMessage({ parts, query: task.query } satisfies SearchRequest);
  }

  #messageOf({ known }: Thread, { vectors, runs, words, asked }: SearchedPart): PartMessage {
    const name = this.#nameOf(vectors);
    const pageCount = known.get(name);
    known.set(name, words?.postings.pages.length ?? pageCount ?? 0);
    return {
      name,
      dimensions: vectors.dimensions,
      memoryBytes: vectors.byteSize,
      ...(pageCount === undefined && { memory: vectors.memory }),
      runs,
      asked,
      ...(words && {
        words: {
          ...words,
          postings: { ...words.postings, pages: words.postings.pages.slice(pageCount ?? 0) },
        },
      }),
    };
  }

  /** Threads know a part by the number of its vectors, which stay the same for as long as it is not rewritten. */
  #nameOf(vectors: object): number {
    const known = this.#names.get(vectors);
    if (known !== undefined) return known;
    const name = this.#nextName++;
    this.#names.set(vectors, name);
    this.#gone.register(vectors, name);
    return name;
  }

  #start(): Thread | undefined {
    if (this.#threads.length >= this.#most) return undefined;
    const lanes = new Set(this.#threads.map(({ lane }) => lane));
    const lane = Array.from({ length: this.#most }, (_, i) => i + 1).find((one) => !lanes.has(one)) ?? 1;
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      workerData: { lane } satisfies SearchThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    worker.unref();
    const thread: Thread = { worker, lane, task: undefined, isEnding: false, known: new Map() };
    this.#threads.push(thread);
    worker.on('message', ({ found }: SearchReply) => {
      thread.task?.resolve(found);
      this.#free(thread);
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.#threads = this.#threads.filter((other) => other !== thread);
      if (thread.task) searchHere(thread.task);
      this.#free(thread);
    });
    return thread;
  }

  #free(thread: Thread): void {
    thread.task = undefined;
    thread.worker.unref();
    this.#next();
    if (this.#threads.some((other) => other.task)) return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.close(), REST_MS).unref();
  }
}

/** What a thread was searching when it died. If it fails here, too, that search gets the error, and no other. */
function searchHere({ parts, query, resolve, reject }: Task): void {
  try {
    resolve(searchParts(parts, query));
  } catch (error) {
    reject(error);
  }
}

const rowsOf = ({ runs }: SearchedPart): number => runs.reduce((sum, { first, end }) => sum + end - first, 0);

/** Divides parts into groups with about as many slots each. Returns their places. */
function shareOut(parts: readonly SearchedPart[], groupCount: number): number[][] {
  const groups = Array.from({ length: Math.min(groupCount, parts.length) }, () => ({
    places: [] as number[],
    slots: 0,
  }));
  const largestFirst = parts
    .map((part, place) => ({ place, slots: rowsOf(part) }))
    .sort((a, b) => b.slots - a.slots);
  for (const { place, slots } of largestFirst) {
    const smallest = groups.reduce(
      (a, b) => (b.slots < a.slots ? b : a),
      groups[0] ?? { places: [], slots: 0 },
    );
    smallest.places.push(place);
    smallest.slots += slots;
  }
  return groups.map(({ places }) => places);
}
