const PASSING = '[role=dialog], [role=menu], [data-radix-focus-guard]';

const focused = (): HTMLElement | undefined =>
  document.activeElement instanceof HTMLElement && document.activeElement !== document.body
    ? document.activeElement
    : undefined;

/** What had the focus last that does not close by itself. */
let lasting = focused();
document.addEventListener('focusin', () => {
  const element = focused();
  if (element && !element.closest(PASSING)) lasting = element;
});

/** Where the focus goes back to when the dialog that opens now is closed: into the dialog under it, or to the button that led
 *  to it, also by a menu or by another dialog that have closed meanwhile. */
export function focusBefore(): HTMLElement | undefined {
  const element = focused();
  return element?.closest('[role=dialog]') ? element : lasting;
}

/** Gives the focus back. A dialog that puts it into a field of its own does not learn where it was: it goes to what had it last.
 *  When the button is gone, or goes with the thing that was deleted, the content of the page gets it, so that the keyboard
 *  does not begin at the top. */
export function focusAgain(element = lasting): void {
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
