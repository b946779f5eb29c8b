import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { withVisibleMarks } from '#lib/visible-marks.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';

/** Opens an environment beside a running server, for as long as the work takes. */
export async function withStore<T>(
  config: Config,
  environment: Environment,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStoreBesideServer({ ...storageAddress(config), environment });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What a command has to say: one JSON value for programs, or lines for people. */
export function print(asJson: boolean | undefined, value: unknown, lines: string): void {
  console.log(asJson ? jsonForTerminal(value) : linesForTerminal(lines));
}

/** Each line with its invisible characters written out: a terminal obeys some. What stands in a line is made safe before it is
 *  put there, so that a name makes no line of its own. */
export const linesForTerminal = (lines: string): string => lines.split('\n').map(withVisibleMarks).join('\n');

/** JSON leaves the control characters beyond ASCII as they are, and terminals obey these too. */
export const jsonForTerminal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

export const usageError = (message: string): OperatorError => new OperatorError(message, { exitCode: 2 });
