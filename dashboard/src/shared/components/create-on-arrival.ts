/** The create button of a page, for the key C and the command palette. */

const CREATES = '[data-creates]:not(:disabled)';
/** A page that takes longer to come was left, or has no such button. */
const WAITS_MS = 20_000;

let wantedUntil = 0;

/** Has the next page press its create button as soon as it shows one. */
export function createOnArrival(): void {
  wantedUntil = Date.now() + WAITS_MS;
}

/** Whether the button that has just appeared should be pressed. Only the first one that asks gets a yes. */
export function takeCreateOnArrival(): boolean {
  const isWanted = Date.now() < wantedUntil;
  wantedUntil = 0;
  return isWanted;
}

/** Presses the create button of the open page. False if it has none. */
export function pressCreate(): boolean {
  const button = document.querySelector<HTMLElement>(CREATES);
  button?.click();
  return button !== null;
}
