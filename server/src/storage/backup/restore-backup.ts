import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { Engine } from '#storage/engine.ts';
import { engineOf, openEngine, SCHEMA_VERSIONS, type StorageAddress } from '#storage/open-store.ts';
import { type TableName, tableOf } from '#storage/tables.ts';
import type { BackupHeader, TableBegin } from './backup-lines.ts';
import { tableContent, writeRows } from './copy-environment.ts';
import { damaged, readBackup } from './read-backup.ts';
import { countRows } from './table-rows.ts';
import type { OnBackup, TableOfBackup } from './write-backup.ts';

/** The content of a restored backup. */
export type Restored = { header: BackupHeader; tables: TableOfBackup[] };

/** Fills empty storage from a backup, then reads all of it again. Throws if the result differs from the backup or is
 *  damaged. Migrates a backup of an older schema to the newest, as a start of the service would. */
export async function restoreBackup(
  bytes: AsyncIterable<Uint8Array>,
  address: StorageAddress,
  on: OnBackup,
): Promise<Restored> {
  const begins: TableBegin[] = [];
  const tables: TableOfBackup[] = [];
  let header: BackupHeader | undefined;
  await using stack = new AsyncDisposableStack();
  const engines = new Map<Environment, Engine>();
  const engineAt = (environment: Environment): Engine => {
    const engine = engines.get(environment);
    if (!engine) throw damaged(`it has rows of ${environment} before its header`);
    return engine;
  };
  let count = 0;
  for await (const part of readBackup(bytes)) {
    if (part.kind === 'header') {
      header = part.header;
      const schemaVersion = versionFor(address, header);
      for (const environment of ENVIRONMENTS) {
        const engine = await open(address, environment, schemaVersion);
        stack.defer(engine.close);
        engines.set(environment, engine);
      }
      continue;
    }
    const { environment, table } = part.begin;
    if (part.kind === 'rows') {
      await writeRows(engineAt(environment), table as TableName, part.rows);
      count += part.rows.length;
      on.rows({ environment, table }, count, 'restored');
    } else {
      count = 0;
      begins.push(part.begin);
      const done = { environment, table, content: part.content };
      tables.push(done);
      on.table(done);
    }
  }
  if (!header) throw damaged('it has no header');
  for (const [index, begin] of begins.entries()) {
    const table = tables[index];
    if (table) await assertSame(engineAt(begin.environment), begin, table, on);
  }
  for (const environment of ENVIRONMENTS) await assertIntact(engineAt(environment));
  await stack.disposeAsync();
  await bringToNewest(address);
  return { header, tables };
}

const open = (address: StorageAddress, environment: Environment, schemaVersion?: number): Promise<Engine> =>
  openEngine({ ...address, environment, indexMemoryBytes: 0, isOnlyServer: true, schemaVersion });

/** Migrates as a start of the service would, so that a failure shows here. */
async function bringToNewest(address: StorageAddress): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const engine = await open(address, environment);
    await engine.close();
  }
}

function versionFor(address: StorageAddress, { footnote, schemas }: BackupHeader): number {
  const engine = engineOf(address);
  if (schemas[engine] <= SCHEMA_VERSIONS[engine]) return schemas[engine];
  throw new OperatorError(
    `Footnote ${footnote} wrote this backup in a newer schema than this one knows: restore it with that version, or a newer one.`,
  );
}

async function assertSame(
  engine: Engine,
  { environment, columns }: TableBegin,
  { table, content }: TableOfBackup,
  on: OnBackup,
): Promise<void> {
  const name = table as TableName;
  // With an older schema, only row counts can be compared.
  const isOfToday = JSON.stringify(tableOf(name)?.columns) === JSON.stringify(columns);
  const isSame = isOfToday
    ? (await tableContent(engine, name, (count) => on.rows({ environment, table }, count, 'compared')))
        .sha256 === content.sha256
    : (await countRows(engine.reads, name)) === content.rows;
  if (isSame) return;
  throw new OperatorError(
    `The restored rows of ${table} (${environment}) differ from the backup: make sure that nothing else uses the target, and start again.`,
  );
}

async function assertIntact(engine: Engine): Promise<void> {
  const [fault] = await engine.checkIntegrity();
  if (fault === undefined) return;
  throw new OperatorError(
    `The restored ${engine.environment} environment is not intact (${fault}): take another backup.`,
  );
}
