import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';

type Run = { outcome: string; added: number };
type Source = { external_id: string };

const PATIENCE = { timeout: 90_000, interval: 50 };

describe('kill -9 during a run', () => {
  it('goes on where it was: every file becomes one source', { timeout: 180_000 }, async () => {
    const place = mkdtempSync(join(tmpdir(), 'footnote-place-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const count = 300;
    for (let file = 0; file < count; file++) {
      mkdirSync(join(place, `${file % 7}`), { recursive: true });
      writeFileSync(join(place, `${file % 7}/text-${file}.txt`), `Text ${file} of many.`);
    }
    const dataDir = newDataDir();
    const env = { ...SHORT_LEASES, CONNECTOR_FOLDERS: place, WATCH_SECONDS: '1' };
    let server = await startServerProcess({ dataDir, env });
    const { key, knowledgeBaseId } = server;
    onTestFinished(async () => {
      await server.stop('SIGKILL');
      await removeDataDir(dataDir);
    });
    const body = { name: 'Many', kind: 'folder', settings: { path: place } };
    const { id } = (await server.call('POST', '/v1/connectors', body)).data as { id: string };
    const state = async () =>
      ((await server.call('GET', `/v1/connectors/${id}`)).data as { state: string }).state;
    const added = async () =>
      ((await server.call('GET', `/v1/connectors/${id}/runs`)).data as Run[])[0]?.added ?? 0;
    let previous = 0;
    for (let kill = 0; kill < 3; kill++) {
      await expect.poll(added, PATIENCE).toBeGreaterThan(Math.min(previous, count - 1));
      previous = await added();
      await server.stop('SIGKILL');
      server = await startServerProcess({ dataDir, key, knowledgeBaseId, env });
    }
    await expect.poll(state, PATIENCE).toBe('idle');
    const runs = (await server.call('GET', `/v1/connectors/${id}/runs`)).data as Run[];
    expect(runs).toMatchObject([{ outcome: 'completed', found: count, added: count, failed: 0, deleted: 0 }]);
    const ids = new Set<string>();
    for (let cursor = ''; ; ) {
      const { text } = await server.call('GET', `/v1/knowledge-base/sources?limit=100${cursor}`);
      const { data, meta } = JSON.parse(text) as { data: Source[]; meta: { next_cursor?: string } };
      for (const source of data) ids.add(source.external_id);
      if (!meta.next_cursor) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    expect(ids.size).toBe(count);
  });
});
