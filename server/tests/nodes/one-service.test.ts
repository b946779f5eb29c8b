import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aboutThePier, type FakeChatServer, startFakeChatServer } from '../helpers/fake-chat-server.ts';
import { openEvents } from '../helpers/read-events.ts';
import { type Cluster, startCluster, TEST_DATABASE_URL } from './cluster.ts';
import { readTranscript } from './nothing-lost.ts';

/** Of a revocation, on any node. */
const BOUND_MS = 1_000;
const TURNS = 24;

describe.skipIf(!TEST_DATABASE_URL)('several nodes as one service (TEST_DATABASE_URL)', () => {
  let provider: FakeChatServer;
  let cluster: Cluster;
  let agentId: string;
  beforeAll(async () => {
    provider = await startFakeChatServer();
    const env = {
      LLM_PROVIDER: 'openai-compatible',
      LLM_MODEL: 'fake',
      LLM_BASE_URL: `${provider.origin}/v1`,
    };
    cluster = await startCluster({ env });
    agentId = await cluster.addAgent();
    const body = { type: 'text', name: 'Pier', content: 'The pier is 300 metres long.' };
    const added = await cluster.call('POST', '/v1/knowledge-base/sources', body);
    const { id } = added.data as { id: string };
    const { data } = await cluster.call('GET', `/v1/knowledge-base/sources/${id}?wait=30`);
    expect(data).toMatchObject({ status: 'indexed' });
  }, 60_000);
  afterAll(async () => {
    await cluster?.stop();
    await provider?.close();
  });

  const statusWith = async (key: string, baseUrl: string): Promise<number> =>
    (await fetch(`${baseUrl}/v1/agents`, { headers: { authorization: `Bearer ${key}` } })).status;

  it('a key revoked on one node is refused by all within a second, and its stream on another node ends', {
    timeout: 30_000,
  }, async () => {
    provider.always({
      pieces: aboutThePier(400),
      pauseMs: 50,
    });
    const delays: number[] = [];
    for (const [index, node] of cluster.apis.entries()) {
      const made = await node.call('POST', '/v1/api-keys', { name: 'short-lived', scope: 'read_write' });
      const { id, key } = made.data as { id: string; key: string };
      const other = cluster.apis[(index + 1) % cluster.apis.length];
      if (!other) throw new Error('There is one node alone.');
      for (const { baseUrl } of cluster.apis) expect(await statusWith(key, baseUrl)).toBe(200);
      const chat = { message: 'How long is the pier?', session_id: `stream ${index}`, stream: true };
      const stream = await openEvents({ baseUrl: other.baseUrl, key }, `/v1/agents/${agentId}/chat`, chat);
      expect((await stream.next())?.event).toBe('meta');
      expect((await stream.next())?.event).toBe('delta');

      const startedAt = performance.now();
      expect((await node.call('DELETE', `/v1/api-keys/${id}`)).status).toBe(204);
      expect(await Promise.all(cluster.apis.map(({ baseUrl }) => statusWith(key, baseUrl)))).toEqual([
        401, 401, 401,
      ]);
      const rest = await stream.rest();
      delays.push(performance.now() - startedAt);
      expect(rest.at(-1)).toMatchObject({ event: 'error', data: { error: { code: 'unauthorized' } } });
      expect(await readTranscript(cluster, agentId, `stream ${index}`)).toEqual([]);
    }
    // The quickest, for the others tell of a busy machine: the streams take 20 seconds.
    expect(Math.min(...delays)).toBeLessThan(BOUND_MS);
    expect(Math.max(...delays)).toBeLessThan(10 * BOUND_MS);
    provider.always();
  });

  it(`${TURNS} turns of one session sent to all nodes at once are answered and stored in order`, {
    timeout: 60_000,
  }, async () => {
    const turns = Array.from({ length: TURNS }, async (_, number) => {
      const message = `How long is pier ${number}?`;
      const answer = await cluster.call('POST', `/v1/agents/${agentId}/chat`, {
        message,
        session_id: 'shared',
      });
      return { status: answer.status, message, replyId: (answer.data as { message_id: string }).message_id };
    });
    const answers = await Promise.all(turns);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const messages = await readTranscript(cluster, agentId, 'shared');
    expect(messages.map(({ role }) => role)).toEqual(answers.flatMap(() => ['user', 'agent']));
    const pairs = messages.flatMap(({ id }, index) =>
      index % 2 === 1 ? [[messages[index - 1]?.text, id]] : [],
    );
    expect(new Map(pairs as [string, string][])).toEqual(
      new Map(answers.map(({ message, replyId }) => [message, replyId])),
    );
    expect(pairs).toHaveLength(TURNS);
  });
});
