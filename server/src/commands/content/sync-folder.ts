import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { usageError } from '#commands/with-store.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { inParallel } from './in-parallel.ts';
import { type Progress, showProgress } from './progress.ts';
import {
  deleteSources,
  largestFile,
  listSynced,
  type Service,
  upsertFile,
  waitForSource,
} from './service.ts';
import { externalIdOf, goneSources, isMassDeletion, type SyncedSource } from './sync-plan.ts';
import { type Walked, type WalkOptions, walkFolder } from './walk-folder.ts';

export type SyncOptions = WalkOptions & {
  folder: string;
  /** What the external ids begin with; undefined for the name of the folder. */
  prefix: string | undefined;
  knowledgeBaseId: string | undefined;
  tags: readonly string[];
  isDryRun: boolean;
  /** Whether the sources of files that are gone are deleted. */
  isDeleting: boolean;
  /** Deletes even more than half of them. */
  isForced: boolean;
  isWaiting: boolean;
  /** What is known of the files of an earlier run of this process. */
  hashes?: Map<string, KnownHash>;
};

type KnownHash = { mtimeMs: number; size: number; sha256: string };

export type SyncResult = {
  prefix: string;
  added: string[];
  changed: string[];
  deleted: string[];
  unchanged: number;
  /** Files that could not be read, uploaded or indexed, and folders that could not be listed. */
  failed: { path: string; reason: string }[];
  /** Why deletions were left out, if they were. */
  withheld?: string;
};

/** Uploads at a time. More would only wait for the service, which indexes two at once. */
const UPLOADS = 4;
const DELETED_AT_ONCE = 1_000;

/** Brings the sources of a folder in step with its files. Deletes last, and only when everything else was seen. */
export async function syncFolder(service: Service, options: SyncOptions): Promise<SyncResult> {
  const root = await folderOf(options.folder);
  const prefix = options.prefix ?? basename(root);
  if (prefix.includes('/'))
    throw usageError(
      `--prefix must not contain a slash: a sync of “docs” would delete what a sync of “docs/api” added. Write ${prefix.replaceAll('/', '-')}.`,
    );
  const walked = await walkFolder(root, options);
  const synced = await listSynced(service, prefix, options.knowledgeBaseId);
  const result: SyncResult = {
    prefix,
    added: [],
    changed: [],
    deleted: [],
    unchanged: 0,
    failed: walked.unlisted.map(({ path, reason }) => ({ path: path || options.folder, reason })),
  };
  const fileBytes = await largestFile(service);
  const progress = showProgress(walked.files.length);
  for (const { path, reason } of result.failed) progress.line(`failed  ${path}: ${reason}`);
  try {
    await inParallel(walked.files, { limit: UPLOADS, signal: service.signal }, async (file) => {
      await syncFile(service, { root, prefix, file, synced, fileBytes }, options, result, progress);
      progress.step(file);
    });
    await removeGone(service, { prefix, walked, synced }, options, result, progress);
  } finally {
    progress.end();
  }
  // In an order that does not depend on which upload ended first.
  for (const files of [result.added, result.changed]) files.sort();
  return result;
}

/** The real path, so that a link to the folder has the same name as the folder. */
async function folderOf(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw usageError(`${folder} is not a folder.`);
  return await realpath(folder);
}

type OneFile = {
  root: string;
  prefix: string;
  file: string;
  synced: Map<string, SyncedSource>;
  /** The size of the largest file that the service takes. */
  fileBytes: number;
};

async function syncFile(
  service: Service,
  { root, prefix, file, synced, fileBytes }: OneFile,
  { hashes, isDryRun, isWaiting, knowledgeBaseId, tags }: SyncOptions,
  result: SyncResult,
  progress: Progress,
): Promise<void> {
  const externalId = externalIdOf(prefix, file);
  const before = synced.get(externalId);
  try {
    const read = await readIfChanged(join(root, file), fileBytes, before?.sha256, hashes);
    if (read === undefined) {
      result.unchanged += 1;
      return;
    }
    if (read.length === 0) {
      if (before) throw new FileProblem('is empty now, so its source keeps the earlier content');
      return;
    }
    if (!isDryRun) {
      const id = await upsertFile(service, { externalId, knowledgeBaseId, tags, name: file, bytes: read });
      if (isWaiting) await waitForSource(service, id);
    }
    result[before ? 'changed' : 'added'].push(file);
    progress.line(`${before ? 'changed' : 'added'}  ${file}`);
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    result.failed.push({ path: file, reason });
    progress.line(`failed  ${file}: ${reason}`);
  }
}

