import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '#config/config.ts';
import { closeDataDir, listensBeyondLoopback, networkWarnings, openMode, privatePaths } from './exposure.ts';

describe('listensBeyondLoopback', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'app.localhost', '::1', '[::1]', '::ffff:127.0.0.1'])(
    '%s stays on this machine',
    (HOST) => expect(listensBeyondLoopback({ HOST })).toBe(false),
  );
  it.each(['0.0.0.0', '::', '192.168.1.7', '203.0.113.7', 'api.example.com', '::ffff:10.0.0.1'])(
    '%s lets other machines connect',
    (HOST) => expect(listensBeyondLoopback({ HOST })).toBe(true),
  );
});

describe('networkWarnings', () => {
  const warningsOf = (env: Record<string, string>) => networkWarnings(readConfig(env));
  const BASES = { LIVE_BASE_URL: 'https://a.example.com', SANDBOX_BASE_URL: 'https://b.example.com' };
  const TLS = { TLS_CERT_FILE: 'cert.pem', TLS_KEY_FILE: 'key.pem' };

  it('says nothing on loopback, behind a proxy with TLS, or with TLS and base URLs', () => {
    expect(warningsOf({})).toEqual([]);
    expect(warningsOf({ HOST: '0.0.0.0', ...BASES })).toEqual([]);
    expect(warningsOf({ HOST: '0.0.0.0', ...BASES, ...TLS })).toEqual([]);
  });
  it('warns about missing TLS and base URLs, a sentence each', () => {
    expect(warningsOf({ HOST: '0.0.0.0' })).toEqual([
      expect.stringContaining('without encryption'),
      expect.stringContaining('LIVE_BASE_URL and SANDBOX_BASE_URL are not set'),
    ]);
    expect(warningsOf({ HOST: '0.0.0.0', ...TLS })).toEqual([
      expect.stringContaining('LIVE_BASE_URL and SANDBOX_BASE_URL are not set'),
    ]);
    expect(warningsOf({ HOST: '0.0.0.0', ...TLS, LIVE_BASE_URL: BASES.LIVE_BASE_URL })).toEqual([
      expect.stringContaining('SANDBOX_BASE_URL is not set'),
    ]);
    expect(
      warningsOf({
        HOST: '::',
        LIVE_BASE_URL: 'http://a.example.com',
        SANDBOX_BASE_URL: 'http://b.example.com',
      }),
    ).toEqual([
      expect.stringMatching(/^LIVE_BASE_URL and SANDBOX_BASE_URL are plain HTTP, .*without encryption/),
    ]);
  });
  it('warns about a plain HTTP base URL on loopback too, because a proxy answers there', () => {
    expect(warningsOf({ LIVE_BASE_URL: 'http://a.example.com' })).toEqual([
      expect.stringContaining('LIVE_BASE_URL is plain HTTP'),
    ]);
    expect(warningsOf({ LIVE_BASE_URL: 'http://localhost:8080' })).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('closeDataDir', () => {
  const folderOf = (mode: number): string => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-modes-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    chmodSync(folder, mode);
    return folder;
  };
  const close = (DATA_DIR: string): string[] => {
    const lines: string[] = [];
    closeDataDir({ DATA_DIR }, pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
    return lines;
  };

  it('closes a folder that others could read, with its uploads and its lock', () => {
    const folder = folderOf(0o755);
    mkdirSync(join(folder, 'uploads'), { mode: 0o755 });
    writeFileSync(join(folder, 'server.lock'), '', { mode: 0o644 });
    expect(openMode(folder)).toBe(0o755);
    expect(close(folder)).toEqual([]);
    const paths = privatePaths({ DATA_DIR: folder });
    expect(paths.map(({ path }) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600, 0o700]);
    expect(paths.map(({ path }) => openMode(path))).toEqual([undefined, undefined, undefined]);
    expect(openMode(folder)).toBeUndefined();
  });
  it('leaves a shared folder as it is, with a warning', () => {
    const folder = folderOf(0o1777);
    expect(close(folder)).toEqual([expect.stringMatching(/has mode 0777.*set its mode to 0700/)]);
    expect(statSync(folder).mode & 0o777).toBe(0o777);
  });
  it('ignores a folder that does not exist', () => {
    expect(close(join(folderOf(0o700), 'none'))).toEqual([]);
  });
});
