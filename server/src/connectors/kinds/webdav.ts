import { basename } from 'node:path/posix';
import { z } from 'zod';
import type { ChangePage, Connection, ConnectorKind, FoundDocument } from '#connectors/connector.ts';
import { ConnectorFault } from '#connectors/connector-fault.ts';
import { decodeEscapes } from '#lib/decode-escapes.ts';
import { readRetryAfter } from '#lib/retry-after.ts';
import { FetchError } from '#net/fetch-error.ts';
import type { GuardedAgent } from '#net/guarded-agent.ts';
import { readXmlAnswer, type XmlAnswerHandlers } from '#net/read-xml-answer.ts';
import { isRedirect } from '#net/redirects.ts';
import { type GuardedResponse, requestGuarded } from '#net/request-guarded.ts';
import { faultOfFetch, withFaults } from './fetch-fault.ts';
import { asFound, pagesOf } from './pages-of.ts';
import { isWanted, pathPatterns } from './path-patterns.ts';
import { idOf } from './web-tools.ts';

const TIMEOUT_MS = 30_000;
const LISTING_BYTES = 32 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const MAX_DEPTH = 32;
const MAX_FOLDERS = 50_000;

const isPlace = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
};

const WebdavSettings = z
  .strictObject({
    url: z
      .string()
      .max(2_000)
      .refine(isPlace, 'must be an http:// or https:// URL without user name, password and query')
      .meta({
        description:
          'The address of the folder, such as `https://cloud.example.com/remote.php/dav/files/ada/Handbook` of a Nextcloud.',
      }),
    ...pathPatterns,
  })
  .meta({ id: 'WebdavConnectorSettings', description: 'A folder of a WebDAV server.' });
type WebdavSettings = z.output<typeof WebdavSettings>;

const WebdavCredentials = z
  .strictObject({
    username: z.string().min(1).max(320).optional().meta({ description: 'The user.' }),
    password: z
      .string()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: 'A password, or an app password.' }),
    token: z.string().min(1).max(10_000).optional().meta({ description: 'A bearer token in place of both.' }),
  })
  .refine(
    ({ username, password, token }) =>
      (token === undefined) === (username !== undefined && password !== undefined),
    {
      message: 'must have a username with its password, or a token',
    },
  )
  .meta({ id: 'WebdavConnectorCredentials', description: 'A user with a password, or a token.' });
type WebdavCredentials = z.output<typeof WebdavCredentials>;

type Tools = { fetcher: { agent: GuardedAgent } };

/** A folder of a WebDAV server, such as Nextcloud, with all folders below it. */
export const webdav: ConnectorKind<WebdavSettings, WebdavCredentials, Tools> = {
  kind: 'webdav',
  settings: WebdavSettings,
  credentials: WebdavCredentials,
  destination: ({ url }) => new URL(url).origin,
  connect: async ({ fetcher }, { settings, credentials, signal, maxBytes }): Promise<Connection> => {
    const root = new URL(settings.url);
    if (!root.pathname.endsWith('/')) root.pathname += '/';
    const server = { agent: fetcher.agent, signal, root, authorization: authorizationOf(credentials) };
    return {
      list: async () => ({
        covers: 'everything',
        pages: walk(server, settings),
        cursor: () => undefined,
      }),
      fetch: async ({ metadata }) => {
        const response = await send(server, addressOf(root, String(metadata['path'])), { method: 'GET' });
        if (response.status === 404 || response.status === 410) {
          response.close();
          return undefined;
        }
        if (response.status !== 200) throw refusalOfFile(response);
        return { bytes: withFaults(response.read(maxBytes + 1)), mimeType: response.headers['content-type'] };
      },
      close: async () => {},
    };
  },
};

type Server = { agent: GuardedAgent; signal: AbortSignal; root: URL; authorization: string | undefined };

