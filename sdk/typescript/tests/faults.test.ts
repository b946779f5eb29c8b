import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { ConnectionError, Footnote, RateLimitedError, TimeoutError, verifyWebhook } from '../src/index.ts';

/** A client whose service answers what `answers` say, one after another, and then the last again. */
function clientOf(...answers: (() => Response | Promise<Response>)[]) {
  const requests: Request[] = [];
  const footnote = new Footnote({
    apiKey: 'svc_live_x',
    baseUrl: 'http://footnote.test',
    fetch: async (url, init) => {
      requests.push(new Request(url, init));
      const answer = answers[Math.min(requests.length, answers.length) - 1];
      return (await answer?.()) ?? new Response();
    },
  });
  return { footnote, requests };
}

const ok = (): Response => Response.json({ data: { id: 'src_1' }, meta: { request_id: 'req_1' } });
const busy = (): Response =>
  Response.json(
    { error: { code: 'rate_limited', message: 'Wait.' } },
    { status: 429, headers: { 'retry-after': '0' } },
  );
const broken = (): Response => {
  throw new TypeError('fetch failed');
};
const events = (text: string) => (): Response =>
  new Response(text, { headers: { 'content-type': 'text/event-stream' } });
const read = async (stream: AsyncIterable<unknown>): Promise<unknown[]> => Array.fromAsync(stream);

describe('the TypeScript SDK with a faulty service', () => {
  it('repeats a call with the same idempotency key', async () => {
    const { footnote, requests } = clientOf(busy, broken, ok);
    expect(await footnote.sources.reindex('src_1')).toEqual({ id: 'src_1' });
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(requests).toHaveLength(3);
  });

  it('throws the last failure, and does not repeat what fails again', async () => {
    const { footnote, requests } = clientOf(busy);
    await expect(footnote.agents.get('agt_1')).rejects.toThrow(RateLimitedError);
    expect(requests).toHaveLength(3);
    const wrong = clientOf(() =>
      Response.json({ error: { code: 'conflict', message: 'No.' } }, { status: 409 }),
    );
    await expect(wrong.footnote.sources.reindex('src_1')).rejects.toThrow('No.');
    expect(wrong.requests).toHaveLength(1);
  });

  it('says which service it could not reach, and why', async () => {
    const unreachable = new Footnote({ apiKey: 'svc_live_x', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    const refused = new Footnote({
      apiKey: 'svc_live_x',
      baseUrl: 'http://localhost:8080/v1',
      maxRetries: 0,
      fetch: async () => {
        throw new TypeError('fetch failed', {
          cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
        });
      },
    });
    await expect(refused.agents.list()).rejects.toThrow(
      'The connection to http://localhost:8080 failed: ECONNREFUSED',
    );
    await expect(unreachable.agents.list()).rejects.toThrow('The connection to http://127.0.0.1:1 failed: ');
  });

  it('refuses a URL without http:// before any call', () => {
    expect(() => new Footnote({ apiKey: 'svc_live_x', baseUrl: 'localhost:8080' })).toThrow(
      '`baseUrl` must begin with http:// or https://, and is "localhost:8080".',
    );
  });

  it('repeats a call whose answer was cut off', async () => {
    const { footnote, requests } = clientOf(() => new Response('{"data": {'), ok);
    expect(await footnote.sources.get('src_1')).toEqual({ id: 'src_1' });
    expect(requests).toHaveLength(2);
  });

  it('ends at a timeout, or when the caller says so', async () => {
    const hangs: typeof fetch = (_, init) =>
      new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
    const footnote = new Footnote({ apiKey: 'svc_live_x', fetch: hangs, timeoutMs: 5, maxRetries: 1 });
    await expect(footnote.agents.get('agt_1')).rejects.toThrow(TimeoutError);
    const stop = new AbortController();
    const call = footnote.agents.get('agt_1', { signal: stop.signal, timeoutMs: 60_000 });
    stop.abort(new Error('Enough.'));
    await expect(call).rejects.toThrow('Enough.');
  });

  it('reads events however they are cut, and throws when the end is missing', async () => {
    const text =
      'event: delta\r\ndata: {"text":"Fünf"}\r\n\r\n: still here\n\nevent: later\ndata: {"a":\ndata: 1}\n\nevent: done\ndata: {}\n\n';
    const bytes = new TextEncoder().encode(text);
    const single = new ReadableStream({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const { footnote } = clientOf(() => new Response(single));
    expect(await read(footnote.agents.stream('agt_1', { message: '?' }))).toEqual([
      { event: 'delta', data: { text: 'Fünf' } },
      { event: 'later', data: { a: 1 } },
      { event: 'done', data: {} },
    ]);
    const cut = clientOf(events('event: delta\ndata: {"text":"The"}\n\n')).footnote;
    await expect(read(cut.agents.stream('agt_1', { message: '?' }))).rejects.toThrow(ConnectionError);
    const failed = clientOf(
      events('event: error\ndata: {"error":{"code":"rate_limited","message":"Later."}}\n\n'),
    ).footnote;
    await expect(read(failed.agents.stream('agt_1', { message: '?' }))).rejects.toThrow(RateLimitedError);
  });

  it('verifies signed webhooks of now, and no others', async () => {
    const secret = `whsec_${Buffer.from('a secret of 24 bytes....').toString('base64')}`;
    const body = '{"type":"source.indexed","data":{"name":"Fünf"}}';
    const at = new Date();
    const headers = {
      'Webhook-Id': 'evt_1',
      'Webhook-Timestamp': String(Math.floor(at.getTime() / 1000)),
      'Webhook-Signature': `v1,AAAA ${new Webhook(secret).sign('evt_1', at, body)}`,
    };
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'source.indexed' });
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), [other, secret])).toMatchObject({
      type: 'source.indexed',
    });
    for (const attempt of [
      () => verifyWebhook(`${body} `, headers, secret),
      () => verifyWebhook(body, headers, other),
      () => verifyWebhook(body, {}, secret),
      () => verifyWebhook(body, headers, secret, { toleranceSeconds: -1 }),
    ])
      await expect(attempt()).rejects.toThrow(/signature|too old/);
  });

  it('needs a key', () => {
    expect(() => new Footnote({ apiKey: '' })).toThrow('FOOTNOTE_API_KEY');
  });
});
