import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../helpers/server-process.ts';
import { createClient } from '../helpers/start-test-service.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

/** What a node remembers of keys and knowledge bases may be out of date, with or without news: these tests write to the
 *  database directly, so that no news comes. */
describe.skipIf(!TEST_DATABASE_URL)('a node that has heard nothing (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  let writer: ServerProcess;
  let reader: ServerProcess;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 2, workers: 1 });
    const [first, second] = cluster.apis;
    if (!first || !second) throw new Error('There are no two nodes.');
    [writer, reader] = [first, second];
  }, 120_000);
  afterAll(() => cluster?.stop());

  const askWith = async (key: string, body: Record<string, unknown>) =>
    await createClient(reader.baseUrl, key).call('POST', '/v1/query', body);
  const ask = async (query: string) => {
    const { status, data } = await reader.call('POST', '/v1/query', { query, search_type: 'keyword' });
    const { results } = data as { results: { text: string }[] };
    return { status, texts: results.map(({ text }) => text) };
  };
  const untilIndexed = async (id: string): Promise<void> => {
    const { data } = await writer.call('GET', `/v1/knowledge-base/sources/${id}?wait=60`);
    expect(data).toMatchObject({ status: 'indexed' });
  };
  const add = async (content: string): Promise<string> => {
    const body = { type: 'text', name: 'Note', content };
    const { data } = await writer.call('POST', '/v1/knowledge-base/sources', body);
    const { id } = data as { id: string };
    await untilIndexed(id);
    return id;
  };

  it('finds what another node has added, replaced and removed, in its next answer', async () => {
    expect(await ask('acorn')).toEqual({ status: 200, texts: [] });
    const id = await add('The acorn falls.');
    expect((await ask('acorn')).texts).toEqual(['The acorn falls.']);
    await writer.call('PATCH', `/v1/knowledge-base/sources/${id}`, { content: 'The kettle sings.' });
    await untilIndexed(id);
    expect((await ask('kettle')).texts).toEqual(['The kettle sings.']);
    expect((await ask('acorn')).texts).toEqual([]);
    await writer.call('DELETE', `/v1/knowledge-base/sources/${id}`);
    expect((await ask('kettle')).texts).toEqual([]);
  });

  it('does not find what is gone from the database without any news', async () => {
    const id = await add('The heron waits.');
    expect((await ask('heron')).texts).toEqual(['The heron waits.']);
    await cluster.sql(
      `WITH base AS (
         UPDATE knowledge_bases SET search_changes = search_changes + 1 WHERE is_default = 1
         RETURNING workspace_id, knowledge_base_id, search_changes
       )
       INSERT INTO segment_removals SELECT workspace_id, knowledge_base_id, search_changes, $1 FROM base`,
      [id],
    );
    await cluster.sql('DELETE FROM sources WHERE source_id = $1', [id]);
    expect((await ask('heron')).texts).toEqual([]);
  });

  it('catches up when the log has been cut off behind it', async () => {
    const id = await add('The otter swims.');
    expect((await ask('otter')).texts).toEqual(['The otter swims.']);
    await cluster.sql('DELETE FROM sources WHERE source_id = $1', [id]);
    await cluster.sql(
      'UPDATE knowledge_bases SET search_changes = search_changes + 20000, removals_after = search_changes + 10000',
    );
    expect((await ask('otter')).texts).toEqual([]);
    await add('The otter dives.');
    expect((await ask('otter')).texts).toEqual(['The otter dives.']);
  });

  it('refuses a key that was revoked without any news, whatever it asks', async () => {
    const made = await writer.call('POST', '/v1/api-keys', { name: 'Guest', scope: 'read_write' });
    const { id, key } = made.data as { id: string; key: string };
    expect((await askWith(key, { query: 'acorn' })).status).toBe(200);
    await cluster.sql('UPDATE api_keys SET revoked_at = 1 WHERE key_id = $1', [id]);
    for (const body of [{ query: 'acorn' }, { query: '' }, { query: 'acorn', source_ids: ['src_none'] }])
      expect((await askWith(key, body)).status).toBe(401);
  });
});
