import { chmodSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#config/config.ts';
import { isLoopbackName } from '#net/address-rules.ts';
import { spoolFolder } from '#records/content.ts';

/** Finds what other machines and users can access, for warnings at the start and for `footnote doctor --security`. */

type NetworkSettings = Pick<Config, 'HOST' | 'TLS_CERT_FILE' | 'LIVE_BASE_URL' | 'SANDBOX_BASE_URL' | 'ROLE'>;

/** Whether a host is certainly this machine. A name other than `localhost` may be any address. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(host) === 4) return host.startsWith('127.');
  return isLoopbackName(host) || host === '::1' || /^::ffff:127\./.test(host);
}

/** Whether HOST lets other machines connect. */
export const listensBeyondLoopback = ({ HOST }: Pick<Config, 'HOST'>): boolean => !isLoopback(HOST);

const BASE_URLS = ['LIVE_BASE_URL', 'SANDBOX_BASE_URL'] as const;

/** Warnings about unencrypted connections. */
export function plainHttp(config: NetworkSettings): string[] {
  if (config.TLS_CERT_FILE !== undefined || config.ROLE === 'worker') return [];
  const plain = BASE_URLS.filter((name) => {
    const url = config[name];
    return url?.startsWith('http:') && !isLoopback(new URL(url).hostname);
  });
  if (plain.length > 0)
    return [
      `${plain.join(' and ')} ${plain.length > 1 ? 'are' : 'is'} plain HTTP, so keys and passwords cross the network without encryption: use https.`,
    ];
  if (!listensBeyondLoopback(config) || BASE_URLS.every((name) => config[name]?.startsWith('https:')))
    return [];
  return [
    `HOST=${config.HOST} lets other machines connect without encryption: set TLS_CERT_FILE and TLS_KEY_FILE, or put a proxy with TLS in front and set LIVE_BASE_URL and SANDBOX_BASE_URL to its https addresses.`,
  ];
}

/** Warnings about missing base URLs when other machines can connect. */
export function missingBaseUrls(config: NetworkSettings): string[] {
  if (!listensBeyondLoopback(config) || config.ROLE === 'worker') return [];
  const missing = BASE_URLS.filter((name) => config[name] === undefined);
  if (missing.length === 0) return [];
  return [
    `HOST=${config.HOST} lets other machines connect, but ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set: invitation links start with the Host of the request, and requests without a key are answered only for private names, IP addresses and ALLOWED_HOSTS. Set ${missing.length > 1 ? 'them' : 'it'} to the public URL.`,
  ];
}

/** Warnings for the start. */
export const networkWarnings = (config: NetworkSettings): string[] => [
  ...plainHttp(config),
  ...missingBaseUrls(config),
];

/** The mode of a folder or file that other users can access, such as 0o755. Undefined if they can't, if it doesn't exist, and on
 *  Windows, which has no modes. */
export function openMode(path: string): number | undefined {
  if (process.platform === 'win32') return undefined;
  const mode = statSync(path, { throwIfNoEntry: false })?.mode;
  return mode === undefined || (mode & 0o077) === 0 ? undefined : mode & 0o777;
}

/** Paths that only the service's user should reach, with the modes they should have. */
export const privatePaths = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): { path: string; mode: number }[] => [
  { path: resolve(DATA_DIR), mode: 0o700 },
  { path: join(resolve(DATA_DIR), 'server.lock'), mode: 0o600 },
  { path: resolve(spoolFolder(DATA_DIR)), mode: 0o700 },
];

/** Removes other users' access to the data folder. Warns if that is not allowed, for example in a folder of another user;
 *  the files in it are 0600 anyway. */
export function closeDataDir(config: Pick<Config, 'DATA_DIR'>, log: FastifyBaseLogger): void {
  for (const { path, mode } of privatePaths(config)) {
    const before = openMode(path);
    if (before === undefined) continue;
    try {
      assertOwn(path);
      chmodSync(path, mode);
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        `${path} has mode 0${before.toString(8)} and cannot be closed to other users. Make the service's user its owner, or set its mode to 0${mode.toString(8)}.`,
      );
    }
  }
}

/** Throws for a folder that users share, such as /tmp. */
function assertOwn(path: string): void {
  const { uid, mode } = statSync(path);
  if (uid !== process.getuid?.()) throw new Error('It belongs to another user.');
  if ((mode & 0o1000) !== 0) throw new Error('Its sticky bit says that users share it.');
}
