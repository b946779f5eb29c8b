import { basename } from 'node:path/posix';
import { z } from 'zod';
import type {
  Change,
  Connection,
  ConnectionOptions,
  ConnectorKind,
  FoundDocument,
} from '#connectors/connector.ts';
import { asFound, pagesOf } from '#connectors/kinds/pages-of.ts';
import { isWanted } from '#connectors/kinds/path-patterns.ts';
import { idOf, sha256 } from '#connectors/kinds/web-tools.ts';
import { toIso } from '#lib/clock.ts';
import type { GuardOptions } from '#net/guarded-lookup.ts';
import { type Clone, GIT_LIMITS, type GitLimits, openClone } from './clone.ts';
import { openRemote, type Remote } from './remote.ts';
import { GitFailure } from './run-git.ts';
import { GitCredentials, GitSettings } from './settings.ts';
import {
  findCommit,
  isObjectId,
  type LastChange,
  readBlob,
  readDiff,
  readLastChanges,
  readSizes,
  readTree,
  type TreeEntry,
} from './store.ts';
import { webUrlOf } from './web-url.ts';

/** How hosts are resolved, and how much time and disk git may use. */
export type GitTools = { guard: GuardOptions; gitLimits?: GitLimits | undefined };

/** A branch of a git repository, read by `git` from a bare clone. Symbolic links, submodules and hidden files are left out. */
export const git: ConnectorKind<GitSettings, GitCredentials, GitTools> = {
  kind: 'git',
  settings: GitSettings,
  credentials: GitCredentials,
  destination: ({ url }) => url,
  connect: async ({ guard, gitLimits = GIT_LIMITS }, options) => {
    const { settings, credentials, folder, maxBytes, signal } = options;
    const remote = await openRemote(guard, settings, credentials);
    const { branch } = settings;
    const clone = await openClone({ remote, branch, folder, maxBytes, signal, limits: gitLimits });
    return connectionTo(clone, remote, options);
  },
};

const Cursor = z.object({ commit: z.string().refine(isObjectId), settings: z.string() });
/** Milliseconds of the year 9999. */
const MAX_TIME = 253_402_300_799_000;
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';

function connectionTo(
  clone: Clone,
  remote: Remote,
  { settings, maxBytes }: ConnectionOptions<GitSettings, GitCredentials>,
): Connection {
  const settingsHash = sha256(JSON.stringify([settings, maxBytes]));
  let isUpdated = false;
  const update = async (): Promise<string> => {
    const head = await clone.update(await clone.remoteHead());
    isUpdated = true;
    return head;
  };

  async function* changesOf(entries: AsyncGenerator<TreeEntry>, commit: string): AsyncGenerator<Change> {
    const sizes = await readSizes(clone.content);
    const lastChanges = await readLastChanges(clone.history);
    for await (const { mode, blob, path: bytes } of entries) {
      const path = readPath(bytes);
      if (path === undefined || !isWanted(path, settings)) continue;
      yield isFile(mode)
        ? asFound(documentOf({ path, blob, commit }, sizes.get(blob), lastChanges.get(path)))
        : { type: 'deleted', id: idOf(path) };
    }
  }

  const documentOf = (
    { path, blob, commit }: { path: string; blob: string; commit: string },
    size: number | undefined,
    last: LastChange | undefined,
  ): FoundDocument => {
    const name = basename(path);
    const isDated = last !== undefined && last.at >= 0 && last.at <= MAX_TIME;
    return {
      id: idOf(path),
      version: blob,
      fingerprint: blob,
      name,
      fileName: name,
      url: webUrlOf(remote, settings, { path, commit }),
      // The server left it out, because it is too large.
      sizeBytes: size ?? maxBytes + 1,
      metadata: {
        path,
        ...(last && { commit: last.commit, ...(last.author !== '' && { author: last.author }) }),
        ...(isDated && { changed_at: toIso(last.at) }),
      },
    };
  };

  return {
    async list({ cursor: text }) {
      const since = readCursor(text, settingsHash);
      const remoteHead = await clone.remoteHead();
      const cursorAt = (commit: string) => JSON.stringify({ commit, settings: settingsHash });
      if (since === remoteHead)
        return { covers: 'changes', pages: pagesOf([]), cursor: () => cursorAt(remoteHead) };
      const head = await clone.update(remoteHead);
      isUpdated = true;
      const isKnown = since !== undefined && (await findCommit(clone.content, since)) !== undefined;
      return {
        covers: isKnown ? 'changes' : 'everything',
        pages: pagesOf(changesOf(isKnown ? readDiff(clone.content, since, head) : wholeTree(head), head)),
        cursor: () => cursorAt(head),
      };
    },
    async fetch({ version }) {
      if (!isObjectId(version)) return undefined;
      const bytes = await openBlob(clone, version);
      if (bytes || isUpdated) return bytes;
      // The folder was emptied since it was listed.
      await update();
      return await openBlob(clone, version);
    },
    close: async () => {},
  };

  /** Without links and submodules, so that a file that one of them replaced counts as gone. */
  async function* wholeTree(head: string): AsyncGenerator<TreeEntry> {
    for await (const entry of readTree(clone.content, head)) if (isFile(entry.mode)) yield entry;
  }
}

/** Regular files. Others are links (120000) and submodules (160000). */
const isFile = (mode: string): boolean => /^100[0-7]{3}$/.test(mode);

/** The commit of the last run, unless it had other settings. */
function readCursor(text: string | undefined, settings: string): string | undefined {
  if (text === undefined) return undefined;
  const read = Cursor.safeParse(JSON.parse(text));
  return read.success && read.data.settings === settings ? read.data.commit : undefined;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Undefined for what is left out: hidden files, and paths that are not UTF-8, lead elsewhere or have control characters. */
function readPath(bytes: Buffer): string | undefined {
  let path: string;
  try {
    path = utf8.decode(bytes);
  } catch {
    return undefined;
  }
  if (/\p{Cc}/u.test(path)) return undefined;
  // Parts that begin with a dot are hidden, `.` or `..`.
  return path.split('/').some((part) => part === '' || part.startsWith('.')) ? undefined : path;
}

/** Undefined if the blob is not there, or only stands for a file of Git LFS. */
async function openBlob(
  clone: Clone,
  blob: string,
): Promise<{ bytes: AsyncIterable<Uint8Array> } | undefined> {
  const stream = readBlob(clone.content, blob);
  let first: Buffer | undefined;
  try {
    const { value, done } = await stream.next();
    first = done ? undefined : value;
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
  if (first?.subarray(0, LFS_POINTER.length).toString('latin1') === LFS_POINTER) {
    await stream.return('');
    return undefined;
  }
  return { bytes: after(first, stream) };
}

async function* after(
  first: Buffer | undefined,
  rest: AsyncGenerator<Buffer, string>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first) yield first;
    yield* rest;
  } finally {
    await rest.return('');
  }
}
