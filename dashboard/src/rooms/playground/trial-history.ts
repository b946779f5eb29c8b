import { useSyncExternalStore } from 'react';
import { readPlaygroundSearch, type Side } from './playground-search.ts';

/** What was asked, and of what. Replies are not kept. */
export type PastTrial = { ask: string; a: Side; b?: Side; at: number };

const MOST = 20;
const CHANGED = 'footnote-trials-changed';
const keyOf = (workspaceId: string): string => `footnote-trials ${workspaceId}`;

/** The last trials of this browser in a workspace, newest first. Storage may be full or forbidden: then none are kept. */
export function useTrialHistory(workspaceId: string) {
  const kept = useSyncExternalStore(follow, () => readKept(workspaceId));
  const all = parse(kept);
  const write = (trials: readonly PastTrial[]): void => {
    try {
      if (trials.length === 0) localStorage.removeItem(keyOf(workspaceId));
      else localStorage.setItem(keyOf(workspaceId), JSON.stringify(trials));
    } catch {
      // Nothing depends on it.
    }
    dispatchEvent(new Event(CHANGED));
  };
  return {
    all,
    add: (trial: Omit<PastTrial, 'at'>): void => {
      const same = JSON.stringify([trial.ask, trial.a, trial.b]);
      const others = parse(readKept(workspaceId)).filter(
        ({ ask, a, b }) => JSON.stringify([ask, a, b]) !== same,
      );
      write([{ ...trial, at: Date.now() }, ...others].slice(0, MOST));
    },
    clear: (): void => write([]),
  };
}

function readKept(workspaceId: string): string | null {
  try {
    return localStorage.getItem(keyOf(workspaceId));
  } catch {
    return null;
  }
}

function parse(kept: string | null): PastTrial[] {
  try {
    const all: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(all) ? all.flatMap(readOne) : [];
  } catch {
    return [];
  }
}

/** An older version may have kept something else. */
function readOne(raw: unknown): PastTrial[] {
  if (raw === null || typeof raw !== 'object') return [];
  const { ask, a, b } = readPlaygroundSearch(raw as Record<string, unknown>);
  const { at } = raw as { at?: unknown };
  if (ask === undefined || a === undefined || typeof at !== 'number') return [];
  return [{ ask, a, ...(b && { b }), at }];
}

const follow = (changed: () => void): (() => void) => {
  addEventListener(CHANGED, changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener(CHANGED, changed);
    removeEventListener('storage', changed);
  };
};
