import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { checkSettings } from './check-security.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-open-'));
afterAll(() => rmSync(folder, { recursive: true }));
const isRoot = process.getuid?.() === 0;

/** The names of what is open, each with its level. */
const openOf = (env: Record<string, string>): string[] =>
  [...checkSettings(readConfig({ DATA_DIR: folder, CONVERSATION_RETENTION_DAYS: '30', ...env }))]
    .filter(({ faults, name }) => faults.length > 0 && !(isRoot && name === 'user'))
    .map(({ level, name }) => `${level} ${name}`);

const PUBLIC = {
  HOST: '0.0.0.0',
  LIVE_BASE_URL: 'https://live.example.com',
  SANDBOX_BASE_URL: 'https://sandbox.example.com',
  TRUST_PROXY: '10.0.0.0/8',
  METRICS_TOKEN: 'characters-enough',
};
const TLS = { TLS_CERT_FILE: '/etc/cert.pem', TLS_KEY_FILE: '/etc/key.pem' };
const without = (name: keyof typeof PUBLIC): Record<string, string> => {
  const { [name]: _, ...rest } = PUBLIC;
  return rest;
};

describe('settings that leave nothing open', () => {
  it.each([
    ['on this machine only', {}],
    ['behind a proxy with TLS', PUBLIC],
    ['with TLS of its own', { ...PUBLIC, ...TLS, TRUST_PROXY: 'off' }],
  ])('%s', (_, env) => {
    expect(openOf(env)).toEqual([]);
  });
});

describe('settings that leave something open', () => {
  const closed = PUBLIC;
  const cases: [open: string, env: Record<string, string>, mended: Record<string, string>][] = [
    [
      'high transport',
      { HOST: '0.0.0.0', ...urls('http://live.example.com'), METRICS_TOKEN: closed.METRICS_TOKEN },
      closed,
    ],
    [
      'high transport',
      { LIVE_BASE_URL: 'http://live.example.com', METRICS_TOKEN: closed.METRICS_TOKEN },
      closed,
    ],
    ['medium base URLs', { ...closed, ...TLS, LIVE_BASE_URL: '' }, { ...closed, ...TLS }],
    ['high rate limits', { RATE_LIMITS: 'off' }, { RATE_LIMITS: 'on' }],
    ['medium proxy', { ...closed, TRUST_PROXY: '0.0.0.0/0' }, { ...closed, TRUST_PROXY: '192.0.2.1' }],
    [
      'medium proxy',
      { ...closed, TRUST_PROXY: '10.0.0.1, ::/0' },
      { ...closed, TRUST_PROXY: '2001:db8::/32' },
    ],
    ['medium proxy', { ...closed, TRUST_PROXY: 'off' }, { ...closed, TRUST_PROXY: '1' }],
    ['medium metrics', { ...without('METRICS_TOKEN') }, closed],
    [
      'medium web pages',
      { URL_FETCH_ALLOW_HOSTS: '10.0.0.5:8080' },
      { URL_FETCH_ALLOW_HOSTS: 'example.org' },
    ],
    ['medium web pages', { URL_FETCH_ALLOW_HOSTS: 'localhost' }, { URL_FETCH_ALLOW_HOSTS: '' }],
    [
      'medium web pages',
      { URL_FETCH_ALLOW_HOSTS: 'wiki.example.internal:8080' },
      { URL_FETCH_ALLOW_HOSTS: 'wiki.example.org:8080' },
    ],
    [
      'medium web pages',
      { URL_FETCH_ALLOW_HOSTS: 'printer.local' },
      { URL_FETCH_ALLOW_HOSTS: 'local.example' },
    ],
    ['medium web pages', { URL_FETCH_ALLOW_HOSTS: 'nas.home.arpa' }, { URL_FETCH_ALLOW_HOSTS: '' }],
    ['medium web pages', { URL_FETCH_ALLOW_HOSTS: 'intranet' }, { URL_FETCH_ALLOW_HOSTS: '93.184.216.34' }],
    ['medium CORS', { CORS_ORIGINS: '*' }, { CORS_ORIGINS: 'https://app.example.com' }],
    [
      'medium database',
      { DATABASE_URL: 'postgres://a:b@db.example.com/c' },
      { DATABASE_URL: 'postgres://a:b@db.example.com/c?sslmode=verify-full' },
    ],
    [
      'medium database',
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/c?sslmode=no-verify' },
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/c?ssl=true' },
    ],
    [
      'medium database',
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/c?sslmode=require&uselibpqcompat=true' },
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/c?sslmode=require' },
    ],
    [
      'medium database',
      { DATABASE_URL: 'postgres://a:b@10.0.0.1/c?sslmode=disable' },
      { DATABASE_URL: 'postgres://a:b@127.0.0.1/c' },
    ],
    ['low retention', { CONVERSATION_RETENTION_DAYS: '' }, { CONVERSATION_RETENTION_DAYS: '1' }],
  ];

  it.each(cases)('%s: %o', (open, env, mended) => {
    expect(openOf(env)).toEqual([open]);
    expect(openOf(mended)).toEqual([]);
  });

  it('high data folder, until its modes are fixed', () => {
    chmodSync(folder, 0o755);
    const file = join(folder, 'live.db');
    writeFileSync(file, '', { mode: 0o644 });
    expect(openOf({})).toEqual(['high data folder']);
    chmodSync(folder, 0o700);
    expect(openOf({})).toEqual(['high data folder']);
    chmodSync(file, 0o600);
    expect(openOf({})).toEqual([]);
  });
});

function urls(live: string): Record<string, string> {
  return { LIVE_BASE_URL: live, SANDBOX_BASE_URL: 'https://sandbox.example.com', TRUST_PROXY: '1' };
}
