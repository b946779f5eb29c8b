import { useState } from 'react';

/** What a tab keeps of a chat over a reload. Storage may be full or forbidden: then it is not kept. */

/** The kept text of a name; undefined without one. */
export function readKept(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text; undefined or '' forgets it. */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
  } catch {
    // Nothing depends on it.
  }
}

/** Typed text that survives a reload. `first`: what is there at first, in place of what was kept. */
export function useKeptText(name: string, first: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => first || (readKept(name) ?? ''));
  return [
    text,
    (changed) => {
      keep(name, changed);
      setText(changed);
    },
  ];
}
