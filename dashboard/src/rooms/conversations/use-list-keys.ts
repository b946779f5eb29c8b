import { useEffect, useEffectEvent } from 'react';

/** Calls the action of a key, unless it is typed into something or belongs to a shortcut of the browser. */
export function useListKeys(actions: Partial<Record<string, () => void>>): void {
  const act = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const { target } = event;
    if (target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKES_KEYS) !== null))
      return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => act(event);
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

const TAKES_KEYS = 'input:not([type=checkbox]), select, textarea, [role=dialog], [role=menu]';
