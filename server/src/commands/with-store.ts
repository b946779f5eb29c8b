import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';

/** Opens the storage of an environment beside a running server while `work` runs. */
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

/** Prints the result of a command: one JSON value for programs, or lines for people. */
export function print(asJson: boolean | undefined, value: unknown, lines: string): void {
  console.log(asJson ? jsonForTerminal(value) : linesForTerminal(lines));
}

/** Lines with their invisible characters written out, because terminals obey some of them. Names must be made safe before they are
 *  put into a line, so that a line break in a name can't start a new one. */
export const linesForTerminal = (lines: string): string => lines.split('\n').map(withVisibleMarks).join('\n');

/** JSON.stringify leaves control characters beyond ASCII, which terminals obey too. */
export const jsonForTerminal = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

export const usageError = (message: string): OperatorError => new OperatorError(message, { exitCode: 2 });
