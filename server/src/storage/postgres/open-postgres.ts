import { patiently } from '#lib/async/patience.ts';
import type { Environment } from '#lib/environment.ts';
import type { BlobStore } from '#storage/blobs/blob-store.ts';
import { createKysely } from '#storage/create-kysely.ts';
import type { Engine } from '#storage/engine.ts';
import { createIndexSearch } from '#storage/index/index-search.ts';
import { claimJobs } from './claim-jobs.ts';
import { startErrorOf } from './connection-errors.ts';
import type { Connections } from './connections.ts';
import type { CopyParameter } from './copy-out.ts';
import { POSTGRES } from './dialect.ts';
import { checkIntegrity } from './integrity.ts';
import { messagesWith } from './messages-with.ts';
import { migrate } from './migrate.ts';
import { createNotifications } from './notifications.ts';
import { watchOlderNodes } from './older-nodes.ts';
import { createParts } from './parts.ts';
import { createPool } from './pool.ts';
import { textOrder } from './text-order.ts';
import { createTransactions } from './transactions.ts';

export type PostgresOptions = {
  /** postgres://user:password@host/database */
  databaseUrl: string;
  /** The prefix of the environments' schemas. */
  databaseSchema: string;
  /** The most connections at a time, not counting the one that listens. */
  connections: number;
  environment: Environment;
  indexMemoryBytes: number;
  /** Called with each background error. The failed work is retried later. */
  onFault?: ((error: unknown) => void) | undefined;
  /** See Engine. */
  blobs?: BlobStore | undefined;
  /** See EnvironmentOptions. */
  packsSegments?: boolean | undefined;
  /** Throws when this environment has no storage instead of creating it. */
  mustExist?: boolean | undefined;
  /** An older schema version to stop at, for rows that were written in it. Only restoring a backup works with one. */
  schemaVersion?: number | undefined;
};

/** Opens the schema of an environment in a PostgreSQL database. Creates and migrates it as needed. */
export const openPostgres = ({
  databaseUrl,
  databaseSchema,
  connections,
  ...options
}: PostgresOptions): Promise<Engine> =>
  openConnections(
    createPool({ databaseUrl, schema: `${databaseSchema}_${options.environment}`, connections }),
    options,
  );

/** Creates the engine over either kind of connections. */
export async function openConnections(
  connections: Connections,
  {
    environment,
    indexMemoryBytes,
    onFault = () => {},
    blobs,
    packsSegments = false,
    mustExist,
    schemaVersion,
  }: Omit<PostgresOptions, 'databaseUrl' | 'databaseSchema' | 'connections'>,
): Promise<Engine> {
  try {
    await patiently(
      () => migrate(connections, { mustExist, upTo: schemaVersion, onFault }),
      Number.POSITIVE_INFINITY,
    );
  } catch (error) {
    await connections.close();
    throw startErrorOf(error);
  }
  const notifications = createNotifications(connections);
  const inTransaction = createTransactions(connections, notifications);
  const transaction: Engine['transaction'] = (work, options = {}) => inTransaction(work, options);
  const reads = createKysely(connections.read, POSTGRES);
  const search = createIndexSearch({
    environment,
    reads,
    blobs,
    readBlobs: ({ sql, parameters }) => connections.readBlobs(sql, parameters as CopyParameter[]),
    transaction,
    memoryBytes: indexMemoryBytes,
    packsSegments,
    onFault,
  });
  const olderNodes = watchOlderNodes(connections, onFault);
  return {
    environment,
    isShared: true,
    isDirectoryComplete: olderNodes.areGone,
    parts: createParts(connections),
    reads,
    blobs,
    transaction,
    claimJobs,
    notify: (tx, notice) =>
      void (tx as Parameters<Parameters<typeof inTransaction>[0]>[0]).notifications.push(notice),
    listen: notifications.listen,
    search,
    messagesWith,
    ...textOrder,
    indexMemoryBytes: search.indexMemoryBytes,
    ping: async () => {
      await connections.read('SELECT 1');
    },
    checkIntegrity: () => checkIntegrity(connections.read),
    close: async () => {
      olderNodes.stop();
      await search.close();
      notifications.stop();
      await connections.close();
    },
  };
}
