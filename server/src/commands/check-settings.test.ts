import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#config/config.ts';
import { checkLooseSettings } from './check-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-loose-'));
afterAll(() => rmSync(folder, { recursive: true }));
const openKey = join(folder, 'open.pem');
const closedKey = join(folder, 'closed.pem');
writeFileSync(openKey, 'key');
chmodSync(openKey, 0o644);
writeFileSync(closedKey, 'key');
chmodSync(closedKey, 0o640);

/** The names of what is open, each with its level. */
const openOf = (env: Record<string, string>): string[] =>
  [...checkLooseSettings(readConfig({ DATA_DIR: join(folder, 'data'), ...env }))]
    .filter(({ faults }) => faults.length > 0)
    .map(({ level, name }) => `${level} ${name}`);

const OIDC = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'footnote' };
const LLM = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'small', LLM_API_KEY: 'key' };
const EMBEDDING = {
  EMBEDDING_PROVIDER: 'openai-compatible',
  EMBEDDING_MODEL: 'small',
  EMBEDDING_API_KEY: 'key',
};
const tls = (key: string) => ({ TLS_CERT_FILE: closedKey, TLS_KEY_FILE: key });

describe('checkLooseSettings', () => {
  it('finds nothing in the defaults', () => {
    expect(openOf({})).toEqual([]);
  });

  const joining = 'high joining by OpenID Connect';
  it.each<[open: string, env: Record<string, string>, mended: Record<string, string>]>([
    [
      joining,
      { ...OIDC, OIDC_ALLOWED_DOMAINS: 'example.com', OIDC_DEFAULT_ROLE: 'admin' },
      { ...OIDC, OIDC_ALLOWED_DOMAINS: 'example.com', OIDC_DEFAULT_ROLE: 'member' },
    ],
    [
      joining,
      { ...OIDC, OIDC_ALLOWED_DOMAINS: 'example.com, Gmail.com' },
      { ...OIDC, OIDC_ALLOWED_DOMAINS: 'example.com, gmail.example.com' },
    ],
    [joining, { ...OIDC, OIDC_ALLOWED_DOMAINS: 'yahoo.co.jp' }, { ...OIDC, OIDC_DEFAULT_ROLE: 'admin' }],
    [joining, { ...OIDC, OIDC_ALLOWED_DOMAINS: '163.com' }, { OIDC_ALLOWED_DOMAINS: '163.com' }],
    [
      'medium number of proxies',
      { TRUST_PROXY: '1', HOST: '0.0.0.0' },
      { TRUST_PROXY: '10.0.0.1', HOST: '0.0.0.0' },
    ],
    ['medium number of proxies', { TRUST_PROXY: '2', HOST: '10.0.0.5' }, { TRUST_PROXY: '2' }],
    ['medium host names', { ALLOWED_HOSTS: '*' }, { ALLOWED_HOSTS: '*.example.com' }],
    ['high limit of sign-ins', { RATE_LIMITS: 'auth=3001' }, { RATE_LIMITS: 'auth=3000' }],
    ['medium limits of requests', { RATE_LIMITS: 'chat=1000000' }, { RATE_LIMITS: 'chat=600' }],
    [
      'medium models',
      { ...LLM, LLM_BASE_URL: 'http://models.example.com/v1' },
      { ...LLM, LLM_BASE_URL: 'https://models.example.com/v1' },
    ],
    [
      'medium models',
      { ...EMBEDDING, EMBEDDING_BASE_URL: 'http://10.0.0.7/v1' },
      { ...EMBEDDING, EMBEDDING_BASE_URL: 'http://127.0.0.1:11434/v1' },
    ],
    [
      'medium traces',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.com' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
    ],
    ['high TLS key', tls(openKey), tls(closedKey)],
  ])('finds %s', (open, env, mended) => {
    expect(openOf(env)).toEqual([open]);
    expect(openOf(mended)).toEqual([]);
  });

  it.each([
    ['folder', 0o755, 0o600],
    ['file', 0o700, 0o644],
  ])('finds a %s inside the data folder that other users can open', (_, folderMode, fileMode) => {
    const data = mkdtempSync(join(folder, 'data-'));
    const inner = join(data, 'uploads', 'deeper');
    mkdirSync(inner, { recursive: true });
    writeFileSync(join(inner, 'file'), 'text');
    chmodSync(join(data, 'uploads'), 0o700);
    chmodSync(inner, folderMode);
    chmodSync(join(inner, 'file'), fileMode);
    expect(openOf({ DATA_DIR: data })).toEqual(['high inside the data folder']);
    chmodSync(inner, 0o700);
    chmodSync(join(inner, 'file'), 0o600);
    expect(openOf({ DATA_DIR: data })).toEqual([]);
  });
});
