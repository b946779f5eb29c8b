import type { Config } from '#config.ts';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import type { Store } from '#storage/store.ts';
import { storageAddress } from '#storage-settings.ts';

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
  console.log(asJson ? JSON.stringify(value) : lines);
}

export const usageError = (message: string): OperatorError => new OperatorError(message, { exitCode: 2 });
