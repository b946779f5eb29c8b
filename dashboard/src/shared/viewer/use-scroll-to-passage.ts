import { type RefObject, useEffect, useRef } from 'react';

/** Brings the mark of a passage into the upper middle of its scroller, once it is drawn. `wanted`: changes with what the reader shows;
 *  undefined shows nothing. `selector`: of the mark. */
export function useScrollToPassage(
  scroller: RefObject<HTMLElement | null>,
  wanted: string | undefined,
  selector: string,
): void {
  const shown = useRef<string>(undefined);
  // A virtual list draws the passage after it has scrolled near it, so every drawing looks for it.
  useEffect(() => {
    if (wanted === undefined || shown.current === wanted) return;
    const mark = scroller.current?.querySelector(selector);
    if (!mark || !scroller.current) return;
    shown.current = wanted;
    const frame = requestAnimationFrame(() => {
      const { current } = scroller;
      if (!current || !mark.isConnected) return;
      const above = mark.getBoundingClientRect().top - current.getBoundingClientRect().top;
      if (above < 0 || above > current.clientHeight * 0.7)
        current.scrollBy({ top: above - current.clientHeight / 3 });
    });
    return () => cancelAnimationFrame(frame);
  });
}
