import { describe, expect, it, vi } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { isSignedWith } from '../helpers/webhook-receiver.ts';
import {
  addAgent,
  addWebhook,
  clock,
  deliveryOf,
  HOUR,
  live,
  MINUTE,
  pass,
  prepareWebhookFaults,
  receiver,
  SECOND,
  send,
  test,
  untilAttempted,
  waitOf,
} from './prepare-webhook-faults.ts';

prepareWebhookFaults();

describe('attempts', () => {
  const SCHEDULE = [
    5 * SECOND,
    5 * MINUTE,
    30 * MINUTE,
    2 * HOUR,
    5 * HOUR,
    10 * HOUR,
    14 * HOUR,
    20 * HOUR,
    24 * HOUR,
  ];

  it('a delivery fails after ten attempts over three days', async () => {
    const { id, path } = await addWebhook(undefined, ['agent.updated']);
    const [broken, sound] = [await addAgent(), await addAgent()];
    receiver.answer((response, { event }) => {
      response.writeHead(event.data.id === broken ? 500 : 204).end();
    }, path);
    await live.patch(`/v1/agents/${broken}`, { name: 'A' });
    const [{ id: delivery }] = (await live.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    for (const [index, delay] of SCHEDULE.entries()) {
      const shown = await untilAttempted(id, delivery, index + 1);
      expect(shown.status).toBe('pending');
      expect(waitOf(shown)).toBeGreaterThanOrEqual(delay);
      expect(waitOf(shown)).toBeLessThanOrEqual(delay * 1.1 + SECOND);
      await pass(waitOf(shown) - 3 * SECOND);
      expect((await deliveryOf(id, delivery)).attempts).toHaveLength(index + 1);
      // What comes through in between keeps the webhook enabled.
      if (index === 8) await live.patch(`/v1/agents/${sound}`, { name: 'B' });
      await pass(4 * SECOND);
    }
    const failed = await untilAttempted(id, delivery, 10);
    expect(failed).toMatchObject({ status: 'failed', ended_at: expect.any(String) });
    expect('next_attempt_at' in failed).toBe(false);
    expect((await live.get(`/v1/webhooks/${id}`)).body.data.enabled).toBe(true);
    await live.patch(`/v1/agents/${broken}`, { name: 'C' });
    await expect.poll(() => receiver.received(path).at(-1)?.event.data.name).toBe('C');
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('three days of failures disable the webhook and fail what waits', async () => {
    const { id, path, secret } = await addWebhook();
    receiver.answer(500, path);
    const { id: delivery, event_id } = await send(id);
    const waiting = await send(id);
    for (const index of SCHEDULE.keys()) {
      const shown = await untilAttempted(id, delivery, index + 1);
      await pass(waitOf(shown) + SECOND);
    }
    await untilAttempted(id, delivery, 10);
    expect(await deliveryOf(id, delivery)).toMatchObject({ status: 'failed', ended_at: expect.any(String) });
    expect((await deliveryOf(id, waiting.id)).attempts).toEqual([]);
    expect((await deliveryOf(id, waiting.id)).status).toBe('failed');
    expect((await live.get(`/v1/webhooks/${id}`)).body.data).toMatchObject({
      enabled: false,
      disabled_reason: expect.stringContaining('three days'),
    });
    const all = receiver.received(path);
    expect(new Set(all.map((request) => [request.id, request.body].join()))).toEqual(
      new Set([[event_id, all[0]?.body].join()]),
    );
    expect(all.every((request) => isSignedWith(secret, request))).toBe(true);
    expect(new Set(all.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(10);
    const warned = () =>
      test.logs.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a webhook was disabled');
    // It is logged after the commit.
    await expect.poll(warned).toMatchObject([{ level: 40, webhook_id: id }]);
  });

  it('a retry waits as long as the receiver asks for, at most a day', async () => {
    const { id, path } = await addWebhook();
    const wishes: [answer: () => string, waitMs: number][] = [
      [() => '3600', HOUR],
      [() => new Date(Date.now() + clock.ahead + 2 * HOUR).toUTCString(), 2 * HOUR],
      [() => '9999999', 24 * HOUR],
      [() => 'tomorrow', 2 * HOUR],
    ];
    const { id: delivery } = await send(id);
    await untilAttempted(id, delivery, 1);
    for (const [index, [wish, waitMs]] of wishes.entries()) {
      receiver.answer((response) => void response.writeHead(429, { 'retry-after': wish() }).end(), path);
      await live.post(`/v1/webhooks/${id}/deliveries/${delivery}/retry`);
      const shown = await untilAttempted(id, delivery, index + 2);
      expect(shown.status).toBe('pending');
      expect(waitOf(shown)).toBeGreaterThanOrEqual(waitMs - 2 * SECOND);
      expect(waitOf(shown)).toBeLessThanOrEqual(waitMs * 1.1 + 2 * SECOND);
    }
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('an answer 410 disables the webhook until it is enabled again', async () => {
    const { id, path } = await addWebhook(undefined, ['agent.created']);
    receiver.answer(410, path);
    await addAgent();
    const webhook = await vi.waitFor(async () => {
      const shown = (await live.get(`/v1/webhooks/${id}`)).body.data;
      expect(shown.enabled).toBe(false);
      return shown;
    }, 30_000);
    expect(webhook.disabled_reason).toContain('410');
    const [delivery] = (await live.get(`/v1/webhooks/${id}/deliveries`)).body.data;
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status_code: 410 }] });
    await addAgent();
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).body.data).toHaveLength(1);
    const retry = `/v1/webhooks/${id}/deliveries/${delivery.id}/retry`;
    expectError(await live.post(retry), 422, 'id');
    expectError(await live.post(`/v1/webhooks/${id}/test`), 422, 'id');

    receiver.answer(204, path);
    const enabled = (await live.patch(`/v1/webhooks/${id}`, { enabled: true })).body.data;
    expect(enabled).toMatchObject({ enabled: true });
    expect('disabled_reason' in enabled || 'failing_since' in enabled).toBe(false);
    expect((await live.post(retry)).status).toBe(200);
    await expect.poll(async () => (await deliveryOf(id, delivery.id)).status).toBe('delivered');
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('a delivery can be resent with the same id and body, signed anew', async () => {
    const { id, path, secret } = await addWebhook();
    const { id: delivery, event_id, payload } = await send(id);
    await untilAttempted(id, delivery, 1);
    clock.ahead += HOUR;
    const again = await live.post(`/v1/webhooks/${id}/deliveries/${delivery}/retry`);
    expect(again.body.data).toMatchObject({ id: delivery, status: 'pending' });
    expect(await untilAttempted(id, delivery, 2)).toMatchObject({ status: 'delivered', payload });
    const [first, second] = receiver.received(path);
    if (!first || !second) throw new Error('It did not come twice.');
    expect([first.id, second.id]).toEqual([event_id, event_id]);
    expect(second.body).toBe(first.body);
    expect(JSON.parse(first.body)).toEqual(payload);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    expect(isSignedWith(secret, second)).toBe(true);
    await live.delete(`/v1/webhooks/${id}`);
  });

  it('deleting a webhook ends the attempt under way', async () => {
    const { id, path } = await addWebhook();
    let isClosed = false;
    receiver.answer((response) => void response.on('close', () => (isClosed = true)), path);
    await send(id);
    await expect.poll(() => receiver.received(path)).toHaveLength(1);
    expect((await live.delete(`/v1/webhooks/${id}`)).status).toBe(204);
    await expect.poll(() => isClosed).toBe(true);
    await pass(HOUR);
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).status).toBe(404);
    expect(receiver.received(path)).toHaveLength(1);
  });
});

describe('a secret that was replaced', () => {
  it('a replaced secret no longer signs after 24 hours', async () => {
    const { id, path, secret } = await addWebhook();
    const rotated = (await live.post(`/v1/webhooks/${id}/rotate-secret`)).body.data;
    const signers = async (): Promise<boolean[]> => {
      const { id: delivery } = await send(id);
      await untilAttempted(id, delivery, 1);
      const request = receiver.received(path).at(-1);
      if (!request) throw new Error('Nothing came.');
      return [secret, rotated.secret].map((each) => isSignedWith(each, request));
    };
    clock.ahead += 24 * HOUR - MINUTE;
    expect(await signers()).toEqual([true, true]);
    clock.ahead += 2 * MINUTE;
    expect(await signers()).toEqual([false, true]);
    const shown = (await live.get(`/v1/webhooks/${id}`)).body.data;
    expect('previous_secret_until' in shown || 'secret' in shown).toBe(false);
    await live.delete(`/v1/webhooks/${id}`);
  });
});

describe('events and their deliveries', () => {
  it('events and deliveries are kept for 30 days', async () => {
    const { id } = await addWebhook();
    const { id: delivery, event_id } = await send(id);
    await untilAttempted(id, delivery, 1);
    const ids = async (): Promise<string[]> =>
      (await live.get('/v1/events?limit=100')).body.data.map((event: { id: string }) => event.id);
    clock.ahead += 29 * 24 * HOUR;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(await ids()).toContain(event_id);
    clock.ahead += 2 * 24 * HOUR;
    await expect.poll(ids).toEqual([]);
    expect((await live.get(`/v1/webhooks/${id}/deliveries`)).body.data).toEqual([]);
    await live.delete(`/v1/webhooks/${id}`);
  });
});
