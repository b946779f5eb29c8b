import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../helpers/server-process.ts';

/** The package as a user gets it: packed, installed into an empty folder from the registry, and started there. */

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);
const hasRegistry = await run('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=10000']).then(
  () => true,
  () => false,
);

const folder = mkdtempSync(join(tmpdir(), 'footnote-package-'));
const app = join(folder, 'app');
const installed = join(app, 'node_modules/@footnote-dev/footnote');
const command = join(app, 'node_modules/.bin/footnote');
const dataDir = join(folder, 'data');
const npm = (...args: string[]) => run('npm', [...args, '--prefix', app, '--no-audit', '--no-fund']);
const footnote = (...args: string[]) =>
  run(command, args, { cwd: folder, env: { ...process.env, DATA_DIR: dataDir } });

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasRegistry)('the package, installed where a registry can be reached', () => {
  let files: string[];
  beforeAll(async () => {
    const { stdout } = await run(process.execPath, [join(ROOT, 'scripts/build-package.ts'), folder]);
    const file = stdout.trim();
    files = (await run('tar', ['--list', '--gzip', '--file', file])).stdout.trim().split('\n');
    await run('mkdir', [app]);
    writeFileSync(join(app, 'package.json'), '{"private": true}');
    await npm('install', '--omit=dev', '--ignore-scripts', file);
  }, 600_000);

  it('holds programs, models and pages, and no tests, tools or types', () => {
    expect(files).toContain('package/LICENSE');
    expect(files).toContain('package/dashboard/dist/widget.js');
    expect(files).toContain('package/server/src/ingestion/parse/pdf/cmaps/LICENSE');
    expect(files).toContain('package/server/models/multilingual-e5-small/LICENSE');
    expect(
      files.filter((file) => /\.test\.|\/tests?\/|fixtures|bench|\/train|\.ts$|\.tgz$/.test(file)),
    ).toEqual([]);
  });

  it('brings no other packages, and takes less than 130 MB', async () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    expect(manifest.dependencies).toBeUndefined();
    expect(manifest.devDependencies).toBeUndefined();
    expect(manifest.engines).toEqual({ node: '>=24.15' });
    expect(manifest.version).toBe(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version);
    expect(readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@footnote-dev',
    ]);
    const { stdout } = await run('du', ['-sm', join(app, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(130);
  });

  it('has the licence of everything that is in it', () => {
    const notices = readFileSync(join(installed, 'THIRD-PARTY-NOTICES.md'), 'utf8');
    const server = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'));
    // Only types, and a part of Footnote itself.
    const without = ['openapi-types', '@footnote/sdk'];
    for (const [name, version] of Object.entries(server.dependencies))
      expect(notices.includes(`\n## ${name} - ${version} (`), name).toBe(!without.includes(name));
    expect(notices).toContain('\n## react - ');
    expect(notices).not.toContain('undefined');
  });

  it('names what traces need before it makes the first keys, and sends them once it is installed', async () => {
    const collector = createServer((request, response) => {
      request.resume();
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    onTestFinished(() => void collector.close());
    const { port } = collector.address() as AddressInfo;
    const env = {
      ...process.env,
      DATA_DIR: join(folder, 'traced'),
      PORT: '0',
      SANDBOX_PORT: '0',
      LOG_LEVEL: 'error',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    };
    const failure = await run(command, ['serve'], { env }).then(
      () => ({ code: 0, stderr: '' }),
      (error: { code: number; stderr: string }) => error,
    );
    expect(failure).toMatchObject({ code: 2 });
    const packages = /"npm install --ignore-scripts ([^"]+)"/.exec(failure.stderr)?.[1]?.split(' ') ?? [];
    expect(packages).toHaveLength(5);
    await npm('install', '--ignore-scripts', ...packages);
    const asked = once(collector, 'request');
    const child = spawn(command, ['serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const [start] = await once(child.stdout, 'data');
    await fetch(new URL('/healthz', /Live +(\S+)/.exec(String(start))?.[1]));
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    expect((await asked)[0].url).toBe('/v1/traces');
    expect(String(start)).toContain('more: footnote keys create');
  });

  it('serves the API and the dashboard, answers, uses the deep model, and stops with 0', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const child = spawn(command, ['serve'], {
      cwd: folder,
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SANDBOX_PORT: '0', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    try {
      let output = '';
      child.stdout.on('data', (text) => {
        output += text;
      });
      await expect
        .poll(() =>
          fetch(`${baseUrl}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        .toBe(200);
      await expect.poll(() => output).toMatch(/svc_live_\w+/);
      const key = /svc_live_\w+/.exec(output)?.[0];
      const call = async (path: string, body?: unknown) => {
        const response = await fetch(`${baseUrl}/v1${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        expect(response.ok, path).toBe(true);
        return JSON.parse(await response.text()).data;
      };
      const { id, knowledge_base_id } = await call('/knowledge-base/sources', {
        type: 'text',
        name: 'Pier',
        content: 'The pier of the town is 300 metres long.',
      });
      expect((await call(`/knowledge-base/sources/${id}?wait=60`)).status).toBe('indexed');
      const read = await call(`/knowledge-base/sources/${id}?wait=deep`);
      expect(read.understanding).toBe('done');
      const search = await call('/query', { query: 'How long is the pier?' });
      expect(search.results[0].source_id).toBe(id);
      const agent = await call('/agents', { name: 'Guide', knowledge_base_ids: [knowledge_base_id] });
      const { reply, citations } = await call(`/agents/${agent.id}/chat`, {
        message: 'How long is the pier?',
      });
      expect(reply).toContain('300 metres');
      expect(citations[0].source_id).toBe(id);
      const page = await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } });
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
      expect((await fetch(`${baseUrl}/widget.js`)).status).toBe(200);
      expect((await footnote('keys', 'list')).stdout).toContain('live');
    } finally {
      child.kill('SIGTERM');
    }
    expect((await exited)[0]).toBe(0);
  });
});

describe('the command of the package', () => {
  it('tells an older Node which one it needs', async () => {
    const file = join(ROOT, 'deploy/npm/footnote.mjs');
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' });`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, file, 'serve'];
    await expect(run(process.execPath, args)).rejects.toMatchObject({
      code: 1,
      stderr:
        'Footnote needs Node 24.15 or newer, and this is Node 18.20.8. Install Node 24 from https://nodejs.org.\n',
    });
  });
});
