import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of a request or a job whose duration is measured. */
export type Step = 'search' | 'embed' | 'rerank' | 'generate';

/** Observes how a request or a job spends its time. */
export type Observer = {
  /** model: the name of the model that performs the step. */
  begin(step: Step, model?: string): ObservedStep;
};

/** Observes what happens within the step, too. */
export type ObservedStep = Observer & { end(failure?: unknown): void };

/** model: see Observer. signal: failures after it is aborted count as cancelled. */
type Options = { model?: string; signal?: AbortSignal | undefined };

const observers = new AsyncLocalStorage<Observer>();

/** Runs `work` and reports its steps to the observer. */
export const observedBy = <T>(observer: Observer, work: () => T): T => observers.run(observer, work);

/** Runs `work`, and reports its steps to this observer too. */
export function alsoObservedBy<T>(observer: Observer, work: () => T): T {
  const before = observers.getStore();
  return observers.run(before ? both(before, observer) : observer, work);
}

const both = (one: Observer, other: Observer): Observer => ({
  begin(step, model) {
    const steps = [one.begin(step, model), other.begin(step, model)] as const;
    return { ...both(...steps), end: (failure) => steps.forEach((begun) => void begun.end(failure)) };
  },
});

/** Runs `work` as a step. */
export async function observeStep<T>(
  step: Step,
  work: () => Promise<T>,
  { model, signal }: Options = {},
): Promise<T> {
  const begun = observers.getStore()?.begin(step, model);
  if (!begun) return await work();
  try {
    const result = await observers.run(begun, work);
    begun.end();
    return result;
  } catch (error) {
    begun.end(signal?.aborted ? undefined : error);
    throw error;
  }
}

/** The same for generators. Reading only part of the result is not a failure. */
export async function* observePieces<T>(
  step: Step,
  pieces: AsyncIterable<T>,
  { model, signal }: Options = {},
): AsyncGenerator<T, void> {
  const begun = observers.getStore()?.begin(step, model);
  let failure: unknown;
  try {
    yield* pieces;
  } catch (error) {
    if (!signal?.aborted) failure = error;
    throw error;
  } finally {
    begun?.end(failure);
  }
}

/** Binds a function to the current observer. Later callers may not belong to any request. */
export const observedAsNow = <Parameters extends unknown[], Result>(
  work: (...parameters: Parameters) => Result,
): ((...parameters: Parameters) => Result) => AsyncLocalStorage.bind(work);
