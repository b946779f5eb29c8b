import { constants } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { basename } from 'node:path/posix';
import { z } from 'zod';
import type { Change, ConnectorKind, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { text } from '#records/fields.ts';
import { asFound, pagesOf } from './pages-of.ts';
import { isWanted, pathPatterns } from './path-patterns.ts';

const PATH_CHARACTERS = 4_096;
/** Nested folders. */
const MAX_DEPTH = 64;
const READ_BYTES = 256 * 1024;

const FolderSettings = z
  .strictObject({
    path: text(PATH_CHARACTERS)
      .refine((path) => isAbsolute(path), 'must be an absolute path, such as /srv/documents')
      .meta({
        description: 'The folder on the server. CONNECTOR_FOLDERS must name it, or a folder above it.',
      }),
    ...pathPatterns,
  })
  .meta({ id: 'FolderConnectorSettings', description: 'A folder on the server.' });
type FolderSettings = z.output<typeof FolderSettings>;

type Tools = { connectorFolders: readonly string[] };

/** A folder on the server. Symbolic links, hidden files and special files are left out. */
export const folder: ConnectorKind<FolderSettings, undefined, Tools> = {
  kind: 'folder',
  settings: FolderSettings,
  credentials: z.undefined(),
  connect: async ({ connectorFolders }, { settings, signal }) => {
    const root = await openRoot(settings.path, connectorFolders);
    return {
      list: async () => ({
        covers: 'everything',
        pages: pagesOf(changesOf(root, settings, signal)),
        cursor: () => undefined,
      }),
      fetch: async (document) => {
        const file = await openWithin(root, document.id);
        return file && { bytes: readFile(file, signal) };
      },
      close: async () => {},
    };
  },
};

/** The real path of a folder. Throws ConnectorFault if it is gone, or not below an allowed one. */
async function openRoot(path: string, allowed: readonly string[]): Promise<string> {
  if (allowed.length === 0)
    throw new ConnectorFault(
      'settings',
      'Folders of the server can be connected only if the setting CONNECTOR_FOLDERS names them.',
    );
  const roots = await Promise.all(allowed.map((each) => realpath(each).catch(() => each)));
  // By name first, so that the answer does not tell what exists elsewhere on the server.
  if (!isWithinOne([...allowed, ...roots], resolve(path))) throw notAllowed(path);
  const root = await realpath(path).catch((cause) => {
    throw unreadable(path, cause);
  });
  if (!isWithinOne(roots, root)) throw notAllowed(path);
  const isDirectory = (await lstat(root)).isDirectory();
  if (!isDirectory) throw new ConnectorFault('settings', `${path} is a file, not a folder.`);
  return root;
}

const notAllowed = (path: string): ConnectorFault =>
  new ConnectorFault('settings', `${path} is not below a folder that the setting CONNECTOR_FOLDERS names.`);

const isWithinOne = (outer: readonly string[], inner: string): boolean =>
  outer.some((each) => isWithin(each, inner));

const isWithin = (outer: string, inner: string): boolean => {
  const between = relative(outer, inner);
  return between === '' || (!isAbsolute(between) && between !== '..' && !between.startsWith(`..${sep}`));
};

function unreadable(path: string, cause: NodeJS.ErrnoException): ConnectorFault {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
    return new ConnectorFault('settings', `The folder ${path} does not exist.`, { cause });
  if (cause.code === 'EACCES' || cause.code === 'EPERM')
    return new ConnectorFault('settings', `The service may not read ${path}.`, { cause });
  return new ConnectorFault('unavailable', `The folder ${path} could not be read (${cause.code}).`, {
    cause,
  });
}

async function* changesOf(
  root: string,
  settings: FolderSettings,
  signal: AbortSignal,
): AsyncGenerator<Change> {
  for await (const document of walk(root, '', 0, settings)) {
    signal.throwIfAborted();
    yield asFound(document);
  }
  await realpath(root).catch((cause) => {
    throw unreadable(root, cause);
  });
}

/** A folder that may not be read ends the listing: its files would count as deleted. */
async function* walk(
  root: string,
  path: string,
  depth: number,
  settings: FolderSettings,
): AsyncGenerator<FoundDocument> {
  if (depth > MAX_DEPTH) return;
  const directory = await opendir(join(root, path)).catch((cause) => {
    // Removed since its parent was read.
    if (depth > 0 && cause.code === 'ENOENT') return undefined;
    throw unreadable(join(root, path), cause);
  });
  if (!directory) return;
  for await (const entry of directory) {
    if (entry.name.startsWith('.')) continue;
    // Ids have slashes on every system.
    const inner = path === '' ? entry.name : `${path}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, inner, depth + 1, settings);
    else if (entry.isFile() && isWanted(inner, settings)) {
      const document = await describe(root, inner);
      if (document) yield document;
    }
  }
}

/** Undefined if the file is gone, or no longer a file. */
async function describe(root: string, path: string): Promise<FoundDocument | undefined> {
  const stat = await lstat(join(root, path), { bigint: true }).catch((cause) => {
    if (cause.code === 'ENOENT') return undefined;
    throw unreadable(join(root, path), cause);
  });
  if (!stat?.isFile()) return undefined;
  const name = basename(path);
  return {
    id: path,
    version: `${stat.size}-${stat.mtimeNs}-${stat.ino}`,
    // A file that is renamed keeps all of these.
    fingerprint: `${stat.dev}-${stat.ino}-${stat.size}-${stat.mtimeNs}`,
    name,
    fileName: name,
    sizeBytes: Number(stat.size),
    metadata: { path, changed_at: new Date(Number(stat.mtimeMs)).toISOString() },
  };
}

/** Opens a file of the folder. Undefined if it is gone, or if a part of its path became a link to elsewhere. */
async function openWithin(root: string, path: string): Promise<FileHandle | undefined> {
  const whole = join(root, path);
  try {
    if ((await realpath(whole)) !== whole || !isWithin(root, whole)) return undefined;
    // NONBLOCK: opening a pipe that took the file's place would wait for a writer.
    const file = await open(whole, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    // Between the two calls above, a folder on the way may have become a link. Linux says what was opened.
    const opened = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(whole));
    if ((await file.stat()).isFile() && opened === whole) return file;
    await file.close();
    return undefined;
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw new ConnectorFault('untrusted', `The service may not read the file (${code}).`, { cause });
  }
}

async function* readFile(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    const part = Buffer.allocUnsafeSlow(READ_BYTES);
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead } = await file.read(part, 0, part.length);
      if (bytesRead === 0) return;
      yield part.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
