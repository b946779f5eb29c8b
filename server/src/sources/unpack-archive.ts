import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { enqueue } from '#jobs/enqueue.ts';
import type { Job } from '#jobs/job-kinds.ts';
import { utcDay } from '#lib/clock.ts';
import type { ArchiveId, WorkspaceId } from '#lib/ids.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import type { ListedArchiveEntry, UnpackedArchiveEntry } from '#records/archive-entries.ts';
import type { AuditActor } from '#records/audit.ts';
import { contentOfBytes } from '#records/content.ts';
import { SourceMetadata } from '#records/metadata.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import type { ArchiveEntryRow, ArchiveRow } from '#storage/tables.ts';
import type { ArchiveFields } from './archive-schema.ts';
import { cleanFileName } from './upload.ts';
import { upsertSource } from './upsert-source.ts';

type ReadArchive = () => Promise<{
  bytes: Uint8Array;
  mimeType: null;
  fileName: string;
  origin: 'file';
}>;
type Options = { workspaceId: WorkspaceId; signal: AbortSignal };

/** What reads the bytes of an archive, which are untrusted: the document worker. */
type Unpacker = {
  listArchive(
    archive: { read: ReadArchive; fileBytes: number },
    options: Options,
  ): Promise<ListedArchiveEntry[]>;
  unpackEntries(
    archive: { read: ReadArchive; wanted: readonly { position: number; path: string }[] },
    options: Options,
  ): Promise<UnpackedArchiveEntry[]>;
};
type ArchiveJob = Job<'unpack-archive'>;

/** One job unpacks so many entries, of so many bytes together unless the first has more: what is in memory at once. A TAR is read
 *  from its beginning for each job. */
const ENTRIES_OF_A_JOB = 200;
const BYTES_OF_A_JOB = 32 * 1024 * 1024;

/** Lists an archive, or makes sources of its next entries, and queues the next step. Each entry is committed with what became of
 *  it, so that after a crash another process goes on with the entry after it. */
export async function unpackArchive(
  { clock, config, unpacker }: Pick<Services, 'clock' | 'config'> & { unpacker: Unpacker },
  { row, payload, store, signal }: ArchiveJob,
): Promise<void> {
  const { archive_id: id } = payload;
  const archive = await store.archives.find(id);
  if (archive?.status !== 'processing') {
    // Its knowledge base was deleted, or a backup was restored, which has the job only.
    await store.transaction((tx) => tx.jobs.finish(row));
    return;
  }
  const options = { workspaceId: store.workspaceId, signal };
  const read: ReadArchive = async () => ({
    bytes: await bytesOf(store, archive),
    mimeType: null,
    fileName: archive.file_name,
    origin: 'file',
  });
  if (archive.is_listed === 0) {
    const listed = await unpacker.listArchive({ read, fileBytes: maxFileBytes(config) }, options);
    await store.transaction(
      async (tx) => {
        if (!(await tx.jobs.finish(row)) || !(await isProcessing(tx, id))) return;
        await tx.archives.insertEntries(id, listed.map(asRow));
        await goOn(tx, id, clock.now());
      },
      { isLarge: true },
    );
    return;
  }
  const wanted = await nextEntries(store, id);
  if (wanted.length > 0)
    for (const unpacked of await unpacker.unpackEntries({ read, wanted }, options)) {
      signal.throwIfAborted();
      const entry = wanted.find(({ position }) => position === unpacked.position);
      if (entry) await take(store, archive, { entry, unpacked, now: clock.now() });
    }
  await store.transaction(async (tx) => {
    if (await tx.jobs.finish(row)) await goOn(tx, id, clock.now());
  });
}

/** Commits that an archive failed. sentence: what is wrong with it; without one, the fault is the service's. */
export async function failArchive(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { row, payload, store }: ArchiveJob,
  { error, sentence }: { error: unknown; sentence: string | undefined },
): Promise<void> {
  const { archive_id: id } = payload;
  if (sentence === undefined) log.error({ err: error, archive_id: id }, 'unpacking an archive failed');
  await store.transaction(async (tx) => {
    if (!(await tx.jobs.finish(row))) return;
    await tx.archives.end(id, {
      error:
        sentence ?? 'Unpacking ended because of an error in the service. Check the log, and upload it again.',
      now: clock.now(),
    });
  });
}

const isProcessing = async (tx: WorkspaceTransaction, id: ArchiveId): Promise<boolean> =>
  (await tx.archives.find(id))?.status === 'processing';

