import { useDeferredValue, useMemo, useState } from 'react';
import type { Span } from '#shared/components/marked-text.tsx';
import { findInText } from './find-in-text.ts';

/** The state of a field to find words in a text. `field`: the properties of FindField. */
export function useFind(text: string) {
  const [wanted, setWanted] = useState('');
  const [index, setIndex] = useState(0);
  const sought = useDeferredValue(wanted.trim());
  const found = useMemo(() => findInText(text, sought), [text, sought]);
  const current: Span | undefined = found[index];
  return {
    sought,
    current,
    field: {
      value: wanted,
      change: (value: string): void => {
        setWanted(value);
        setIndex(0);
      },
      index,
      count: found.length,
      go: (step: 1 | -1): void => {
        if (found.length > 0) setIndex((index + step + found.length) % found.length);
      },
    },
  };
}
