import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/** Collects the garbage of this thread at once. For threads that move megabytes and then wait: V8 would keep what they
 *  leave, buffers above all, until they work again. 2 to 50 ms, so never on the thread that answers requests. */
export function collectGarbage(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}
