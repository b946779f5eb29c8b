import { readdirSync, type Stats, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { isLoopback, missingBaseUrls, openMode, plainHttp, privatePaths } from '#boot/exposure.ts';
import type { Config } from '#config/config.ts';
import { isPrivateName } from '#http/headers/private-names.ts';
import { isPublicAddress } from '#net/address-rules.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import type { Check } from './check.ts';

/** `high` lets strangers in, `medium` helps an attacker who already has something, `low` is good practice. */
export type Level = 'high' | 'medium' | 'low';

/** A check for security risks. Each fault is a sentence that says what to do. */
export type SecurityCheck = Check & { level: Level };

export const opening = (
  level: Level,
  name: string,
  about: string,
  faults: readonly (string | undefined)[],
): SecurityCheck => ({ level, name, about, faults: faults.filter((fault) => fault !== undefined) });

/** Risks from settings and files. Changes nothing. */
export function* checkSettings(config: Config): Generator<SecurityCheck> {
  const isPublic = isReachable(config);
  yield opening('high', 'transport', 'nothing crosses the network without TLS', plainHttp(config));
  yield opening('medium', 'base URLs', 'links have the right URLs', missingBaseUrls(config));
  yield opening('high', 'rate limits', 'on', [
    !config.RATE_LIMITS.isOn
      ? 'RATE_LIMITS=off lets anyone guess keys and passwords at full speed. Remove it.'
      : undefined,
  ]);
  yield opening('medium', 'proxy', 'client addresses can be trusted', proxy(config));
  yield opening('medium', 'metrics', 'read with a token, or not reachable', [
    isPublic && config.METRICS_TOKEN === undefined
      ? 'METRICS_TOKEN is not set, so /metrics is open to everything that connects from this machine, including a proxy. Set it.'
      : undefined,
  ]);
  yield opening('medium', 'web pages', 'never fetched from private addresses', privateHosts(config));
  yield opening('medium', 'CORS', 'no origin, or a list of them', [
    config.CORS_ORIGINS?.includes('*')
      ? 'CORS_ORIGINS=* lets any web page use a key it has obtained. List the origins that need the API.'
      : undefined,
  ]);
  yield opening('medium', 'database', 'on this machine, or reached over TLS', plainDatabase(config));
  yield opening('low', 'retention', 'old conversations are deleted', [
    config.CONVERSATION_RETENTION_DAYS === undefined
      ? 'CONVERSATION_RETENTION_DAYS is not set, so conversations are kept forever. Set how many days you need them.'
      : undefined,
  ]);
  yield opening('medium', 'user', 'not root', [
    process.getuid?.() === 0 || ownerOf(config.DATA_DIR) === 0
      ? 'The service or this command runs as root, so a flaw in a parser exposes the whole machine. Run both as a dedicated user.'
      : undefined,
  ]);
  const folder = ownerOf(config.DATA_DIR) === undefined ? 'does not exist yet' : 'only its owner can read it';
  yield opening('high', 'data folder', folder, readable(config));
}

/** Whether other machines can reach the service, directly or through a proxy. */
const isReachable = ({ HOST, LIVE_BASE_URL }: Config): boolean =>
  !isLoopback(HOST) || (LIVE_BASE_URL !== undefined && !isLoopback(new URL(LIVE_BASE_URL).hostname));

/** Networks wider than these belong to more than one organisation. */
const NARROWEST = { ipv4: 8, ipv6: 16 };

function proxy({ TRUST_PROXY, LIVE_BASE_URL, TLS_CERT_FILE }: Config): string[] {
  const isBehindProxy = LIVE_BASE_URL?.startsWith('https:') && TLS_CERT_FILE === undefined;
  if (TRUST_PROXY === 'off')
    return isBehindProxy
      ? [
          'TRUST_PROXY is off behind a proxy, so all clients share its address, and one that guesses keys locks out the others. Set it to the address of the proxy.',
        ]
      : [];
  return TRUST_PROXY.split(',')
    .map((range) => range.trim())
    .filter((range) => {
      const [address = '', bits] = range.split('/');
      return bits !== undefined && Number(bits) < (address.includes(':') ? NARROWEST.ipv6 : NARROWEST.ipv4);
    })
    .map((range) => `TRUST_PROXY=${range} lets almost anyone claim any address. List only your proxies.`);
}

const privateHosts = ({ URL_FETCH_ALLOW_HOSTS }: Config): string[] =>
  parseAllowHosts(URL_FETCH_ALLOW_HOSTS)
    .filter(({ hostname }) => isPrivateHost(hostname))
    .map(
      ({ hostname }) =>
        `URL_FETCH_ALLOW_HOSTS has ${hostname}, so anyone who may add sources can read its pages. Remove it unless you want that.`,
    );

const isPrivateHost = (hostname: string): boolean =>
  isLoopback(hostname) ||
  (/^[\d.]+$|:/.test(hostname) ? !isPublicAddress(hostname) : isPrivateName(hostname));

function plainDatabase({ DATABASE_URL }: Config): string[] {
  if (DATABASE_URL === undefined) return [];
  const { hostname, searchParams } = new URL(DATABASE_URL);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  const isLocal = host === '' || host.startsWith('/') || isLoopback(host);
  const tls = tlsOf(searchParams);
  if (isLocal || tls === 'verified') return [];
  return [
    tls === 'none'
      ? `DATABASE_URL reaches ${host} without TLS, so all data can be read in transit. Add sslmode=verify-full.`
      : `DATABASE_URL reaches ${host} over TLS without verifying its certificate, so an attacker can impersonate it. Set sslmode=verify-full.`,
  ];
}

/** As pg-connection-string reads it: other modes verify the certificate, except with uselibpqcompat. */
function tlsOf(parameters: URLSearchParams): 'none' | 'unverified' | 'verified' {
  const mode = parameters.get('sslmode');
  const ssl = parameters.get('ssl');
  if (mode === 'disable') return 'none';
  if (mode === 'no-verify' || (mode === null && ssl === 'no-verify')) return 'unverified';
  const isLax = mode === 'prefer' || (mode === 'require' && !parameters.has('sslrootcert'));
  if (isLax && parameters.get('uselibpqcompat') === 'true') return 'unverified';
  const files = ['sslcert', 'sslkey', 'sslrootcert'].some((name) => parameters.has(name));
  const isOn = mode !== null || files || ssl === 'true' || ssl === '1';
  return isOn || parameters.get('sslnegotiation') === 'direct' ? 'verified' : 'none';
}

export const statOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false });

