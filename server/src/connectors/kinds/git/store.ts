import { GitFailure, type GitRun, partsOf, runGit, streamGit } from './run-git.ts';

/** Where the commit of the last update is. */
export const HEAD = 'refs/footnote/head';

const READ_MS = 10 * 60_000;
const HISTORY_MS = 2 * 60_000;

/** Who changed a file last. at: milliseconds. */
export type LastChange = { commit: string; author: string; at: number };

/** An entry of a tree. `path` is as git has it: any bytes but zero. */
export type TreeEntry = { mode: string; blob: string; path: Buffer };

/** A bare repository on this machine, which is only read here. */
export type Store = { gitDir: string; signal: AbortSignal };

export const isObjectId = (text: string): boolean => /^(?:[\da-f]{40}|[\da-f]{64})$/.test(text);

const streamOf = ({ gitDir, signal }: Store, ...args: string[]): AsyncGenerator<Buffer, string> =>
  streamGit(['--git-dir', gitDir, ...args], { signal, timeoutMs: READ_MS });

const outputOf = async ({ gitDir, signal }: Store, ...args: string[]): Promise<string> => {
  const run: GitRun = { signal, timeoutMs: READ_MS };
  return (await runGit(['--git-dir', gitDir, ...args], run, 1024 * 1024)).output.trim();
};

/** The id of a commit or a ref; undefined if it is not here. */
export async function findCommit(store: Store, name: string): Promise<string | undefined> {
  try {
    return await outputOf(store, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch (error) {
    if (error instanceof GitFailure) return undefined;
    throw error;
  }
}

export async function* readTree(store: Store, commit: string): AsyncGenerator<TreeEntry> {
  // 100644 blob <id>\t<path>
  for await (const part of partsOf(streamOf(store, 'ls-tree', '-r', '-z', commit))) {
    const tab = part.indexOf(9);
    const [mode = '', , blob = ''] = part.subarray(0, tab).toString('latin1').split(' ');
    yield { mode, blob, path: Buffer.from(part.subarray(tab + 1)) };
  }
}

/** Entries that differ; those that are gone have the mode 000000. A rename is two of them, with equal blobs. */
export async function* readDiff(store: Store, from: string, to: string): AsyncGenerator<TreeEntry> {
  // :100644 100644 <id> <id> M, and the path as a part of its own.
  const options = ['-r', '-z', '--raw', '--no-renames', '--no-abbrev'];
  let fields: string[] | undefined;
  for await (const part of partsOf(streamOf(store, 'diff-tree', ...options, from, to))) {
    if (!fields) fields = part.toString('latin1').split(' ');
    else {
      yield { mode: fields[1] ?? '', blob: fields[3] ?? '', path: Buffer.from(part) };
      fields = undefined;
    }
  }
}

/** Bytes of the blobs that are here. Asking for one that is not would have git fetch it. */
export async function readSizes(store: Store): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const format = '--batch-check=%(objectname) %(objecttype) %(objectsize)';
  let rest = '';
  for await (const part of streamOf(store, 'cat-file', '--batch-all-objects', '--unordered', format)) {
    const lines = (rest + part.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [id = '', type, size] = line.split(' ');
      if (type === 'blob') sizes.set(id, Number(size));
    }
  }
  return sizes;
}

/** Throws GitFailure if it is not here. */
export const readBlob = (store: Store, blob: string): AsyncGenerator<Buffer, string> =>
  streamOf(store, 'cat-file', 'blob', blob);

/** By path, as far as the commits that are here tell. */
export async function readLastChanges(store: Store): Promise<ReadonlyMap<string, LastChange>> {
  const changes = new Map<string, LastChange>();
  if ((await findCommit(store, HEAD)) === undefined) return changes;
  const isShallow = (await outputOf(store, 'rev-parse', '--is-shallow-repository')) === 'true';
  const oldest = isShallow ? await outputOf(store, 'rev-list', '--max-parents=0', HEAD, '--') : '';
  const boundary = new Set(oldest.split('\n'));
  const options = '-z --raw --no-renames --no-abbrev --no-decorate --no-show-signature';
  const { gitDir, signal } = store;
  const args = ['log', ...options.split(' '), '--format=%x01%H%x01%ct%x01%an', HEAD, '--'];
  const stream = streamGit(['--git-dir', gitDir, ...args], { signal, timeoutMs: HISTORY_MS });
  let current: LastChange | undefined;
  let isPath = false;
  for await (const part of partsOf(stream)) {
    // What comes after an entry is its path, whatever it looks like.
    if (isPath) {
      const path = part.toString('utf8');
      if (current && !changes.has(path)) changes.set(path, current);
      isPath = false;
      continue;
    }
    const line = part.toString('utf8').replaceAll('\n', '');
    if (line.startsWith(':')) isPath = true;
    else if (line.startsWith('\u0001')) {
      const [, commit = '', seconds, author = ''] = line.split('\u0001');
      // The oldest commit that was fetched looks as if it had added everything.
      current = boundary.has(commit) ? undefined : { commit, author, at: Number(seconds) * 1_000 };
    }
  }
  return changes;
}
