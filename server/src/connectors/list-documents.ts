import { createHash } from 'node:crypto';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Job } from '#jobs/job-kinds.ts';
import type { Clock } from '#lib/clock.ts';
import type { RunCounts, WorkspaceTransaction } from '#storage/store.ts';
import type { ConnectorDocumentRow, ConnectorRow, ConnectorRunRow } from '#storage/tables.ts';
import { cleanDocument, isKeepable, labelOf } from './clean-document.ts';
import type { Change, ChangePage, Connection, FoundDocument } from './connector.ts';
import { ConnectorFault } from './connector-fault.ts';
import { inTime } from './in-time.ts';

/** A run in progress. */
export type Run = {
  job: Job<'sync-connector'>;
  connector: ConnectorRow;
  run: ConnectorRunRow;
  connection: Connection;
  clock: Clock;
  /** The size of the largest document. */
  maxBytes: number;
};

/** Thrown when a run must not write any more: its job was cancelled or another node has it. */
export class RunLost extends Error {}

/** Throws RunLost unless the run still holds its job. */
export async function assertHeld(
  tx: Pick<WorkspaceTransaction, 'jobs'>,
  { job }: Pick<Run, 'job'>,
): Promise<void> {
  if (!(await tx.jobs.isHeld(job.row))) throw new RunLost('The run lost its job.');
}

/** A place may clone a repository before it names the first document. */
const PAGE_MS = 15 * 60_000;
/** Changes per transaction. */
const SLICE = 500;
/** Pages in a row that name nothing new. A listing that goes on after an interruption may repeat what it named. */
const MAX_BARREN_PAGES = 10_000;
/** How often a document that could not be fetched is tried, a run each. */
const MAX_ATTEMPTS = 5;

/** A site that is being maintained answers with one page for all, and a disk that is not mounted is an empty folder: of so many
 *  documents, a place that lists fewer than this share of them counts as emptied. */
const FEWEST = { known: 20, share: 0.1 };

/** The place lists nothing any more, or next to nothing. Deleting the rest waits for a second run that finds the same. */
export class EmptiedPlace extends Error {}

/** Lists what is in the place, page after page, into `connector_documents`. Each page is committed with the place where the
 *  listing goes on, so that a crash repeats at most one. */
export async function listDocuments(current: Run): Promise<void> {
  const { job, connector, run, connection } = current;
  const { store, signal } = job;
  const { connector_id } = connector;
  const listing = await inTime(
    connection.list({ cursor: connector.cursor ?? undefined, resume: connector.resume ?? undefined }),
    PAGE_MS,
    signal,
  );
  if (connector.resume !== null && run.covers !== null && run.covers !== listing.covers)
    throw new ConnectorFault(
      'untrusted',
      'The place went on with an interrupted listing as with another one.',
    );
  await store.transaction(async (tx) => {
    await assertHeld(tx, current);
    await tx.connectors.updateRun(run, { covers: listing.covers });
  });
  const counts = await store.connectors.documentCounts(connector_id);
  const known = counts.pending + counts.synced + counts.skipped + counts.failed;
  let total = known + counts.gone;
  let found = run.found;
  const guard = createLoopGuard();
  const pages = listing.pages[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value: page, done } = await inTime(pages.next(), PAGE_MS, signal);
      if (done) break;
      const { fresh, added, named } = await savePage(current, page);
      found += named;
      total += added;
      if (total > LIMITS.connectorDocuments)
        throw new ConnectorFault(
          'settings',
          `The place has more than ${LIMITS.connectorDocuments.toLocaleString('en')} documents. Narrow it in the settings, or use several connectors.`,
        );
      guard(page, fresh);
    }
  } finally {
    // Not awaited, because the place may hang.
    void Promise.resolve(pages.return?.(undefined)).catch(() => undefined);
  }
  const cursor = listing.cursor();
  assertShort(cursor, 'cursor');
  const isNearlyEmpty = known >= FEWEST.known && found < known * FEWEST.share;
  const isEmptied = listing.covers === 'everything' && ((found === 0 && known > 0) || isNearlyEmpty);
  if (isEmptied && codeOf(connector) !== 'emptied') throw new EmptiedPlace();
  await store.transaction(
    async (tx) => {
      await assertHeld(tx, current);
      if (listing.covers === 'everything') await tx.connectors.markUnseenGone(connector_id, run.run_id);
      await tx.connectors.retryFailed(connector_id, MAX_ATTEMPTS);
      await tx.connectors.update(connector_id, { cursor: cursor ?? null, resume: null });
      await tx.connectors.updateRun(run, { phase: 'taking' });
    },
    { isLarge: true },
  );
}

const codeOf = ({ error }: ConnectorRow): string | undefined =>
  error === null ? undefined : (JSON.parse(error) as { code: string }).code;

/** Throws if a listing repeats itself without end. */
function createLoopGuard(): (page: ChangePage, fresh: number) => void {
  const resumes = new Set<string>();
  let barren = 0;
  return ({ resume }, fresh) => {
    barren = fresh > 0 ? 0 : barren + 1;
    const seen = resume === undefined ? undefined : createHash('sha256').update(resume).digest('base64');
    const isRepeated = seen !== undefined && resumes.has(seen);
    if (seen !== undefined) resumes.add(seen);
    if (barren > MAX_BARREN_PAGES || (barren > 0 && isRepeated))
      throw new ConnectorFault('untrusted', 'The place lists the same pages again and again.');
  };
}

