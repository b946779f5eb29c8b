import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir } from '../helpers/test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

describe('footnote listen', () => {
  it('forwards each new event signed, prints the status, and survives a restart of the service', async () => {
    const port = await freePort();
    const folder = newDataDir();
    let own = await startServerProcess({ dataDir: folder, port });
    onTestFinished(async () => {
      await own.stop('SIGKILL');
      await removeDataDir(folder);
    });
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        received.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(received.length === 1 ? 500 : 204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void receiver.close());
    const hook = `127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', hook], {
      env: { ...process.env, FOOTNOTE_URL: own.baseUrl, FOOTNOTE_API_KEY: own.key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let [output, log] = ['', ''];
    child.stdout.on('data', (text) => (output += text));
    child.stderr.on('data', (text) => (log += text));
    await expect.poll(() => output).toMatch(/whsec_\S+\n/);
    const secret = /whsec_\S+/.exec(output)?.[0] ?? '';
    const addText = (name: string) =>
      own.call('POST', '/v1/knowledge-base/sources', { type: 'text', name, content: `${name}.` });
    await addText('First');
    await expect.poll(() => received.length).toBe(1);
    const [{ headers, body } = { headers: {}, body: '' }] = received;
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({
      type: 'source.indexed',
      environment: 'live',
      data: { name: 'First' },
    });
    await expect.poll(() => output).toMatch(/^500 {2}source\.indexed {2}evt_\w+ {2}\d+ ms$/m);
    await own.stop();
    await expect.poll(() => log).toContain('The service does not answer.');
    own = await startServerProcess({ dataDir: folder, key: own.key, port });
    await addText('Second');
    await expect.poll(() => output).toMatch(/^204 {2}source\.indexed/m);
    expect(received).toHaveLength(2);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
