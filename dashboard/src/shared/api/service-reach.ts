import { useSyncExternalStore } from 'react';

const ASK_EVERY_MS = 2_000;

let back: Promise<void> | undefined;
let isLost = false;
const listeners = new Set<() => void>();

const isReady = async (): Promise<boolean> => (await fetch('/readyz').catch(() => undefined))?.ok ?? false;

function setLost(value: boolean): void {
  if (isLost === value) return;
  isLost = value;
  for (const listener of listeners) listener();
}

/** Call it when the service is unreachable, such as during a restart. Resolves when it is back. */
export const untilReady = (): Promise<void> => {
  back ??= askUntilReady();
  return back;
};

async function askUntilReady(): Promise<void> {
  while (!(await isReady())) {
    setLost(true);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  back = undefined;
  setLost(false);
}

/** True while the service is unreachable. */
export const useIsServiceLost = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isLost,
  );
