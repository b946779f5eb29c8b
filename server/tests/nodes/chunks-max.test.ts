import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

const SOURCES = '/v1/knowledge-base/sources';
const MOST = 40;

describe.skipIf(!TEST_DATABASE_URL)('CHUNKS_MAX on several nodes (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 2, workers: 2, env: { CHUNKS_MAX: String(MOST) } });
  }, 60_000);
  afterAll(() => cluster?.stop());

  let texts = 0;
  const add = () =>
    cluster.call('POST', SOURCES, { type: 'text', name: 'Lamp', content: `Lamp ${texts++} is lit.` });
  const chunks = async () => {
    const [row] = await cluster.sql(
      `SELECT sum(chunk_count)::int AS chunks, count(*) FILTER (WHERE status = 'processing')::int AS waiting,
         array_agg(DISTINCT error::json ->> 'code') FILTER (WHERE status = 'failed') AS codes FROM sources`,
    );
    return row;
  };
  const full = { chunks: MOST, waiting: 0, codes: ['too_many_chunks'] };

  it('a workspace fills up exactly, whichever nodes accept and index its sources', async () => {
    const answers = await Promise.all(Array.from({ length: 2 * MOST }, () => add()));
    expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
    await expect.poll(chunks).toEqual(full);
  });

  it('what one node deletes makes room on all, and for no more', async () => {
    const { data } = await cluster.call('GET', `${SOURCES}?status=indexed&limit=5`);
    for (const { id } of data as { id: string }[])
      expect((await cluster.call('DELETE', `${SOURCES}/${id}`)).status).toBe(204);
    expect(await chunks()).toEqual({ ...full, chunks: MOST - 5 });
    for (let added = 0; added < 5; ) if ((await add()).status === 201) added++;
    for (let more = 0; more < 10; more++) expect([201, 422]).toContain((await add()).status);
    await expect.poll(chunks).toEqual(full);
  });
});
