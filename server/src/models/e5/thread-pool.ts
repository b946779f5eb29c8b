import { Worker } from 'node:worker_threads';
import type { DeepVectors } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import {
  type EncoderReply,
  type EncoderRequest,
  type EncoderThreadData,
  QUESTIONS,
} from './encoder-thread-data.ts';

/** A text that waits for a thread or is being read. */
export type Reading = {
  hasBegun(): boolean;
  vectors: Promise<DeepVectors>;
  /** Takes it back; `vectors` rejects with the reason. A passage that is being read is left after the layer. */
  cancel(reason: unknown): void;
};

/** Threads that read texts in the order in which they come. They start when they are needed. */
export type ThreadPool = {
  read(request: EncoderRequest): Reading;
  close(): Promise<void>;
};

type Work = { request: EncoderRequest; settle: (reply: DeepVectors | { error: unknown }) => void };
type Thread = { worker: Worker; index: number; work: Work | undefined };

/** A thread parses nothing and keeps nothing. */
const YOUNG_MB = 4;

/** indexes: of the threads that may start. */
export function createThreadPool(
  data: Omit<EncoderThreadData, 'thread'>,
  indexes: readonly number[],
): ThreadPool {
  const { signals, reads } = data;
  const threads: Thread[] = [];
  const waiting: Work[] = [];

  const next = (): void => {
    const work = waiting[0];
    if (!work) return;
    let thread: Thread | undefined;
    try {
      thread = threads.find((one) => !one.work) ?? start();
    } catch (cause) {
      waiting.shift();
      work.settle({ error: failedThread(cause instanceof Error ? cause : new Error(String(cause))) });
      next();
      return;
    }
    if (!thread) return;
    waiting.shift();
    thread.work = work;
    Atomics.store(signals, 1 + thread.index, 0);
    // A command that waits for a vector must not end; one that has them all should not wait for idle threads.
    thread.worker.ref();
    thread.worker.postMessage(work.request);
    next();
  };
  const finish = (thread: Thread, reply: DeepVectors | { error: unknown }): void => {
    const { work } = thread;
    thread.work = undefined;
    thread.worker.unref();
    work?.settle(reply);
    next();
  };
  const start = (): Thread | undefined => {
    const index = indexes.find((one) => threads.every((thread) => thread.index !== one));
    if (index === undefined) return undefined;
    const worker = new Worker(new URL('./encoder-thread.ts', import.meta.url), {
      workerData: { ...data, thread: index } satisfies EncoderThreadData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: Thread = { worker, index, work: undefined };
    threads.push(thread);
    worker.on('message', (reply: EncoderReply) =>
      finish(thread, 'stopped' in reply ? { error: new Error('Stopped.') } : reply),
    );
    worker.on('error', (cause) => {
      threads.splice(threads.indexOf(thread), 1);
      finish(thread, { error: failedThread(cause) });
    });
    return thread;
  };

  return {
    read: (request) => {
      const { promise, resolve, reject } = Promise.withResolvers<DeepVectors>();
      // The caller that takes a reading back need not look at it again.
      promise.catch(() => {});
      if (reads === 'questions') Atomics.add(signals, QUESTIONS, 1);
      let isSettled = false;
      const settle: Work['settle'] = (reply) => {
        if (isSettled) return;
        isSettled = true;
        if (reads === 'questions') {
          Atomics.sub(signals, QUESTIONS, 1);
          Atomics.notify(signals, QUESTIONS);
        }
        if ('error' in reply) reject(reply.error);
        else resolve(reply);
      };
      const work: Work = { request, settle };
      waiting.push(work);
      next();
      return {
        hasBegun: () => !waiting.includes(work),
        vectors: promise,
        cancel: (error) => {
          const at = waiting.indexOf(work);
          if (at >= 0) waiting.splice(at, 1);
          const thread = threads.find((one) => one.work === work);
          if (thread) Atomics.store(signals, 1 + thread.index, 1);
          settle({ error });
        },
      };
    },
    close: async () => {
      const closed = threads.splice(0);
      const error = failedThread(new Error('The model was closed.'));
      for (const { settle } of waiting.splice(0)) settle({ error });
      for (const { work } of closed) work?.settle({ error });
      await Promise.all(closed.map(({ worker }) => worker.terminate()));
    },
  };
}

const failedThread = (cause: Error): ModelError =>
  new ModelError(`A thread of the embedding model ended: ${cause.message}`, { isRetryable: true, cause });
