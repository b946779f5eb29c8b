import { useRef } from 'react';

const PASSING = '[role=dialog], [role=menu], [data-radix-focus-guard]';

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined;

/** The last focused element outside menus and other layers that close by themselves. */
let lasting = focused();
document.addEventListener('focusin', () => {
  const element = focused();
  if (element && !element.closest(PASSING)) lasting = element;
});

/** Where the focus returns when the opening dialog closes: into the dialog below it, or to the button that opened
 *  it, even through a menu or dialog that has closed meanwhile. */
function focusBefore(): HTMLElement | undefined {
  const element = focused();
  return element?.closest('[role=dialog]') ? element : lasting;
}

/** Returns the focus. If a dialog moved it into one of its own fields, the last focused element gets it.
 *  If the button is gone, or was deleted with its row, the page content gets it, so that the keyboard
 *  does not start at the top. */
function focusAgain(element = lasting): void {
  if (!element?.isConnected) {
    focusContent();
    return;
  }
  element.focus();
  const observer = new MutationObserver(() => {
    if (element.isConnected) return;
    observer.disconnect();
    focusContent();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', () => observer.disconnect(), { once: true });
}

function focusContent(): void {
  if (!focused()) document.getElementById('content')?.focus({ preventScroll: true });
}

/** For the content of a dialog: remembers where the focus was, and returns it when the dialog closes. */
export function useReturnedFocus() {
  const before = useRef<HTMLElement>(undefined);
  return {
    onOpenAutoFocus: (): void => {
      before.current = focusBefore();
    },
    onCloseAutoFocus: (event: Event): void => {
      // Radix only returns the focus to its own triggers.
      event.preventDefault();
      focusAgain(before.current);
      before.current = undefined;
    },
  };
}
