import type { Passage } from '#chat/passages/passage.ts';
import { alsoObservedBy, type Observer } from '#lib/observe.ts';
import type { TokenUsage } from '#models/model.ts';

/** What is done for a reply, in the order of a usual one. embed, rerank: within a search. */
export const STEP_NAMES = [
  'pinned_answers',
  'ready_reply',
  'rewrite',
  'search',
  'embed',
  'rerank',
  'send',
  'write',
  'check',
  'quote',
  'failure',
  'fallback',
] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** A sentence that the language model wrote, and the reply does not say. */
export type RemovedSentence = { text: string; reason: 'unsupported' | 'repeated' };

type About = {
  /** What was searched for, or the question as it was rewritten. */
  query?: string;
  /** Passages, or pinned answers. */
  found?: number;
  sent?: number;
  leftOut?: number;
  model?: string;
  usage?: TokenUsage | undefined;
  /** From the request to the first piece of the model. */
  firstTokenMs?: number | undefined;
  supported?: number;
  believed?: number;
  removed?: readonly RemovedSentence[];
  /** A sentence in English. */
  reason?: string | undefined;
};

/** One step, in milliseconds since the beginning. */
export type TraceStep = { name: StepName; atMs: number; durationMs: number } & About;

/** Ends a step. */
export type EndStep = (about?: About) => void;

/** Notes what is done for a reply. */
export type Trace = Pick<TraceRecorder, 'begin' | 'observe' | 'noteFound' | 'noteSent'>;

/** A passage that was looked at. rank: among those that were sent, from 1. isNeighbour: stands beside one that was found. */
export type TracedPassage = { passage: Passage; rank: number | undefined; isNeighbour: boolean };

const round = (ms: number): number => Math.round(ms * 10) / 10;

/** Keeps the steps of one reply until they are taken. */
export class TraceRecorder {
  readonly #startedAt = performance.now();
  readonly #all: TraceStep[] = [];
  #taken = 0;
  #wake = Promise.withResolvers<void>();
  readonly #found = new Map<string, { passage: Passage; isNeighbour: boolean }>();
  #sent: readonly Passage[] = [];

  get elapsedMs(): number {
    return round(performance.now() - this.#startedAt);
  }

  begin(name: StepName): EndStep {
    const atMs = this.elapsedMs;
    return (about = {}) => {
      this.#all.push({ name, atMs, durationMs: round(this.elapsedMs - atMs), ...about });
      this.#wake.resolve();
    };
  }

  /** Runs a search whose models are steps too. */
  async observe<T>(work: () => Promise<T>): Promise<T> {
    const observer: Observer = {
      begin: (step, model) => {
        const end = step === 'embed' || step === 'rerank' ? this.begin(step) : undefined;
        return {
          ...observer,
          end: (failure) =>
            end?.({
              ...(model !== undefined && { model }),
              ...(failure instanceof Error && { reason: failure.message }),
            }),
        };
      },
    };
    return await alsoObservedBy(observer, work);
  }

  noteFound(passages: readonly Passage[], neighbours: readonly Passage[]): void {
    for (const passage of passages) this.#found.set(passage.chunkId, { passage, isNeighbour: false });
    for (const passage of neighbours)
      if (!this.#found.has(passage.chunkId)) this.#found.set(passage.chunkId, { passage, isNeighbour: true });
  }

  /** Those of the last prompt, in its order. */
  noteSent(passages: readonly Passage[]): void {
    this.#sent = passages;
  }

  /** Resolves once there are steps to take. */
  changed(): Promise<void> {
    return this.#wake.promise;
  }

  /** The steps that have ended since the last call. */
  take(): TraceStep[] {
    const steps = this.#all.slice(this.#taken);
    this.#taken = this.#all.length;
    this.#wake = Promise.withResolvers<void>();
    return steps;
  }

  /** All steps, by when they began. */
  get steps(): TraceStep[] {
    return this.#all.toSorted((one, other) => one.atMs - other.atMs);
  }

  /** Those that were sent, in their order, then the others that were found, best first. */
  get passages(): TracedPassage[] {
    const sent = this.#sent.map((passage, index) => ({
      passage,
      rank: index + 1,
      isNeighbour: this.#found.get(passage.chunkId)?.isNeighbour ?? false,
    }));
    const known = new Set(sent.map(({ passage }) => passage.chunkId));
    const others = [...this.#found.values()].filter(({ passage }) => !known.has(passage.chunkId));
    return [...sent, ...others.map((other) => ({ ...other, rank: undefined }))];
  }
}
