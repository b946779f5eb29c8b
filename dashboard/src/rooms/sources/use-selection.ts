import { type MouseEvent, useCallback, useMemo, useRef, useState } from 'react';
import type { Source } from '#shared/sources/source.ts';

/** The selected sources. Deleted ones leave the selection. */
export function useSelection(sources: readonly Source[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef(sources);
  list.current = sources;
  const lastIndex = useRef<number>(undefined);

  const selected = useMemo(
    () => new Set(sources.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
    [sources, chosen],
  );
  /** With Shift, selects everything between the last one and this. */
  const select = useCallback((source: Source, isSelected: boolean, event: MouseEvent) => {
    const index = list.current.findIndex(({ id }) => id === source.id);
    const from = event.shiftKey ? (lastIndex.current ?? index) : index;
    lastIndex.current = index;
    const between = list.current.slice(Math.min(from, index), Math.max(from, index) + 1);
    setChosen((before) => {
      const after = new Set(before);
      for (const { id } of between) isSelected ? after.add(id) : after.delete(id);
      return after;
    });
  }, []);
  const choose = useCallback((which: readonly Source[]) => setChosen(new Set(which.map(({ id }) => id))), []);
  return { selected, select, choose };
}
