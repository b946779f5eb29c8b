import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Options = { type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort' };
let collect: ((options: Options) => void) | undefined;

/** Runs a full garbage collection on this thread. For threads that handle megabytes and then wait: V8 would keep the
 *  garbage, mainly buffers, until they work again. Takes 2 to 50 ms, so never call it on a thread that is answering
 *  requests. */
export const collectGarbage = (): void => run('regular');

function run(flavor: Options['flavor']): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as typeof collect;
  }
  collect?.({ type: 'major', execution: 'sync', flavor });
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

/** Threads that have ended meanwhile leave the second one something to find. */
const COLLECTIONS = 2;

/** Collects garbage when this thread rests after work, and gives back what V8 has reserved, also for threads that have
 *  ended: 60 to 160 MB after some minutes of load, which it would keep until the next. That takes 0.1 to 0.3 s, so it waits for
 *  so many milliseconds with next to nothing to do. */
export function collectGarbageAtRest(restMs: number): void {
  let last = performance.eventLoopUtilization();
  let due = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > IDLE) due = COLLECTIONS;
    else if (due > 0) {
      due -= 1;
      run('last-resort');
    }
  }, restMs).unref();
}