function authorizationOf(credentials: WebdavCredentials | undefined): string | undefined {
  if (!credentials) return undefined;
  const { username, password, token } = credentials;
  return token === undefined
    ? `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    : `Bearer ${token}`;
}

/** path: below the root, decoded. */
const addressOf = (root: URL, path: string): URL =>
  new URL(root.pathname + path.split('/').map(encodeURIComponent).join('/'), root);

type Found = {
  /** Below the root, decoded; folders end with a slash. */
  path: string;
  isFolder: boolean;
  etag: string;
  fileId: string;
  sizeBytes: number | undefined;
  changedAt: string;
};

/** A folder that may not be read, or is gone, counts as empty: what the user may no longer see has to go. */
async function* walk(server: Server, settings: WebdavSettings): AsyncGenerator<ChangePage> {
  const folders = [''];
  const known = new Set(folders);
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    server.signal.throwIfAborted();
    const found = await readFolder(server, folder);
    for (const { path, isFolder } of found) {
      if (!isFolder || known.has(path) || path.split('/').length > MAX_DEPTH) continue;
      if (known.size >= MAX_FOLDERS)
        throw new ConnectorFault(
          'settings',
          `The place has more than ${MAX_FOLDERS} folders. Connect parts of it.`,
        );
      known.add(path);
      folders.push(path);
    }
    const documents = found.filter(({ path, isFolder }) => !isFolder && isWanted(path, settings));
    yield* pagesOf(documents.map((each) => asFound(documentOf(each))));
  }
}

function documentOf({ path, etag, fileId, sizeBytes, changedAt }: Found): FoundDocument {
  const name = basename(path);
  return {
    id: idOf(path),
    version: `${etag === '' ? changedAt : etag}-${sizeBytes ?? ''}`.slice(0, 200),
    ...(fileId !== '' && etag !== '' && { fingerprint: `${fileId}-${etag}`.slice(0, 200) }),
    name,
    fileName: name,
    ...(sizeBytes !== undefined && { sizeBytes }),
    metadata: { path, ...(changedAt !== '' && { changed_at: changedAt }) },
  };
}

const PROPERTIES = `<?xml version="1.0"?>
<d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns"><d:prop><d:resourcetype/><d:getetag/><d:getcontentlength/><d:getlastmodified/><oc:fileid/></d:prop></d:propfind>`;

const ask = (server: Server, url: URL, depth: '0' | '1'): Promise<GuardedResponse> =>
  send(server, url, {
    method: 'PROPFIND',
    headers: { depth, 'content-type': 'application/xml; charset=utf-8' },
    body: PROPERTIES,
  });

/** Throws ConnectorFault unless the folder that is connected can still be read. */
async function assertAccepted(server: Server): Promise<void> {
  const response = await ask(server, server.root, '0');
  if (response.status !== 207) throw refusal(response);
  response.close();
}

async function readFolder(server: Server, folder: string): Promise<Found[]> {
  const url = addressOf(server.root, folder);
  const response = await ask(server, url, '1');
  if (folder !== '' && [401, 403, 404, 410].includes(response.status)) {
    response.close();
    // Either this folder is not for the user, or the credentials were revoked during the walk: servers answer that with
    // any of these.
    await assertAccepted(server);
    return [];
  }
  if (response.status !== 207) throw refusal(response);
  const found: Found[] = [];
  const collect = collector(server.root, (each) => {
    // The folder itself is listed too.
    if (each.path !== folder && each.path !== '') found.push(each);
  });
  await readXmlAnswer(withFaults(response.read(LISTING_BYTES)), url.host, collect).catch((error: unknown) => {
    throw error instanceof FetchError ? faultOfFetch(error) : error;
  });
  return found;
}

/** Handlers that call `onFound` for each response of a multistatus (RFC 4918, 14). */
function collector(root: URL, onFound: (found: Found) => void): XmlAnswerHandlers {
  let href = '';
  let values = new Map<string, string>();
  let pending = new Map<string, string>();
  let isFolder = false;
  return {
    open: (name) => {
      if (name === 'response') {
        href = '';
        values = new Map();
        isFolder = false;
      } else if (name === 'propstat') pending = new Map();
      else if (name === 'collection') isFolder = true;
    },
    close: (name, text) => {
      if (name === 'href' && href === '') href = text.trim();
      else if (name === 'status' && / 2\d\d /.test(`${text} `)) values = new Map([...values, ...pending]);
      else if (name === 'response' && href !== '') {
        const path = pathOf(root, href, isFolder);
        if (path === undefined) return;
        onFound({ path, isFolder, ...describe(values) });
      } else pending.set(name, text.trim());
    },
  };
}

function describe(values: ReadonlyMap<string, string>): Omit<Found, 'path' | 'isFolder'> {
  const size = Number(values.get('getcontentlength') || Number.NaN);
  const changedAt = new Date(values.get('getlastmodified') ?? '');
  return {
    etag: (values.get('getetag') ?? '').replaceAll('"', ''),
    fileId: values.get('fileid') ?? '',
    sizeBytes: Number.isFinite(size) ? size : undefined,
    changedAt: Number.isNaN(changedAt.getTime()) ? '' : changedAt.toISOString(),
  };
}

/** The path below the root that an address of a listing names. Throws ConnectorFault if it lies elsewhere; undefined if it
 *  cannot be decoded. */
function pathOf(root: URL, href: string, isFolder: boolean): string | undefined {
  if (!URL.canParse(href, root.href)) return undefined;
  const url = new URL(href, root);
  const [path, base] = [decodeEscapes(url.pathname), decodeEscapes(root.pathname)];
  if (path === undefined || base === undefined) return undefined;
  const whole = isFolder && !path.endsWith('/') ? `${path}/` : path;
  const isElsewhere = url.host !== root.host || !whole.startsWith(base);
  if (isElsewhere || whole.split('/').some((part) => part === '..' || part === '.'))
    throw new ConnectorFault('untrusted', 'The server lists files outside of the folder that is connected.');
  return whole.slice(base.length);
}

type Request = { method: string; headers?: Record<string, string>; body?: string };

/** Follows redirects within the host, such as to a name with a slash. Throws ConnectorFault. */
async function send(
  { agent, signal, authorization }: Server,
  first: URL,
  request: Request,
): Promise<GuardedResponse> {
  const headers = { ...request.headers, ...(authorization !== undefined && { authorization }) };
  let url = first;
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await requestGuarded(agent, url, {
      ...request,
      headers,
      timeoutMs: TIMEOUT_MS,
      signal,
    }).catch((error: unknown) => {
      throw error instanceof FetchError ? faultOfFetch(error) : error;
    });
    if (!isRedirect(response.status)) return response;
    response.close();
    const location = response.headers['location'] ?? '';
    if (!URL.canParse(location, url.href)) break;
    const target = new URL(location, url);
    if (target.origin !== first.origin)
      throw new ConnectorFault(
        'untrusted',
        'The server redirects to another host, to which nothing is sent.',
      );
    url = target;
  }
  throw new ConnectorFault('untrusted', 'The server redirects without an end.');
}

/** A file that the user may not read is a fault of that file, not of the place. */
function refusalOfFile(response: GuardedResponse): ConnectorFault {
  const { status } = response;
  const isOfPlace = status === 401 || status === 429 || status < 400 || status >= 500;
  if (isOfPlace) return refusal(response);
  response.close();
  return new ConnectorFault('untrusted', `The server refuses this file: it answered ${status}.`);
}

function refusal(response: GuardedResponse): ConnectorFault {
  const { status, headers } = response;
  response.close();
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  if (status === 401 || status === 403)
    return new ConnectorFault('credentials', 'The server refuses the user name and password, or the token.');
  if (status === 404 || status === 410)
    return new ConnectorFault('settings', 'There is no such folder. Check `url`.');
  if (status === 405 || status === 501 || status === 200)
    return new ConnectorFault('settings', 'The server does not speak WebDAV at this address. Check `url`.');
  if (status === 429)
    return new ConnectorFault('rate_limited', 'The server asks for fewer requests.', { retryAfterMs });
  if (status >= 500)
    return new ConnectorFault('unavailable', `The server answered ${status}; it has a fault of its own.`, {
      retryAfterMs,
    });
  return new ConnectorFault('settings', `The server answered ${status}. Check \`url\`.`);
}