function assertShort(text: string | undefined, what: string): void {
  if (text !== undefined && Buffer.byteLength(text) > LIMITS.connectorCursorBytes)
    throw new ConnectorFault(
      'untrusted',
      `The place names a ${what} of more than ${LIMITS.connectorCursorBytes / 1024} KB.`,
    );
}

/** The counts of a page. fresh: documents that this run had not seen. */
type Brought = { fresh: number; added: number; named: number };

async function savePage(current: Run, { changes, resume }: ChangePage): Promise<Brought> {
  assertShort(resume, 'continuation');
  if (changes.length > LIMITS.connectorPageChanges)
    throw new ConnectorFault(
      'untrusted',
      `The place names more than ${LIMITS.connectorPageChanges.toLocaleString('en')} changes at once.`,
    );
  // Of several changes of one document, the last one wins.
  const latest = [...new Map(changes.map((change) => [idOfChange(change), change])).values()];
  const sum: Brought = { fresh: 0, added: 0, named: 0 };
  const { store } = current.job;
  for (let from = 0; from === 0 || from < latest.length; from += SLICE) {
    const slice = latest.slice(from, from + SLICE);
    const isLast = from + SLICE >= latest.length;
    const brought = await store.transaction(async (tx) => {
      await assertHeld(tx, current);
      const each = await saveChanges(tx, current, slice);
      if (isLast) await tx.connectors.update(current.connector.connector_id, { resume: resume ?? null });
      return each;
    });
    for (const key of ['fresh', 'added', 'named'] as const) sum[key] += brought[key];
  }
  return sum;
}

async function saveChanges(
  tx: WorkspaceTransaction,
  { connector: { connector_id }, run, clock, maxBytes }: Run,
  changes: readonly Change[],
): Promise<Brought> {
  const now = clock.now();
  const kept = changes.filter((change) => isKeepable(change.type === 'found' ? change.document : change));
  const ids = kept.map(idOfChange);
  const rows = await tx.connectors.findDocuments(connector_id, ids);
  const rowOf = new Map(rows.map((row) => [row.document_id, row]));
  const refused = changes.length - kept.length;
  const counts: Partial<RunCounts> = refused > 0 ? { found: refused, skipped: refused } : {};
  const count = (name: keyof RunCounts): void => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const brought: Brought = { fresh: 0, added: 0, named: refused };
  const unchanged: string[] = [];
  for (const change of kept) {
    const row = rowOf.get(idOfChange(change));
    const isFresh = row?.seen_in !== run.run_id;
    if (isFresh && (row || change.type === 'found')) brought.fresh += 1;
    if (change.type === 'deleted') {
      if (row)
        await tx.connectors.saveDocument({ ...row, status: 'gone', seen_in: run.run_id, updated_at: now });
      continue;
    }
    brought.named += 1;
    if (!row) brought.added += 1;
    if (isFresh) count('found');
    const document = cleanDocument(change.document);
    const next = nextOf({ connector_id, run, maxBytes }, row, document, now);
    if (!next) {
      unchanged.push(document.id);
      if (isFresh && row?.status !== 'pending') count('unchanged');
    } else {
      if (next.status === 'skipped' && isFresh) count('skipped');
      else if (next.status !== 'pending' && isFresh) count('unchanged');
      await tx.connectors.saveDocument(next);
    }
  }
  await tx.connectors.markSeen(connector_id, run.run_id, unchanged);
  await tx.connectors.updateRun(run, {}, counts);
  return brought;
}

const idOfChange = (change: Change): string => (change.type === 'found' ? change.document.id : change.id);

/** The row of a document that was found, if it changes. */
function nextOf(
  {
    connector_id,
    run,
    maxBytes,
  }: { connector_id: ConnectorRow['connector_id']; run: ConnectorRunRow; maxBytes: number },
  row: ConnectorDocumentRow | undefined,
  document: FoundDocument,
  now: number,
): Omit<ConnectorDocumentRow, 'workspace_id'> | undefined {
  const waiting = row?.found ? (JSON.parse(row.found) as FoundDocument) : undefined;
  const label = labelOf(document);
  const isSame =
    row !== undefined &&
    (waiting
      ? waiting.version === document.version && labelOf(waiting) === label
      : row.version === document.version && row.label === label);
  if (isSame && row.status !== 'gone') return undefined;
  const common = {
    ...(row ?? NEW),
    connector_id,
    document_id: document.id,
    seen_in: run.run_id,
    updated_at: now,
  };
  if (isSame) {
    // It was gone, and has come back.
    const status = waiting ? 'pending' : row.reason === null ? 'synced' : 'skipped';
    return { ...common, status };
  }
  if ((document.sizeBytes ?? 0) > maxBytes)
    return {
      ...common,
      status: 'skipped',
      version: document.version,
      label,
      found: null,
      reason: tooLarge(maxBytes),
    };
  return {
    ...common,
    status: 'pending',
    found: JSON.stringify(document),
    attempts: waiting?.version === document.version ? (row?.attempts ?? 0) : 0,
    reason: null,
  };
}

export const tooLarge = (maxBytes: number): string =>
  `It is larger than ${maxBytes / 1024 / 1024} MB, the maximum for a document.`;

const NEW = {
  version: null,
  fingerprint: null,
  label: null,
  source_id: null,
  found: null,
  attempts: 0,
  reason: null,
} as const;
