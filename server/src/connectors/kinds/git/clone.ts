import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { sha256 } from '#connectors/kinds/web-tools.ts';
import { faultOfGit } from './git-fault.ts';
import type { Remote } from './remote.ts';
import { runGit, sizeOf } from './run-git.ts';
import { findCommit, HEAD, isObjectId, type Store } from './store.ts';

/** How much time and disk git may use. */
export type GitLimits = {
  /** Milliseconds for a clone. */
  cloneMs: number;
  /** Bytes on disk. */
  folderBytes: number;
};

export const GIT_LIMITS: GitLimits = { cloneMs: 10 * 60_000, folderBytes: 2 * 1024 ** 3 };

const ASK_MS = 60_000;
const HISTORY_MS = 2 * 60_000;
/** The newest commits, which are searched for who changed a file last. */
const HISTORY_COMMITS = 500;
/** The share of the free space that a clone may take. */
const SHARE_OF_DISK = 0.8;
/** A file that exists while git writes. If it exists before, git was killed and may have left locks. */
const UNFINISHED = 'unfinished';

/** Two bare repositories in the folder of a connector. `content` has the files of the newest commit that are small enough.
 *  `history` has commits and trees without files: in one repository, the server would assume that the files of old commits
 *  are there too, and would not send one that comes back. */
export type Clone = {
  content: Store;
  history: Store;
  /** The commit of the branch at the remote. */
  remoteHead(): Promise<string>;
  /** Fetches the branch unless its commit is here, and returns its commit. */
  update(remoteHead: string): Promise<string>;
};

export type CloneOptions = {
  remote: Remote;
  branch: string | undefined;
  folder: string;
  maxBytes: number;
  signal: AbortSignal;
  limits: GitLimits;
};

type Place = CloneOptions & { ref: string; root: string; content: Store; history: Store };

export async function openClone(options: CloneOptions): Promise<Clone> {
  const { remote, branch, folder, maxBytes, signal } = options;
  await assertVersion(signal);
  const ref = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
  // A clone of another URL or branch, or with another size limit, is replaced.
  const root = join(folder, `clone-${sha256(remote.url, ref, String(maxBytes)).slice(0, 16)}`);
  for (const name of await readdir(folder))
    if (join(folder, name) !== root) await rm(join(folder, name), { recursive: true, force: true });
  const content = { gitDir: join(root, 'content.git'), signal };
  const history = { gitDir: join(root, 'history.git'), signal };
  const place = { ...options, ref, root, content, history };
  return {
    content,
    history,
    remoteHead: () => askForHead(place),
    update: (remoteHead) => update(place, remoteHead),
  };
}

async function askForHead({ remote, branch, ref, signal }: Place): Promise<string> {
  const { output } = await remote
    .reach((access) =>
      runGit(['ls-remote', '--quiet', remote.url, ref], { signal, timeoutMs: ASK_MS, access }),
    )
    .catch((error: unknown) => {
      throw faultOfGit(error, remote);
    });
  for (const line of output.split('\n')) {
    const [commit = '', name] = line.split('\t');
    if (name === ref && isObjectId(commit)) return commit;
  }
  throw new ConnectorFault(
    'settings',
    branch === undefined
      ? `The repository at ${remote.host} has no commits, or none on its main branch. Name a \`branch\`.`
      : `The repository at ${remote.host} has no branch ${branch}.`,
  );
}

async function update(place: Place, remoteHead: string): Promise<string> {
  const { remote, root, content, signal } = place;
  await prepare(place);
  const before = await findCommit(content, HEAD);
  if (before === remoteHead) return remoteHead;
  try {
    await fetchAll(place).catch(async (error: unknown) => {
      signal.throwIfAborted();
      // Objects of earlier runs may be what takes too much space.
      if (before === undefined) throw error;
      await rm(root, { recursive: true, force: true });
      await prepare(place);
      await fetchAll(place);
    });
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw faultOfGit(error, remote);
  }
  const head = await findCommit(content, HEAD);
  if (head === undefined)
    throw new ConnectorFault('untrusted', `${remote.host} does not answer as a git server does.`);
  return head;
}

async function prepare({ root, content, history, signal }: Place): Promise<void> {
  const names: string[] = await readdir(root).catch(() => []);
  if (names.includes(UNFINISHED)) await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const { gitDir } of [content, history]) {
    const found: string[] = await readdir(gitDir).catch(() => []);
    if (!found.includes('HEAD')) await init(gitDir, signal);
  }
}

const init = (gitDir: string, signal: AbortSignal): Promise<unknown> =>
  runGit(['init', '--quiet', '--bare', '--template=', gitDir], { signal, timeoutMs: ASK_MS });

async function fetchAll(place: Place): Promise<void> {
  const { root, content, history, maxBytes, limits, signal } = place;
  await writeFile(join(root, UNFINISHED), '');
  const said = await fetchInto(content, place, {
    filter: `blob:limit=${maxBytes + 1}`,
    depth: 1,
    timeoutMs: limits.cloneMs,
  });
  // Without filters, the server would send the files of all those commits.
  if (!said.includes('filtering not recognized'))
    await fetchInto(history, place, {
      filter: 'blob:none',
      depth: HISTORY_COMMITS,
      timeoutMs: HISTORY_MS,
    }).catch(async () => {
      signal.throwIfAborted();
      // Authors are optional.
      await rm(history.gitDir, { recursive: true, force: true });
      await init(history.gitDir, signal);
    });
  await rm(join(root, UNFINISHED));
}

/** Returns what git said. */
async function fetchInto(
  { gitDir, signal }: Store,
  { remote, ref, root, limits }: Place,
  { filter, depth, timeoutMs }: { filter: string; depth: number; timeoutMs: number },
): Promise<string> {
  const { bavail, bsize } = await statfs(root);
  const room = (await sizeOf(root)) + bavail * bsize * SHARE_OF_DISK;
  const options =
    '--quiet --no-tags --no-write-fetch-head --no-recurse-submodules --no-auto-maintenance --force';
  const args = [...options.split(' '), `--depth=${depth}`, `--filter=${filter}`];
  const { said } = await remote.reach((access) =>
    runGit(['--git-dir', gitDir, 'fetch', ...args, 'origin', `+${ref}:${HEAD}`], {
      signal,
      timeoutMs,
      access,
      folder: { path: root, maxBytes: Math.min(limits.folderBytes, room) },
    }),
  );
  return said;
}

/** Older versions do not know `http.curloptResolve`, and would resolve the host again. */
async function assertVersion(signal: AbortSignal): Promise<void> {
  const { output } = await runGit(['version'], { signal, timeoutMs: ASK_MS });
  const [, major, minor] = /(\d{1,4})\.(\d{1,4})/.exec(output) ?? [];
  if (Number(major) * 1_000 + Number(minor) < 2_037)
    throw new ConnectorFault(
      'settings',
      'Git on the server is older than 2.37. The operator has to update it.',
    );
}
