import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';

const SOURCES = 40;

describe.skipIf(!TEST_DATABASE_URL)('webhooks of several nodes (TEST_DATABASE_URL)', () => {
  let receiver: WebhookReceiver;
  let cluster: Cluster;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
    cluster = await startCluster({ apis: 2, workers: 2, env: { URL_FETCH_ALLOW_HOSTS: receiver.host } });
  }, 60_000);
  afterAll(async () => {
    await cluster?.stop();
    await receiver?.close();
  });

  it('webhooks of several nodes get every event once and in order, also after a failure', {
    timeout: 90_000,
  }, async () => {
    const events = ['source.indexed', 'source.deleted'];
    const { id } = (await cluster.call('POST', '/v1/webhooks', { url: receiver.url(), events })).data as {
      id: string;
    };
    const refused = new Set<string>();
    receiver.answer((response, request) => {
      // Of every third source the first event is refused once.
      const isRefused =
        request.event.type === 'source.indexed' &&
        Number(request.event.data.name) % 3 === 0 &&
        !refused.has(request.id);
      if (isRefused) refused.add(request.id);
      setTimeout(() => response.writeHead(isRefused ? 503 : 204).end(), 20);
    });
    const sources = await Promise.all(
      Array.from({ length: SOURCES }, async (_, number) => {
        const body = { type: 'text', name: `${number}`, content: `The number is ${number}.` };
        const added = (await cluster.call('POST', '/v1/knowledge-base/sources', body)).data as { id: string };
        const path = `/v1/knowledge-base/sources/${added.id}`;
        await cluster.call('GET', `${path}?wait=30`);
        await cluster.call('DELETE', path);
        return added.id;
      }),
    );
    await vi.waitFor(
      async () => {
        const { data } = await cluster.call('GET', `/v1/webhooks/${id}/deliveries?status=pending`);
        expect(data).toEqual([]);
      },
      { timeout: 60_000, interval: 200 },
    );
    const received = receiver.received();
    expect(refused.size).toBeGreaterThan(5);
    expect(received).toHaveLength(2 * SOURCES + refused.size);
    for (const request of new Set(received.map((each) => each.id)))
      expect(received.filter((each) => each.id === request)).toHaveLength(refused.has(request) ? 2 : 1);
    for (const source of sources) {
      const types = received.filter(({ event }) => event.data.id === source).map(({ event }) => event.type);
      expect([...new Set(types)]).toEqual(events);
      expect(types).toEqual(types.toSorted().toReversed());
    }
    const attempts = await cluster.sql(
      'SELECT sum(json_array_length(attempts::json)) AS count FROM deliveries',
    );
    expect(Number(attempts[0]?.['count'])).toBe(received.length);
  });
});
