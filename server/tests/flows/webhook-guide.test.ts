import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { freePort } from '../helpers/server-process.ts';
import { startTestService } from '../helpers/start-test-service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** A program of the guide in a folder of its own. */
function writeProgram(language: 'js' | 'python'): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's').exec(guide) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'footnote-guide-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, language === 'js' ? 'receiver.mjs' : 'receiver.py');
  writeFileSync(file, code);
  return file;
}

function run(command: string, file: string, env: Record<string, string>): { output(): string } {
  const child: ChildProcess = spawn(command, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill());
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  return { output: () => output };
}

/** Starts the receiver, and has it sent a forged event and a real one. */
async function tryReceiver(language: 'js' | 'python', command: string): Promise<void> {
  const port = await freePort();
  const { live, stop } = await startTestService({ URL_FETCH_ALLOW_HOSTS: `127.0.0.1:${port}` });
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}/footnote`;
  const { id, secret } = (await live.post('/v1/webhooks', { url })).body.data;
  const { output } = run(command, writeProgram(language), { WEBHOOK_SECRET: secret, PORT: String(port) });
  const forged = {
    method: 'POST',
    body: '{"type":"webhook.test","data":{"id":"forged"}}',
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
      'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
    },
  };
  await expect.poll(async () => (await fetch(url, forged)).status).toBe(400);
  expect((await fetch(url, { ...forged, headers: {} })).status).toBe(400);

  await live.post(`/v1/webhooks/${id}/rotate-secret`);
  const { event_id } = (await live.post(`/v1/webhooks/${id}/test`)).body.data;
  await expect.poll(output).toContain(`${event_id} webhook.test ${id}\n`);
  expect(output()).not.toContain('forged');
  await vi.waitFor(async () => {
    const [delivery] = (await live.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status_code: 204 }] });
  }, 30_000);
}

describe('the receiver of the guide takes what is signed, and nothing else', () => {
  it("the guide's receiver in Node accepts only what is signed", () => tryReceiver('js', process.execPath));
  it.skipIf(!hasPython)("the guide's receiver in Python accepts only what is signed", () =>
    tryReceiver('python', 'python3'),
  );
});
