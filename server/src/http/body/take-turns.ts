/** Gives the requests of other clients a few rounds of the event loop. */
const PAUSE_MS = 25;

/** Runs long pieces of work one after another, with a pause in between, so that other clients do not wait for all of them
 *  together. Ten bodies of 31 MB held up /healthz for 2.6 s. */
export function takeTurns(): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let isBusy = false;
  const next = (): void => {
    const work = waiting.shift();
    if (!work) {
      isBusy = false;
      return;
    }
    setTimeout(next, PAUSE_MS);
    work();
  };
  return (work) => {
    waiting.push(work);
    if (isBusy) return;
    isBusy = true;
    next();
  };
}
