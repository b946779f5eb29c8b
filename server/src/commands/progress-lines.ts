/** Prints at most one line a second, to standard error. */
export function progressLines(): (line: string) => void {
  let nextAt = performance.now();
  return (line) => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + 1_000;
    console.error(line);
  };
}
