import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { pressCreate } from '#shared/components/create-on-arrival.ts';
import { isBehindModal, isTaken } from '#shared/hooks/use-single-keys.ts';
import { PLACES } from './places.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut of the command palette, as this keyboard labels it. */
export const PALETTE_KEY = isMac ? '⌘K' : 'Ctrl K';

/** How long G waits for the second key. */
const SEQUENCE_MS = 1_500;

/** The search field of the open page. */
const searchField = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content input[type=search], #content [data-search]')].find(
    (field) => field.checkVisibility(),
  );

/** The keys of the whole dashboard: Ctrl/Cmd+K, and single ones as in Linear. The single ones never fire while someone types. */
export function useKeys({
  openPalette,
  openHelp,
  toggleRail,
}: {
  openPalette: () => void;
  openHelp: () => void;
  toggleRail: () => void;
}): void {
  const navigate = useNavigate();
  const goUntil = useRef(0);
  const single: Record<string, () => void> = {
    '?': openHelp,
    '[': toggleRail,
    '/': () => {
      const field = searchField();
      if (field) field.focus();
      else openPalette();
    },
    c: () => {
      if (!pressCreate()) openPalette();
    },
    g: () => {
      goUntil.current = performance.now() + SEQUENCE_MS;
    },
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.repeat || event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    if (key === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey) {
      if (isBehindModal()) return;
      event.preventDefault();
      openPalette();
      return;
    }
    if (isTaken(event)) return;
    const isGoing = performance.now() < goUntil.current;
    goUntil.current = 0;
    const place = isGoing ? PLACES.find((each) => each.key === key) : undefined;
    const run = place ? () => void navigate({ to: place.to }) : isGoing ? undefined : single[key];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
