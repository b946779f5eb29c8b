import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { build } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../../../dashboard/tests/find-chromium.ts';
import { startTestService, type TestService } from '../../../server/tests/helpers/start-test-service.ts';

/** The SDK as it is published: packed, and installed in an empty folder. */

let folder: string;
let service: TestService;

/** Not spawnSync: the service is in this process. */
async function run(command: string, args: string[], cwd = folder): Promise<string> {
  const env = { ...process.env, FOOTNOTE_API_KEY: service.live.key, FOOTNOTE_URL: service.live.baseUrl };
  return (await promisify(execFile)(command, args, { cwd, env })).stdout;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'footnote-sdk-'));
  service = await startTestService();
  const file = (await run(process.execPath, ['scripts/pack-sdk.ts', folder], process.cwd())).trim();
  writeFileSync(join(folder, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file]);
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

/** All of the README as one program; imports may stand anywhere in it. */
const readme = (): string =>
  [...readFileSync('sdk/typescript/README.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)]
    .map(([, code]) => code)
    .join('\n');

describe('the packed TypeScript SDK', () => {
  it('runs the README on every Node here, after a plain compiler run', async () => {
    writeFileSync(join(folder, 'readme.ts'), readme());
    const types = join(process.cwd(), 'node_modules/@types');
    const options = [
      '--strict',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--typeRoots',
      types,
      '--types',
      'node',
    ];
    await run(join(process.cwd(), 'node_modules/.bin/tsc'), ['readme.ts', ...options]);
    const nodes = (spawnSync('which', ['-a', 'node'], { encoding: 'utf8' }).stdout ?? '')
      .split('\n')
      .filter(Boolean);
    for (const node of new Set([process.execPath, ...nodes])) {
      const printed = await run(node, ['readme.js']);
      expect(printed, node).toContain('A ticket costs 12 euros.\n[1] A ticket costs 12 euros.');
      expect(printed, node).toContain('A ticket costs 12 euros. (from Prices)');
      expect(printed, node).toContain('Lost tickets are replaced at the cloakroom.');
      expect(printed, node).toContain('not_found true');
    }
  });

  it('has at most 15 KB minified and compressed, and no dependency', async () => {
    const code = await bundle("export * from '@footnote/sdk';");
    const sizes = {
      minified: code.length,
      gzip: gzipSync(code).length,
      brotli: brotliCompressSync(code).length,
    };
    console.log('bytes of the SDK:', sizes);
    expect(sizes.gzip).toBeLessThanOrEqual(15_000);
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules/@footnote/sdk/package.json'), 'utf8'),
    );
    expect(manifest.dependencies).toBeUndefined();
  });

  it.skipIf(findChromium() === undefined)('works in a page of another origin', async () => {
    const code = await bundle(
      "import { Footnote } from '@footnote/sdk'; Object.assign(globalThis, { Footnote });",
    );
    const site = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>${code}</script>`),
    );
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const address = site.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const { sandbox, stop } = await startTestService({ CORS_ORIGINS: origin });
    onTestFinished(stop);
    const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: ['--no-sandbox'] });
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    await page.goto(origin);
    const options = { apiKey: sandbox.key, baseUrl: sandbox.baseUrl };
    // biome-ignore lint/suspicious/noExplicitAny: the page has the class as a global.
    const found = await page.evaluate(async (given: any) => {
      // biome-ignore lint/suspicious/noExplicitAny: the same.
      const footnote = new (globalThis as any).Footnote(given);
      const steps: number[] = [];
      const { id } = await footnote.sources.upload(new Blob(['The pier is 300 metres long.']), {
        name: 'Pier',
        onProgress: ({ sentBytes }: { sentBytes: number }) => steps.push(sentBytes),
      });
      await footnote.sources.waitUntilIndexed(id);
      const base = (await footnote.workspace.get()).default_knowledge_base_id;
      const agent = await footnote.agents.create({ name: 'Guide', knowledge_base_ids: [base] });
      let reply = '';
      for await (const event of footnote.agents.stream(agent.id, { message: 'How long is the pier?' }))
        if (event.event === 'done') reply = event.data.reply;
      return { reply, steps };
    }, options);
    expect(found.reply).toBe('The pier is 300 metres long.');
    expect(found.steps.length).toBeGreaterThan(0);
  });
});

async function bundle(code: string): Promise<string> {
  const input = join(folder, 'bundled.js');
  writeFileSync(input, code);
  const format = code.startsWith('export') ? 'esm' : 'iife';
  const { output } = await build({
    input,
    platform: 'browser',
    write: false,
    output: { format, minify: true },
  });
  return output[0].code;
}
