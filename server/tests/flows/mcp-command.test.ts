import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWithScope } from '../helpers/more-clients.ts';
import { runCommand } from '../helpers/run-command.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
  await test.live.addText('Pier', 'The pier is 300 metres long.');
});
afterAll(() => test.stop());

async function connect(key: string, mode: 'modern' | 'legacy'): Promise<Client> {
  const versionNegotiation = { mode: mode === 'modern' ? { pin: '2026-07-28' } : ('legacy' as const) };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'mcp'],
      env: { FOOTNOTE_URL: test.live.baseUrl, FOOTNOTE_API_KEY: key },
      stderr: 'pipe',
    }),
  );
  return client;
}

describe('footnote mcp', () => {
  it.each(['modern', 'legacy'] as const)('serves a client of stdio, %s', async (mode) => {
    const key = await clientWithScope(test.live, 'read_write');
    const client = await connect(key.key, mode);
    expect((await client.listTools()).tools).toHaveLength(6);
    const found = await client.callTool({ name: 'search', arguments: { query: 'How long is the pier?' } });
    expect(found.content[0]).toMatchObject({ text: expect.stringContaining('300 metres') });
    const [resource] = (await client.listResources()).resources;
    expect((await client.readResource({ uri: resource?.uri ?? '' })).contents).toHaveLength(1);
    const added = await client.callTool({ name: 'add_text', arguments: { name: 'Ünïcode', text: mode } });
    expect(added.structuredContent).toMatchObject({ source: { name: 'Ünïcode' } });
    await test.live.delete(`/v1/api-keys/${key.keyId}`);
    await expect(client.callTool({ name: 'search', arguments: { query: 'pier' } })).rejects.toThrow(/key/i);
    await client.close();
  });

  it('says on stderr what is missing or wrong, and exits with 2', async () => {
    const { baseUrl, key } = test.live;
    for (const [url, secret, says] of [
      ['', key, /FOOTNOTE_URL is missing/],
      ['ftp://localhost:8080', key, /FOOTNOTE_URL must be an http/],
      ['http://127.0.0.1:1', key, /does not answer/],
      [`${baseUrl}/docs`, key, /answered 40\d/],
      [baseUrl, '', /FOOTNOTE_API_KEY is missing/],
      [baseUrl, `${key}x`, /answered 401.*FOOTNOTE_API_KEY/s],
      [baseUrl, test.sandbox.key, /answered 403.*FOOTNOTE_API_KEY/s],
    ] as const) {
      const env = { FOOTNOTE_URL: url, FOOTNOTE_API_KEY: secret };
      const { status, stderr, stdout } = await runCommand(['mcp'], { env });
      expect([status, stdout.toString()]).toEqual([2, '']);
      expect(stderr).toMatch(says);
      expect(stderr).not.toMatch(/\n\s+at /);
    }
  });

  it('takes the address with or without its scheme and the path of an API', async () => {
    const { baseUrl, key } = test.live;
    const input = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    for (const url of [baseUrl.replace('http://', ''), `${baseUrl}/v1`, `${baseUrl}/mcp/`]) {
      const env = { FOOTNOTE_URL: url, FOOTNOTE_API_KEY: key };
      const { status, stdout } = await runCommand(['mcp'], { env, input });
      expect([status, JSON.parse(stdout.toString())]).toMatchObject([0, { id: 1, result: {} }]);
    }
  });

  it('prints nothing but messages, and ends with stdin once the last is answered', async () => {
    const lines = [
      'nonsense',
      '[]',
      '',
      JSON.stringify({ jsonrpc: '2.0', id: 'a', method: 'ping' }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'none' }),
    ];
    const { status, stdout, stderr } = await runCommand(['mcp'], {
      env: { FOOTNOTE_URL: `${test.live.baseUrl}/mcp`, FOOTNOTE_API_KEY: test.live.key },
      input: Buffer.from(`${lines.join('\n')}\n`),
    });
    expect([status, stderr]).toEqual([0, '']);
    const answers = stdout
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(4);
    expect(answers).toContainEqual({ jsonrpc: '2.0', id: 'a', result: {} });
    expect(answers).toContainEqual(
      expect.objectContaining({ id: 2, error: expect.objectContaining({ code: -32601 }) }),
    );
  });
});
