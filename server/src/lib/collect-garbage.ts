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
