import { withVisibleMarks } from '#isomorphic/visible-marks.ts';

export type Progress = {
  /** Counts one more, and says which. */
  step(what: string): void;
  /** A line for people, above the bar. */
  line(text: string): void;
  end(): void;
};

const BAR = 24;
const EVERY_MS = 80;

/** A bar on a terminal. Elsewhere only the lines, which logs keep. Both go to standard error: standard output has the result. */
export function showProgress(total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  const line = (text: string): void => void stream.write(`${withVisibleMarks(text)}\n`);
  if (!stream.isTTY) return { step: () => {}, line, end: () => {} };
  let done = 0;
  let drawnAt = 0;
  const clear = (): void => void stream.write('\r\x1b[K');
  const draw = (what: string): void => {
    const filled = Math.round((BAR * done) / Math.max(1, total));
    const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
    const text = `[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${count}  ${withVisibleMarks(what)}`;
    stream.write(`\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}`);
  };
  return {
    step: (what) => {
      done += 1;
      if (done < total && performance.now() - drawnAt < EVERY_MS) return;
      drawnAt = performance.now();
      draw(what);
    },
    line: (text) => {
      clear();
      line(text);
    },
    end: clear,
  };
}
