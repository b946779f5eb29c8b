import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Received } from '../helpers/webhook-receiver.ts';
import {
  addWebhook,
  closedPort,
  garbage,
  live,
  prepareWebhookFaults,
  receiver,
  SECOND,
  type Shown,
  send,
  stranger,
  tls,
  untilAttempted,
  waitOf,
} from './prepare-webhook-faults.ts';

prepareWebhookFaults();

/** What a receiver may do, and what its attempt looks like then. */
const FAULTS: {
  what: string;
  url?: () => string;
  answer?: number | ((response: ServerResponse, request: Received) => void);
  status: 'delivered' | 'pending';
  attempt: Shown;
}[] = [
  {
    what: 'is slow',
    answer: (response) => void setTimeout(() => response.writeHead(204).end(), 1_500),
    status: 'pending',
    attempt: { error: expect.stringMatching(/did not answer within 1 second/) },
  },
  {
    what: 'is down',
    url: () => `http://127.0.0.1:${closedPort}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('could not be reached') },
  },
  {
    what: 'answers 500',
    answer: (response) => void response.writeHead(500).end('Out of tea.'),
    status: 'pending',
    attempt: { status_code: 500, response: 'Out of tea.', error: expect.stringContaining('answered 500') },
  },
  {
    what: 'redirects',
    answer: (response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    status: 'pending',
    attempt: { status_code: 307, error: expect.stringContaining('redirect') },
  },
  {
    what: 'has a private address',
    url: () => 'http://10.1.2.3/',
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'is at a port of this machine that is not permitted',
    url: () => stranger.url(),
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'has a name of this machine',
    url: () => stranger.url().replace('127.0.0.1', 'localhost'),
    status: 'pending',
    attempt: { error: expect.stringContaining('not public') },
  },
  {
    what: 'has a certificate that nobody knows',
    url: () => `${tls.origin}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('certificate') },
  },
  {
    what: 'answers with what is no HTTP',
    url: () => `${garbage.origin}/`,
    status: 'pending',
    attempt: { error: expect.stringContaining('cannot be read') },
  },
  {
    what: 'closes the connection instead of an answer',
    answer: (response) => void (response.socket as Socket).destroy(),
    status: 'pending',
    attempt: { error: expect.stringContaining('closed the connection') },
  },
  {
    what: 'closes in the middle of a good answer',
    answer: (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('Thank');
      setTimeout(() => response.socket?.destroy(), 50);
    },
    status: 'delivered',
    attempt: { status_code: 200, response: 'Thank' },
  },
  {
    what: 'never ends its good answer',
    answer: (response) => void response.writeHead(202).write('Wait'),
    status: 'delivered',
    attempt: { status_code: 202, response: 'Wait' },
  },
  {
    what: 'answers at length',
    answer: (response) => void response.writeHead(200).end(Buffer.alloc(20_000_000, 'x')),
    status: 'delivered',
    attempt: { status_code: 200, response: 'x'.repeat(500) },
  },
  {
    what: 'answers with bytes that are no text',
    answer: (response) => void response.writeHead(200).end(Buffer.from([0x41, 0, 0xff, 0xed, 0xa0, 0x80])),
    status: 'delivered',
    attempt: { status_code: 200, response: expect.stringMatching(/^A\0\uFFFD+$/) },
  },
];

describe('a receiver that', () => {
  it.each(FAULTS)('$what: $status', async ({ url, answer = 204, status, attempt }) => {
    const { id, path } = await addWebhook(url?.());
    receiver.answer(answer, path);
    const delivery = await untilAttempted(id, (await send(id)).id, 1);
    expect(delivery).toMatchObject({ status, event_type: 'webhook.test' });
    expect(delivery.attempts).toEqual([
      { attempted_at: expect.any(String), duration_ms: expect.any(Number), ...attempt },
    ]);
    const webhook = (await live.get(`/v1/webhooks/${id}`)).body.data;
    expect(webhook.enabled).toBe(true);
    expect('failing_since' in webhook).toBe(status === 'pending');
    expect('ended_at' in delivery).toBe(status === 'delivered');
    if (status === 'pending') {
      expect(waitOf(delivery)).toBeGreaterThanOrEqual(5 * SECOND);
      expect(waitOf(delivery)).toBeLessThan(7.5 * SECOND);
    }
    expect(stranger.received()).toEqual([]);
    expect(receiver.received('/elsewhere')).toEqual([]);
    expect(receiver.received(path).length).toBe(url ? 0 : 1);
    await live.delete(`/v1/webhooks/${id}`);
  });
});
