import { AsyncLocalStorage } from 'node:async_hooks';

/** A part of a request or a job whose time people want to know. */
export type Step = 'search' | 'embed' | 'rerank' | 'generate';

/** Sees what a request or a job spends its time on. */
export type Observer = {
  /** model: the name of the one that does the step. */
  begin(step: Step, model?: string): ObservedStep;
};

/** Sees what happens within the step, too. */
export type ObservedStep = Observer & { end(failure?: unknown): void };

/** model: see Observer. signal: once it is aborted, what fails was stopped. */
type Options = { model?: string; signal?: AbortSignal | undefined };

const observers = new AsyncLocalStorage<Observer>();

/** Runs `work`, and lets the observer see the steps in it. */
export const observedBy = <T>(observer: Observer, work: () => T): T => observers.run(observer, work);

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

/** The same for what gives its result in pieces. A step that is not read to its end has not failed. */
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

/** The function, for later calls, in the observation of now: what calls it may belong to no request. */
export const observedAsNow = <Parameters extends unknown[], Result>(
  work: (...parameters: Parameters) => Result,
): ((...parameters: Parameters) => Result) => AsyncLocalStorage.bind(work);
