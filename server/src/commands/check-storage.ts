import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.ts';
import { storageAddress } from '#config/storage.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import {
  findIndexFaults,
  findJobFaults,
  findOwnerless,
  newestTime,
} from '#storage/backup/integrity-checks.ts';
import { findBlobFaults } from '#storage/blobs/find-blob-faults.ts';
import type { DatabaseFacts, Snapshot } from '#storage/engine.ts';
import { openSnapshot } from '#storage/open-store.ts';
import { type Check, checkOf, RESTORE, sentenceOf } from './check.ts';

const MB = 1024 * 1024;
/** The write-ahead log grows beyond this only while something reads the database for a long time. */
const LOG_MB = 512;
/** How far clocks may differ. */
const CLOCK_MS = 1_000;

/** Checks a snapshot of each environment. */
export async function* checkStorage(config: Config): AsyncGenerator<Check> {
  for (const environment of ENVIRONMENTS.filter((each) => hasBegun(config, each)))
    yield* checkEnvironment(config, environment);
}

/** Whether there is storage to check. On PostgreSQL missing storage is a fault: the settings name an unused database. */
export const hasBegun = ({ DATABASE_URL, DATA_DIR }: Config, environment: Environment): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, `${environment}.db`));

async function* checkEnvironment(config: Config, environment: Environment): AsyncGenerator<Check> {
  let snapshot: Snapshot;
  try {
    snapshot = await openSnapshot(storageAddress(config), environment);
  } catch (error) {
    yield { name: `${environment} storage`, about: '', faults: [sentenceOf(error)] };
    return;
  }
  try {
    const named = (what: string) => `${environment} ${what}`;
    yield await checkOf(named('database'), async () =>
      database(await snapshot.describe(), config, environment),
    );
    yield await checkFaults(named('storage'), 'intact', async () =>
      (await snapshot.checkIntegrity()).slice(0, 5).map((fault) => `${fault}: ${RESTORE}.`),
    );
    yield await checkFaults(named('index'), 'has every indexed source', () => findIndexFaults(snapshot.db));
    yield await checkFaults(named('jobs'), 'none is overdue', () => findJobFaults(snapshot.db, Date.now()));
    yield await files(snapshot, named('files'));
    // People are stored in the live environment.
    if (environment === 'live') yield await owners(snapshot);
    yield await checkOf(named('clock'), () => clock(snapshot));
  } finally {
    await snapshot.close();
  }
}

async function checkFaults(name: string, about: string, find: () => Promise<string[]>): Promise<Check> {
  try {
    return { name, about, faults: await find() };
  } catch (error) {
    return { name, about: '', faults: [sentenceOf(error)] };
  }
}

async function files(snapshot: Snapshot, name: string): Promise<Check> {
  try {
    const { count, faults } = await findBlobFaults(snapshot, Date.now());
    const where = snapshot.blobs?.name;
    return {
      name,
      about: where ? `${count.toLocaleString('en')} in ${where}` : 'all in the database',
      faults,
    };
  } catch (error) {
    return { name, about: '', faults: [sentenceOf(error)] };
  }
}

async function owners({ db }: Snapshot): Promise<Check> {
  try {
    const { hasAccounts, faults } = await findOwnerless(db, Date.now());
    return { name: 'owners', about: hasAccounts ? 'every workspace has one' : 'no accounts yet', faults };
  } catch (error) {
    return { name: 'owners', about: '', faults: [sentenceOf(error)] };
  }
}

function database(facts: DatabaseFacts, config: Config, environment: Environment): string {
  if (facts.fault !== undefined) throw new Error(facts.fault);
  if (facts.maxConnections !== undefined) {
    // One more listens, and one asks whether a slow database still answers.
    const needed = ENVIRONMENTS.length * (config.DATABASE_CONNECTIONS + 2);
    if (needed > facts.maxConnections)
      throw new Error(
        `One process needs ${needed} connections, but the database allows ${facts.maxConnections}. Lower DATABASE_CONNECTIONS, or raise max_connections.`,
      );
    return facts.name;
  }
  const sizeMb = (path: string) => Math.round((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / MB);
  const path = join(config.DATA_DIR, `${environment}.db`);
  const logMb = sizeMb(`${path}-wal`);
  if (logMb > LOG_MB)
    throw new Error(
      `${path}-wal has ${logMb} MB, because something has been reading the database for a long time, such as a shell or a stuck backup. End it; the service then empties the log.`,
    );
  return `${facts.name}, ${sizeMb(path).toLocaleString('en')} MB and a log of ${logMb} MB`;
}

async function clock({ db, describe }: Snapshot): Promise<string> {
  const { now } = await describe();
  const apartMs = now === undefined ? 0 : Math.abs(now - Date.now());
  if (apartMs > CLOCK_MS)
    throw new Error(
      `The clocks of this machine and the database differ by ${(apartMs / 1_000).toFixed(1)} s. Run NTP on both.`,
    );
  const behindMs = (await newestTime(db)) - Date.now();
  if (behindMs > CLOCK_MS)
    throw new Error(
      `The clock is ${(behindMs / 1_000).toFixed(1)} s behind the newest row. Correct it with NTP: leases, expiry and the order of rows depend on it.`,
    );
  return 'not behind the newest row';
}