const asRow = ({ position, path, sizeBytes, reason }: ListedArchiveEntry) => ({
  position,
  path,
  size_bytes: sizeBytes,
  status: reason === null ? ('waiting' as const) : ('skipped' as const),
  reason,
});

/** Queues the next step, or ends the archive if no entry waits. */
async function goOn(tx: WorkspaceTransaction, id: ArchiveId, now: number): Promise<void> {
  if (!(await isProcessing(tx, id))) return;
  const [first] = await tx.archives.listEntries(id, { limit: 0, after: undefined });
  if (!first) return await tx.archives.end(id, { error: 'There are no files in the archive.', now });
  const [waiting] = await tx.archives.listEntries(id, { limit: 0, after: undefined, status: 'waiting' });
  if (!waiting) return await tx.archives.end(id, { error: null, now });
  await enqueue(tx, { kind: 'unpack-archive', subjectId: id, payload: { archive_id: id }, now });
  await tx.archives.touch(id, now);
}

async function nextEntries(store: WorkspaceStore, id: ArchiveId): Promise<ArchiveEntryRow[]> {
  const waiting = await store.archives.listEntries(id, {
    limit: ENTRIES_OF_A_JOB,
    after: undefined,
    status: 'waiting',
  });
  let bytes = 0;
  return waiting.filter(({ size_bytes }, index) => {
    bytes += size_bytes;
    return index === 0 || bytes <= BYTES_OF_A_JOB;
  });
}

async function bytesOf(store: WorkspaceStore, archive: ArchiveRow): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(archive.size_bytes);
  for (let part = 0, at = 0; at < bytes.length; part++) {
    const next = await store.archives.part(archive.archive_id, part);
    if (!next) throw new Error(`The archive ${archive.archive_id} lacks its part ${part}.`);
    bytes.set(next, at);
    at += next.length;
  }
  return bytes;
}

type Taken = { entry: ArchiveEntryRow; unpacked: UnpackedArchiveEntry; now: number };

/** Makes a source of an entry, and notes what became of it. */
async function take(store: WorkspaceStore, archive: ArchiveRow, taken: Taken): Promise<void> {
  const { entry, unpacked, now } = taken;
  const skip = (reason: string) =>
    store.transaction((tx) => tx.archives.settleEntry(entry, { status: 'skipped', source_id: null, reason }));
  if ('reason' in unpacked) {
    await skip(unpacked.reason);
    return;
  }
  const { metadata: given, ...fields } = JSON.parse(archive.fields) as z.output<typeof ArchiveFields>;
  const { path } = entry;
  const metadata = { ...given, archive: archive.name, path: lastOf(path, LIMITS.metadataValueCharacters) };
  if (!SourceMetadata.safeParse(metadata).success) {
    await skip('Its path and the metadata are more together than a source may have.');
    return;
  }
  const content = contentOfBytes(unpacked.bytes, cleanFileName(path));
  try {
    await store.transaction(
      async (tx) => {
        const { source, outcome } = await upsertSource(tx, {
          fields: {
            ...fields,
            type: 'document',
            name: lastOf(path, LIMITS.nameCharacters),
            metadata,
            knowledge_base_id: archive.knowledge_base_id,
          },
          content,
          url: undefined,
          externalId: externalIdOf(archive.name, path),
          actor: JSON.parse(archive.started_by) as AuditActor,
          now,
        });
        const { source_id } = source;
        // Another worker took the entry, after this one had lost its lease.
        if (!(await tx.archives.settleEntry(entry, { status: outcome, source_id, reason: null })))
          throw new TakenElsewhere();
        if (outcome === 'created')
          await tx.usageCounts.add([{ day: utcDay(now), actor_id: '', metric: 'sources', amount: 1 }]);
      },
      { isLarge: isLarge(content.sizeBytes) },
    );
  } catch (error) {
    // For example a text that has its external id.
    if (error instanceof AppError) await skip(error.message);
    else if (!(error instanceof TakenElsewhere)) throw error;
  }
}

class TakenElsewhere extends Error {}

/** The end of a path, which says more than its beginning. Counts code points, as the limits do. */
function lastOf(path: string, most: number): string {
  const characters = [...path];
  return characters.length <= most ? path : `…${characters.slice(1 - most).join('')}`;
}

/** `name/path`. One that is too long ends in a hash of the whole. */
function externalIdOf(name: string, path: string): string {
  const whole = `${name}/${path}`;
  const characters = [...whole];
  if (characters.length <= LIMITS.externalIdCharacters) return whole;
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, 32);
  return `${characters.slice(0, LIMITS.externalIdCharacters - 33).join('')}-${hash}`;
}
