import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopback } from '#boot/exposure.ts';
import type { Config } from '#config/config.ts';
import { LIMIT_SETTINGS } from '#config/limits.ts';
import { listed, opening, type SecurityCheck, statOf } from './check-security.ts';

/** Settings that are allowed, work, and let in more people than anyone means to. Changes nothing. */
export function* checkLooseSettings(config: Config): Generator<SecurityCheck> {
  yield opening('high', 'joining by OpenID Connect', 'no stranger can', strangersWhoJoin(config));
  yield opening('medium', 'number of proxies', 'nobody can go around them', [
    /^\d+$/.test(config.TRUST_PROXY) && !isLoopback(config.HOST)
      ? `TRUST_PROXY=${config.TRUST_PROXY} with HOST=${config.HOST} believes anyone who connects directly what address they have: name the addresses of your proxies, or listen on 127.0.0.1.`
      : undefined,
  ]);
  yield opening('medium', 'host names', 'only your own are answered', [
    config.ALLOWED_HOSTS.includes('*')
      ? 'ALLOWED_HOSTS=* answers under every name, so that a web page can rebind its name to this service: list your names.'
      : undefined,
  ]);
  yield opening('high', 'limit of sign-ins', 'holds guesses back', looseLimits(config, isOfSignIns));
  yield opening('medium', 'limits of requests', 'hold clients back', looseLimits(config, isOfRequests));
  yield opening('medium', 'models', 'asked over TLS', plainModels(config));
  yield opening('medium', 'traces', 'sent over TLS', [
    isPlainAndRemote(config.OTEL_EXPORTER_OTLP_ENDPOINT)
      ? 'OTEL_EXPORTER_OTLP_ENDPOINT is plain http, so that traces and the key in their headers can be read on the way: use an https address.'
      : undefined,
  ]);
  yield opening('high', 'TLS key', 'only its owner and group can read it', [
    isOpenToOthers(config.TLS_KEY_FILE)
      ? `Other users of this machine can read TLS_KEY_FILE=${config.TLS_KEY_FILE}: chmod 640 it.`
      : undefined,
  ]);
  yield opening(
    'high',
    'inside the data folder',
    'only its owner can read it',
    readableInside(config.DATA_DIR),
  );
}

/** Anyone can have an address of these. */
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
          `OIDC_ALLOWED_DOMAINS names ${listed(open)}, where anyone can get an address, and so join as ${OIDC_DEFAULT_ROLE}: name only domains of your own.`,
        ]
      : []),
    ...(OIDC_ALLOWED_DOMAINS.length > 0 && OIDC_DEFAULT_ROLE === 'admin'
      ? [
          `OIDC_DEFAULT_ROLE=admin makes everyone with an address of ${listed(OIDC_ALLOWED_DOMAINS)} an admin: set viewer or member, and give the role admin to people one by one.`,
        ]
      : []),
  ];
}

type LimitName = Extract<keyof typeof LIMIT_SETTINGS, `RATE_LIMIT_${string}`>;

const isOfSignIns = (name: string): boolean => name === 'RATE_LIMIT_AUTH';
const isOfRequests = (name: string): name is LimitName =>
  name.startsWith('RATE_LIMIT_') && !isOfSignIns(name);

/** A limit so many times its default is none. */
const FAR_ABOVE = 100;

const looseLimits = (config: Config, isAsked: (name: string) => boolean): string[] =>
  (Object.keys(LIMIT_SETTINGS).filter(isAsked) as LimitName[]).flatMap((name) => {
    const usual = LIMIT_SETTINGS[name].schema.parse(undefined);
    return config[name] > FAR_ABOVE * usual
      ? [
          `${name}=${config[name]} is more than ${FAR_ABOVE} times the default (${usual}), which is no limit: lower it.`,
        ]
      : [];
  });

/** By the names of settings: a base URL has its key beside it. */
const plainModels = (config: Config): string[] =>
  Object.entries(config).flatMap(([name, url]) => {
    const service = /^(.*(?:LLM|EMBEDDING|RERANK))_BASE_URL$/.exec(name)?.[1];
    const hasKey = config[`${service}_API_KEY` as keyof Config] !== undefined;
    return service !== undefined && hasKey && isPlainAndRemote(url)
      ? [
          `${name} is plain http, so that ${service}_API_KEY and texts can be read on the way: use an https address.`,
        ]
      : [];
  });

const isPlainAndRemote = (url: unknown): boolean =>
  typeof url === 'string' && url.startsWith('http:') && !isLoopback(new URL(url).hostname);

const isOpenToOthers = (path: string | undefined): boolean =>
  path !== undefined && process.platform !== 'win32' && ((statOf(resolve(path))?.mode ?? 0) & 0o007) !== 0;

/** So many files and folders are looked at. */
const MOST_ENTRIES = 20_000;

/** Below the files of the folder itself, which have a check of their own. */
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
    ? [`Other users of this machine may open ${listed(open)}: chmod -R go= ${root}.`]
    : [];
}

const foldersIn = (folder: string): string[] =>
  statOf(folder) === undefined
    ? []
    : readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => join(folder, name));
