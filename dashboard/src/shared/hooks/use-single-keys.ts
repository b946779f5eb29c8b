import { useEffect, useEffectEvent } from 'react';

/** Single keys, such as J for the next entry of a list. */

/** "off" if the person turned the single keys off. */
export const KEYS_OFF = 'footnote-keys';

const TYPING = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]';
/** These have keys of their own. */
const LAYERS = '[role=menu], [role=listbox], [role=combobox]';

/** True while a modal dialog is open. Keys then do nothing on the page behind it. */
export const isBehindModal = (): boolean => document.body.style.pointerEvents === 'none';

/** True if a key press is no single-key shortcut: it has a modifier, the focused element uses it, or single keys are turned off.
 *  inDialog: counts inside a dialog too. */
export const isTaken = (event: KeyboardEvent, { inDialog = false } = {}): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isBehindModal() ||
  (event.target instanceof Element &&
    event.target.closest(`${TYPING}, ${LAYERS}${inDialog ? '' : ', [role=dialog]'}`) !== null) ||
  localStorage.getItem(KEYS_OFF) === 'off';

/** The newest first: what opened last gets a key before what is under it. */
const listeners: ((event: KeyboardEvent) => void)[] = [];

const listen = (event: KeyboardEvent): void => {
  for (const act of listeners.toReversed()) act(event);
};

/** Calls the action of a single key. Keys of the whole dashboard, which listen to the document, come first. inDialog: also where
 *  the focus is in a dialog that leaves the page usable. */
export function useSingleKeys(
  actions: Partial<Record<string, () => void>>,
  options: { inDialog?: boolean } = {},
): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    if (isTaken(event, options)) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => act(event);
    listeners.push(onKeyDown);
    window.addEventListener('keydown', listen);
    return () => {
      listeners.splice(listeners.indexOf(onKeyDown), 1);
      if (listeners.length === 0) window.removeEventListener('keydown', listen);
    };
  }, []);
}
