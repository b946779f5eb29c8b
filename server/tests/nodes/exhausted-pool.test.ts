import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

const REQUESTS = 60;

describe.skipIf(!TEST_DATABASE_URL)('more requests than connections (TEST_DATABASE_URL)', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ apis: 1, workers: 1, env: { DATABASE_CONNECTIONS: '2' } });
  }, 60_000);
  afterAll(() => cluster?.stop());

  it(`${REQUESTS} at once with 2 connections: all are answered, none with 500, nearly all with what was asked`, {
    timeout: 60_000,
  }, async () => {
    const agentId = await cluster.addAgent();
    const requests = Array.from({ length: REQUESTS }, (_, number) => {
      if (number % 3 === 0) return ['GET', '/v1/knowledge-base/sources'] as const;
      if (number % 3 === 1) {
        const body = { type: 'text', name: `text ${number}`, content: `What text ${number} says.` };
        return ['POST', '/v1/knowledge-base/sources', body] as const;
      }
      return ['POST', `/v1/agents/${agentId}/chat`, { message: `What does text ${number} say?` }] as const;
    });
    const startedAt = performance.now();
    const answers = await Promise.all(
      requests.map(([method, path, body]) => cluster.call(method, path, body)),
    );
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    const refused = answers.filter(({ status }) => status >= 300);
    expect(refused.filter(({ status, headers }) => status !== 503 || !headers['retry-after'])).toEqual([]);
    expect(refused.length).toBeLessThan(REQUESTS / 10);
    const added = answers
      .filter(({ status }) => status === 201)
      .map(({ data }) => (data as { id: string }).id);
    expect(added.length).toBeGreaterThan(10);
    for (const id of added) {
      const { data } = await cluster.call('GET', `/v1/knowledge-base/sources/${id}?wait=20`);
      expect(data).toMatchObject({ id, status: 'indexed' });
    }
  });

  it('connections that are all held answer 503 with Retry-After within seconds, and 200 when they are free again', {
    timeout: 60_000,
  }, async () => {
    const lock = cluster.sql('BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT');
    await sleep(500);
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 12 }, () => cluster.call('GET', '/v1/agents')));
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(10);
    expect(refused.filter(({ status, headers }) => status !== 503 || !headers['retry-after'])).toEqual([]);
    await lock;
    expect((await cluster.call('GET', '/v1/agents')).status).toBe(200);
  });
});
