import { useEffect, useLayoutEffect, useRef, useState } from 'react';

const DELAY_MS = 400;
/** After one tooltip the next comes at once. */
const WARM_MS = 400;
const GAP = 6;
const EDGE = 8;

/** An element whose menu or popover is open is explained by that. */
const mayShow = (element: HTMLElement): boolean =>
  element.isConnected && !element.matches('[aria-expanded=true], [data-state=open]');

type Shown = { words: string; element: HTMLElement };

/** The element with a tooltip that the event happened in. */
const tippedOf = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-tip]')) || undefined;

/** The one tooltip of the page. A list may have thousands of elements with a tooltip: listeners on the document cost nothing per
 *  element, and the tooltip is in no dialog's way, as it takes neither focus nor clicks nor Escape. */
export function TooltipHost() {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current: HTMLElement | undefined;
    let hiddenAt = 0;
    let isByKeyboard = false;
    const hide = (): void => {
      clearTimeout(timer);
      if (current) hiddenAt = performance.now();
      current = undefined;
      setShown(undefined);
    };
    const show = (element: HTMLElement | undefined, delayMs: number): void => {
      if (element === current) return;
      hide();
      const words = element?.dataset['tip'];
      if (!element || !words) return;
      current = element;
      timer = setTimeout(() => mayShow(element) && setShown({ words, element }), delayMs);
    };
    const onPointer = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return;
      show(tippedOf(event), performance.now() - hiddenAt < WARM_MS ? 0 : DELAY_MS);
    };
    // Touch has no hover: a tap shows what a tap would not use otherwise.
    const onPress = (event: PointerEvent): void => {
      isByKeyboard = false;
      hide();
      const element = tippedOf(event);
      if (event.pointerType === 'touch' && element && !element.closest('a, button, label, summary'))
        show(element, 0);
    };
    const onKey = (): void => {
      isByKeyboard = true;
      hide();
    };
    const onFocus = (event: FocusEvent): void => {
      if (isByKeyboard) show(tippedOf(event), DELAY_MS);
    };
    // What was reached while this was being loaded.
    const reached = [...document.querySelectorAll<HTMLElement>('[data-tip]:hover, [data-tip]:focus-visible')];
    show(reached.at(-1), DELAY_MS);
    const on = { capture: true, passive: true };
    document.addEventListener('pointerover', onPointer, on);
    document.addEventListener('pointerdown', onPress, on);
    document.addEventListener('keydown', onKey, on);
    document.addEventListener('focusin', onFocus, on);
    document.addEventListener('focusout', hide, on);
    document.addEventListener('scroll', hide, on);
    document.documentElement.addEventListener('pointerleave', hide);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', onPointer, on);
      document.removeEventListener('pointerdown', onPress, on);
      document.removeEventListener('keydown', onKey, on);
      document.removeEventListener('focusin', onFocus, on);
      document.removeEventListener('focusout', hide, on);
      document.removeEventListener('scroll', hide, on);
      document.documentElement.removeEventListener('pointerleave', hide);
    };
  }, []);
  return shown && <Bubble key={shown.words} {...shown} />;
}

/** Below its element, or above where there is no room, and inside the window. */
function Bubble({ words, element }: Shown) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = bubble.current;
    if (!box) return;
    const at = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = box;
    if (element.dataset['tipSide'] === 'end') {
      const beside = document.dir === 'rtl' ? at.left - GAP - width : at.right + GAP;
      box.style.translate = `${Math.round(beside)}px ${Math.round(at.top + at.height / 2 - height / 2)}px`;
      return;
    }
    const below = at.bottom + GAP;
    const top = below + height + EDGE > innerHeight ? at.top - GAP - height : below;
    const middle = at.left + at.width / 2 - width / 2;
    const left = Math.max(EDGE, Math.min(middle, innerWidth - width - EDGE));
    box.style.translate = `${Math.round(left)}px ${Math.round(Math.max(EDGE, top))}px`;
  }, [element]);
  return (
    <div
      ref={bubble}
      role="tooltip"
      dir="auto"
      className="pointer-events-none fixed top-0 left-0 z-60 max-w-[min(20rem,calc(100vw-1rem))] animate-appear rounded-control bg-ink px-2 py-1 text-small text-ground shadow-raised [overflow-wrap:anywhere]"
    >
      {words}
    </div>
  );
}
