import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, SHORT_LEASES } from '../helpers/test-storage.ts';
import { isSignedWith, startWebhookReceiver } from '../helpers/webhook-receiver.ts';

/** A delivery as it stays when its source is deleted before it was made: its words are gone, what happened to what is there. */
const withoutWords = ({ body }: { body: string }) => {
  const { data, ...rest } = JSON.parse(body);
  return { ...rest, id: data.id };
};

describe('kill -9', () => {
  const dataDir = newDataDir();
  afterAll(() => removeDataDir(dataDir));

  it('kill -9 between a change and its delivery delivers everything after the restart, in order and signed', {
    timeout: 60_000,
  }, async () => {
    const receiver = await startWebhookReceiver();
    onTestFinished(() => receiver.close());
    const env = { ...SHORT_LEASES, URL_FETCH_ALLOW_HOSTS: receiver.host };
    const first = await startServerProcess({ dataDir, env });
    onTestFinished(async () => void (await first.stop('SIGKILL')));
    const { key, knowledgeBaseId } = first;
    const hook = await first.call('POST', '/v1/webhooks', {
      url: receiver.url(),
      events: ['source.indexed', 'source.deleted'],
    });
    const { secret } = hook.data as { secret: string };

    // Whoever asks gets no answer: the first four are under way, the others wait, and so do those behind the first.
    receiver.answer(() => {});
    const sources: string[] = [];
    for (let count = 0; count < 8; count++) {
      const body = { type: 'text', name: `${count}`, content: `The number is ${count}.` };
      const { id } = (await first.call('POST', '/v1/knowledge-base/sources', body)).data as { id: string };
      await first.call('GET', `/v1/knowledge-base/sources/${id}?wait=10`);
      await first.call('DELETE', `/v1/knowledge-base/sources/${id}`);
      sources.push(id);
    }
    await expect.poll(() => receiver.received().length).toBe(4);
    const unanswered = receiver.received();
    await first.stop('SIGKILL');

    receiver.answer(204);
    const second = await startServerProcess({ dataDir, key, knowledgeBaseId, env });
    onTestFinished(async () => void (await second.stop('SIGKILL')));
    await expect.poll(() => receiver.received()).toHaveLength(4 + 16);
    const delivered = receiver.received().slice(4);
    expect(new Set(delivered.map(({ id }) => id)).size).toBe(16);
    for (const { id, body } of unanswered)
      expect(delivered.filter((request) => request.id === id).map(withoutWords)).toEqual([
        withoutWords({ body }),
      ]);
    for (const source of sources) {
      const types = delivered.filter(({ event }) => event.data.id === source).map(({ event }) => event.type);
      expect(types).toEqual(['source.indexed', 'source.deleted']);
    }
    expect(delivered.every((request) => isSignedWith(secret, request))).toBe(true);
  });
});
