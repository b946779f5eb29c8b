import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'footnote-full-'));
const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;
// A disk of its own needs the rights to mount one.
const isMounted = mount('-t', 'tmpfs', '-o', 'size=10m', 'tmpfs', folder);

const content = 'A sentence that takes some room on the disk, and says nothing that anybody needs. '.repeat(
  60,
);

/** Adds texts until the disk is full; the ids of those that were acknowledged, and the last answer. */
async function addUntilFull(
  server: ServerProcess,
): Promise<{ ids: string[]; refusal: { status: number; text: string } }> {
  const ids: string[] = [];
  for (;;) {
    const { status, text, data } = await server.call('POST', '/v1/knowledge-base/sources', {
      type: 'text',
      name: 'x',
      content,
    });
    if (status !== 201) return { ids, refusal: { status, text } };
    ids.push((data as { id: string }).id);
  }
}

describe.skipIf(!isMounted)('a full disk (skipped where a small one cannot be mounted)', () => {
  afterAll(() => {
    spawnSync('umount', [folder]);
    rmdirSync(folder);
  });

  it('a full disk gets 503 for writes, reads continue, and everything acknowledged is indexed once there is room', {
    timeout: 240_000,
  }, async () => {
    const dataDir = join(folder, 'data');
    let server = await startServerProcess({ dataDir, env: { LOG_LEVEL: 'fatal' } });
    onTestFinished(async () => {
      await server.stop('SIGKILL');
    });
    const { key, knowledgeBaseId } = server;
    const { ids, refusal } = await addUntilFull(server);
    expect(ids.length).toBeGreaterThan(10);
    expect(refusal.status).toBe(503);
    expect(JSON.parse(refusal.text).error).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk is full'),
    });
    expect((await server.call('POST', '/v1/query', { query: 'room on the disk' })).status).toBe(200);
    expect(await server.stop()).toBe(0);

    mount('-o', 'remount,size=200m', folder);
    server = await startServerProcess({ dataDir, key, knowledgeBaseId });
    for (const id of ids) {
      const { data } = await server.call('GET', `/v1/knowledge-base/sources/${id}?wait=30`);
      expect(data).toMatchObject({ id, status: 'indexed' });
    }
  });
});
