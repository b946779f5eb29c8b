import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopback } from '#boot/exposure.ts';
import type { Config } from '#config/config.ts';
import { DEFAULT_RATE_LIMITS } from '#config/limits.ts';
import { modelEndpoints } from '#config/models.ts';
import { listed, opening, type SecurityCheck, statOf } from './check-security.ts';

/** Valid settings that let in more people than intended. Changes nothing. */
export function* checkLooseSettings(config: Config): Generator<SecurityCheck> {
  yield opening('high', 'joining by OpenID Connect', 'no stranger can', strangersWhoJoin(config));
  yield opening('medium', 'number of proxies', 'no one can go around them', [
    /^\d+$/.test(config.TRUST_PROXY) && !isLoopback(config.HOST)
      ? `TRUST_PROXY=${config.TRUST_PROXY} with HOST=${config.HOST} lets anyone who connects directly claim any address. List the addresses of your proxies, or listen on 127.0.0.1.`
      : undefined,
  ]);
  yield opening('medium', 'host names', 'only yours are answered', [
    config.ALLOWED_HOSTS.includes('*')
      ? 'ALLOWED_HOSTS=* answers under any name, so a web page can point its own name at this service (DNS rebinding). List your names.'
      : undefined,
  ]);
  yield opening('high', 'limit of sign-ins', 'slows down guessing', looseLimits(config, ['auth']));
  yield opening(
    'medium',
    'limits of requests',
    'limit clients',
    looseLimits(config, ['read', 'write', 'query', 'chat', 'upload', 'chats', 'streams']),
  );
  yield opening('medium', 'models', 'reached over TLS', plainModels(config));
  yield opening('medium', 'traces', 'sent over TLS', [
    isPlainAndRemote(config.OTEL_EXPORTER_OTLP_ENDPOINT)
      ? 'OTEL_EXPORTER_OTLP_ENDPOINT is plain http, so traces and the key in their headers can be read in transit. Use an https URL.'
      : undefined,
  ]);
  yield opening('high', 'TLS key', 'only its owner and group can read it', [
    isOpenToOthers(config.TLS_KEY_FILE)
      ? `Other users of this machine can read TLS_KEY_FILE=${config.TLS_KEY_FILE}. Run chmod 640 on it.`
      : undefined,
  ]);
  yield opening(
    'high',
    'inside the data folder',
    'only its owner can read it',
    readableInside(config.DATA_DIR),
  );
}

/** Anyone can get an address at these. */
const PUBLIC_MAIL = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com aol.com
   proton.me protonmail.com pm.me tutanota.com tuta.io fastmail.com hey.com zoho.com mail.com gmx.com gmx.net gmx.de gmx.at gmx.ch
   web.de t-online.de freenet.de posteo.de mailbox.org mail.ru yandex.ru yandex.com qq.com 163.com 126.com sina.com foxmail.com
   naver.com daum.net hanmail.net rediffmail.com orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it wp.pl o2.pl
   onet.pl seznam.cz comcast.net verizon.net att.net btinternet.com bigpond.com`.split(/\s+/),
);
/** Providers with a domain for each country, such as yahoo.co.jp. */
const PUBLIC_MAIL_FAMILY = /^(?:yahoo|hotmail|outlook|live|gmx|yandex)\.(?:com?\.)?[a-z]{2,3}$/;

function strangersWhoJoin({ OIDC_ISSUER, OIDC_ALLOWED_DOMAINS, OIDC_DEFAULT_ROLE }: Config): string[] {
  if (OIDC_ISSUER === undefined) return [];
  const open = OIDC_ALLOWED_DOMAINS.filter(
    (domain) => PUBLIC_MAIL.has(domain) || PUBLIC_MAIL_FAMILY.test(domain),
  );
  return [
    ...(open.length > 0
      ? [
          `OIDC_ALLOWED_DOMAINS has ${listed(open)}, where anyone can get an address and so join as ${OIDC_DEFAULT_ROLE}. List only your own domains.`,
        ]
      : []),
    ...(OIDC_ALLOWED_DOMAINS.length > 0 && OIDC_DEFAULT_ROLE === 'admin'
      ? [
          `OIDC_DEFAULT_ROLE=admin makes everyone with an address at ${listed(OIDC_ALLOWED_DOMAINS)} an admin. Set viewer or member, and make people admins one by one.`,
        ]
      : []),
  ];
}

/** A limit this many times its default does not limit. */
const FAR_ABOVE = 100;

const looseLimits = (
  { RATE_LIMITS }: Config,
  names: readonly (keyof typeof DEFAULT_RATE_LIMITS)[],
): string[] =>
  names
    .filter((name) => RATE_LIMITS[name] > FAR_ABOVE * DEFAULT_RATE_LIMITS[name])
    .map(
      (name) =>
        `${name}=${RATE_LIMITS[name]} in RATE_LIMITS is more than ${FAR_ABOVE} times the default (${DEFAULT_RATE_LIMITS[name]}), which does not limit anything. Lower it.`,
    );

const plainModels = (config: Config): string[] =>
  modelEndpoints(config)
    .filter(({ baseUrl, apiKeySetting }) => apiKeySetting !== undefined && isPlainAndRemote(baseUrl))
    .map(
      ({ baseUrlSetting, apiKeySetting }) =>
        `${baseUrlSetting} is plain http, so ${apiKeySetting} and texts can be read in transit. Use an https URL.`,
    );

const isPlainAndRemote = (url: unknown): boolean =>
  typeof url === 'string' && url.startsWith('http:') && !isLoopback(new URL(url).hostname);

const isOpenToOthers = (path: string | undefined): boolean =>
  path !== undefined && process.platform !== 'win32' && ((statOf(resolve(path))?.mode ?? 0) & 0o007) !== 0;

/** Most files and folders to check. */
const MOST_ENTRIES = 20_000;

/** Files below the data folder's own, which checkSettings covers. */
function readableInside(folder: string): string[] {
  if (process.platform === 'win32') return [];
  const root = resolve(folder);
  const open: string[] = [];
  const folders = foldersIn(root);
  let seen = 0;
  for (let at = folders.pop(); at !== undefined && seen < MOST_ENTRIES; at = folders.pop()) {
    if (((statOf(at)?.mode ?? 0) & 0o077) !== 0) open.push(at);
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (++seen > MOST_ENTRIES) break;
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile() && ((statOf(path)?.mode ?? 0) & 0o077) !== 0) open.push(path);
    }
  }
  return open.length > 0
    ? [`Other users of this machine can open ${listed(open)}. Run chmod -R go= ${root}.`]
    : [];
}

const foldersIn = (folder: string): string[] =>
  statOf(folder) === undefined
    ? []
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name));