/** The bytes of a file, or undefined if they have this hash already. */
async function readIfChanged(
  path: string,
  fileBytes: number,
  sha256: string | undefined,
  hashes: Map<string, KnownHash> | undefined,
): Promise<Buffer | undefined> {
  const { mtimeMs, size } = await stat(path);
  const known = hashes?.get(path);
  const isKnown = known?.mtimeMs === mtimeMs && known.size === size;
  if (isKnown && known.sha256 === sha256) return undefined;
  if (size > fileBytes) throw new FileProblem(`is larger than ${fileBytes / 1024 / 1024} MB`);
  const bytes = await readFile(path);
  const read = createHash('sha256').update(bytes).digest('hex');
  hashes?.set(path, { mtimeMs, size, sha256: read });
  return read === sha256 ? undefined : bytes;
}

class FileProblem extends Error {}

/** What to say of one file while the others go on. Undefined for what stops them too, such as a revoked key. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.message;
  const { code, message, status } = error as NodeJS.ErrnoException & { status?: number };
  if (error instanceof Error && 'syscall' in error && code !== undefined) return code;
  if (error instanceof Error && error.name === 'SourceFailedError') return message;
  return status !== undefined && [400, 409, 413, 415, 422].includes(status) ? message : undefined;
}

async function removeGone(
  service: Service,
  { prefix, walked, synced }: { prefix: string; walked: Walked; synced: Map<string, SyncedSource> },
  { isDeleting, isDryRun, isForced }: SyncOptions,
  result: SyncResult,
  progress: Progress,
): Promise<void> {
  if (!isDeleting) return;
  const unlisted = walked.unlisted.map(({ path }) => path);
  const gone = goneSources(synced.values(), { prefix, files: walked.files, unlisted });
  if (!isForced && isMassDeletion(gone.length, synced.size, walked.files.length)) {
    result.withheld = `${gone.length.toLocaleString('en')} of ${synced.size.toLocaleString('en')} sources of “${prefix}” would be deleted, because their files are gone. If that is right, add --force; if another folder has the same name, give each a --prefix.`;
    return;
  }
  for (let start = 0; start < gone.length; start += DELETED_AT_ONCE) {
    service.signal.throwIfAborted();
    const part = gone.slice(start, start + DELETED_AT_ONCE);
    if (!isDryRun)
      await deleteSources(
        service,
        part.map(({ id }) => id),
      );
    for (const { externalId } of part) {
      const file = externalId.slice(prefix.length + 1);
      result.deleted.push(file);
      progress.line(`deleted  ${file}`);
    }
  }
}

/** What a run did, in one line. */
export function summaryOf(
  { added, changed, deleted, unchanged, failed }: SyncResult,
  isDryRun: boolean,
): string {
  const parts = [
    `${added.length.toLocaleString('en')} added`,
    `${changed.length.toLocaleString('en')} changed`,
    `${deleted.length.toLocaleString('en')} deleted`,
    `${unchanged.toLocaleString('en')} unchanged`,
    ...(failed.length > 0 ? [`${failed.length.toLocaleString('en')} failed`] : []),
  ];
  return `${isDryRun ? 'Would be: ' : ''}${parts.join(', ')}`;
}

/** Fails a command whose run was not whole. */
export function assertWhole({ failed, withheld }: Pick<SyncResult, 'failed' | 'withheld'>): void {
  if (withheld !== undefined) throw new OperatorError(withheld);
  if (failed.length > 0) process.exitCode = 1;
}
