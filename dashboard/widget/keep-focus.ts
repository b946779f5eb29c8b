/** Keeps Tab inside a part of a shadow tree; Escape closes it. */
export function keepFocus(inside: HTMLElement, close: () => void): void {
  inside.addEventListener('keydown', (event) => {
    // Keeps typing away from the page's own shortcuts.
    event.stopPropagation();
    if (event.key === 'Escape') close();
    if (event.key !== 'Tab') return;
    const stops = [
      ...inside.querySelectorAll<HTMLElement>('a, button, input, textarea, [tabindex="0"]'),
    ].filter((each) => each.offsetParent !== null && !each.matches(':disabled'));
    const [first, last] = [stops[0], stops.at(-1)];
    const root = inside.getRootNode() as ShadowRoot;
    if (event.shiftKey && root.activeElement === first) {
      event.preventDefault();
      last?.focus();
    } else if (!event.shiftKey && root.activeElement === last) {
      event.preventDefault();
      first?.focus();
    }
  });
}
