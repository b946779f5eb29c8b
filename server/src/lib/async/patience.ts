import { AsyncLocalStorage } from 'node:async_hooks';

/** How long a request waits for the answer to one statement. */
export const REQUEST_MS = 9_000;
/** How long a job does. Longer than the database itself lets a statement run. */
const JOB_MS = 65_000;

const patience = new AsyncLocalStorage<number>();

/** Runs work that no client waits for: jobs, migrations, commands. Its statements outlast a database that is silent for a
 *  while; all others fail early, because a client waits for them. So code that forgets to ask for patience fails too
 *  early, which is retried, and never hangs. limitMs: how long one statement may take. */
export const patiently = <T>(work: () => T, limitMs: number = JOB_MS): T => patience.run(limitMs, work);

/** How long the current work waits for an answer to one statement. */
export const patienceMs = (): number => patience.getStore() ?? REQUEST_MS;

/** Whether a request waits for the current work, as far as is known. */
export const isRequested = (): boolean => patience.getStore() === undefined;
