import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Runs a full garbage collection on this thread. For threads that handle megabytes and then wait: V8 would keep the
 *  garbage, mainly buffers, until they work again. Takes 2 to 50 ms, so never call it on a thread that is answering
 *  requests. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

const LOOK_MS = 1_000;
/** The share of its time up to which a thread counts as idle. */
const IDLE = 0.1;

let waiting: NodeJS.Timeout | undefined;

/** Collects garbage at the first second in which this thread has next to nothing to do. A thread that is never idle collects
 *  by itself. */
export function collectGarbageWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  waiting ??= setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > IDLE) return;
    clearInterval(waiting);
    waiting = undefined;
    collectGarbage();
  }, LOOK_MS).unref();
}

const MUCH_GARBAGE_BYTES = 16 * 1024 * 1024;

/** Collects garbage whenever this thread rests after work. V8 would keep it until the next work: 40 MB after some minutes of
 *  queries. Looks every so many milliseconds, until the process ends. */
export function collectGarbageAtRest(everyMs: number): void {
  let least = process.memoryUsage().heapUsed;
  setInterval(() => {
    const { heapUsed } = process.memoryUsage();
    least = Math.min(least, heapUsed);
    if (heapUsed < least + MUCH_GARBAGE_BYTES) return;
    least = heapUsed;
    collectGarbageWhenIdle();
  }, everyMs).unref();
}
