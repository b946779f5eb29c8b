import { useSyncExternalStore } from 'react';

/** Tells the frame to load the tray of uploads, so that the first page loads nothing of it. */

let isNeeded = false;
const listeners = new Set<() => void>();

export function needTray(): void {
  if (isNeeded) return;
  isNeeded = true;
  for (const listener of listeners) listener();
}

const listen = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether anything has been uploaded since the page was loaded. */
export const useIsTrayNeeded = (): boolean => useSyncExternalStore(listen, () => isNeeded);