const ownerOf = (path: string): number | undefined => statOf(path)?.uid;

function readable({ DATA_DIR }: Config): string[] {
  const folder = resolve(DATA_DIR);
  const owner = ownerOf(folder);
  if (owner === undefined || process.platform === 'win32') return [];
  const inFolder = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Set(inFolder.map(({ name }) => join(folder, name)));
  for (const { path } of privatePaths({ DATA_DIR })) if (path !== folder) files.add(path);
  const namesOf = (test: (path: string) => boolean): string[] =>
    [...files].filter(test).map((path) => relative(folder, path));
  const open = namesOf((path) => openMode(path) !== undefined);
  const foreign = namesOf((path) => (ownerOf(path) ?? owner) !== owner);
  const mode = openMode(folder);
  return [
    ...(mode === undefined
      ? []
      : [
          `${folder} is open to other users of this machine (mode ${mode.toString(8)}). Run chmod 700 ${folder}.`,
        ]),
    ...(open.length > 0
      ? [`Other users of this machine can open ${listed(open)} in ${folder}. Run chmod go= on them.`]
      : []),
    ...(foreign.length > 0
      ? [
          `${listed(foreign)} in ${folder} belong to a different user than the folder. Run chown to give them to the service's user.`,
        ]
      : []),
  ];
}

/** Most names in a sentence. */
const NAMED = 3;

/** The first names, and how many more there are. */
export const listed = (names: readonly string[]): string =>
  names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ` and ${names.length - NAMED} more` : '');
