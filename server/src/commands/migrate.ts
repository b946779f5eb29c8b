import { resolve } from 'node:path';
import { STORAGE_SETTINGS } from '#config/storage.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { copyBlobNotes } from '#storage/backup/copy-blob-notes.ts';
import { assertCanCopy, copyTable, tableContent } from '#storage/backup/copy-environment.ts';
import type { TableContent } from '#storage/backup/table-rows.ts';
import type { Engine } from '#storage/engine.ts';
import { lockDataDir } from '#storage/lock-data-dir.ts';
import { assertHasData, openEngine, openSnapshot, type StorageAddress } from '#storage/open-store.ts';
import { TABLE_NAMES, type TableName } from '#storage/tables.ts';
import type { Call } from './command.ts';
import { progressLines } from './progress-lines.ts';
import { textTable } from './text-table.ts';
import { usageError } from './with-store.ts';

/** One table of one environment on both sides. */
type Report = {
  environment: Environment;
  table: TableName;
  /** Rows copied by this run, without those that were there already. */
  copied: number;
  /** Of copying and comparing. */
  seconds: number;
  from: TableContent;
  to: TableContent;
};

/** The source is read from a snapshot, which writes nothing. */
type Ends = { from: Readable; to: Engine };
type Readable = Pick<Engine, 'environment' | 'reads'>;

/** `footnote migrate`: moves an installation from one engine to the other, or to another place. */
export async function migrateCommand({
  config,
  values,
}: Call<{
  from: string;
  to: string;
  schema: string | undefined;
  quiet: boolean;
  json: boolean;
}>): Promise<void> {
  const schema = STORAGE_SETTINGS.DATABASE_SCHEMA.safeParse(values.schema ?? config.DATABASE_SCHEMA);
  if (!schema.success) throw usageError(`--schema ${schema.error.issues[0]?.message}.`);
  const addresses = { from: addressOf(values.from, schema.data), to: addressOf(values.to, schema.data) };
  if (JSON.stringify(addresses.from) === JSON.stringify(addresses.to))
    throw usageError('--from and --to are the same place. Give two different ones.');
  const reports = await migrate(addresses, values.quiet ? () => {} : progressLines());
  console.log(values.json ? JSON.stringify({ tables: reports }) : tableText(reports));
  const different = reports.filter((report) => !isSame(report)).map(nameOf);
  if (different.length > 0)
    throw new OperatorError(
      `The copy differs from its source in ${different.join(', ')}: make sure that nothing uses either of them, empty the target and start again.`,
    );
}

const addressOf = (text: string, databaseSchema: string): StorageAddress =>
  /^postgres(ql)?:\/\//.test(text)
    ? { databaseUrl: text, databaseSchema, connections: CONNECTIONS }
    : { dataDir: resolve(text) };

/** One statement runs at a time, and one more connection listens. */
const CONNECTIONS = 2;

async function migrate(
  addresses: { from: StorageAddress; to: StorageAddress },
  progress: (line: string) => void,
): Promise<Report[]> {
  await using stack = new AsyncDisposableStack();
  for (const environment of ENVIRONMENTS) assertHasData(addresses.from, environment);
  for (const address of [addresses.from, addresses.to])
    if ('dataDir' in address) stack.defer(lockDataDir(address.dataDir));
  const environments: Ends[] = [];
  for (const environment of ENVIRONMENTS) {
    const from = await openSnapshot(addresses.from, environment);
    stack.defer(from.close);
    const to = await openEngine({ ...addresses.to, environment, indexMemoryBytes: 0, isOnlyServer: true });
    stack.defer(to.close);
    environments.push({ from: { environment, reads: from.db }, to });
  }
  // Before the first row is written, so that an obstacle shows at once.
  for (const ends of environments) await assertCanCopy(ends);
  const reports: Report[] = [];
  for (const ends of environments) {
    const copies = await copyAll(ends, progress);
    for (const copy of copies) reports.push(await compare(ends, copy, progress));
  }
  return reports;
}

type Copy = Pick<Report, 'environment' | 'table' | 'copied' | 'seconds'>;

async function copyAll({ from, to }: Ends, progress: (line: string) => void): Promise<Copy[]> {
  const { environment } = from;
  const copies: Copy[] = [];
  for (const table of TABLE_NAMES) {
    const startedAt = performance.now();
    const copied = await copyTable({ from, to }, table, (rows) =>
      progress(`${environment}: ${table}, ${rows.toLocaleString('en')} rows copied`),
    );
    copies.push({ environment, table, copied, seconds: secondsSince(startedAt) });
  }
  await copyBlobNotes({ from, to });
  return copies;
}

async function compare(ends: Ends, copy: Copy, progress: (line: string) => void): Promise<Report> {
  const startedAt = performance.now();
  const contentOf = (engine: Readable): Promise<TableContent> =>
    tableContent(engine, copy.table, (rows) =>
      progress(`${copy.environment}: ${copy.table}, ${rows.toLocaleString('en')} rows compared`),
    );
  const [from, to] = await Promise.all([contentOf(ends.from), contentOf(ends.to)]);
  return { ...copy, from, to, seconds: copy.seconds + secondsSince(startedAt) };
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;

const isSame = ({ from, to }: Report): boolean => from.rows === to.rows && from.sha256 === to.sha256;

const nameOf = ({ table, environment }: Report): string => `${table} (${environment})`;

function tableText(reports: readonly Report[]): string {
  const rows = reports.map((report) => [
    report.environment,
    report.table,
    report.from.rows.toLocaleString('en'),
    report.to.rows.toLocaleString('en'),
    report.to.bytes.toLocaleString('en'),
    report.seconds.toFixed(1),
    isSame(report) ? `same, ${report.to.sha256.slice(0, 12)}` : 'DIFFERS',
  ]);
  const heading = ['environment', 'table', 'rows', 'in copy', 'bytes', 'seconds', 'content'];
  return textTable(heading, rows, (index) => index >= 2 && index <= 5);
}
