import { useSyncExternalStore } from 'react';

/** Choices that this browser remembers. */

const CHANGED = 'footnote-stored';

export function store(name: string, value: string): void {
  localStorage.setItem(name, value);
  dispatchEvent(new Event(CHANGED));
}

const follow = (changed: () => void): (() => void) => {
  addEventListener(CHANGED, changed);
  // Another tab changed it.
  addEventListener('storage', changed);
  return () => {
    removeEventListener(CHANGED, changed);
    removeEventListener('storage', changed);
  };
};

/** The stored value, in all components at once; null if there is none. */
export const useStored = (name: string): string | null =>
  useSyncExternalStore(follow, () => localStorage.getItem(name));
