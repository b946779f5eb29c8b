import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { createOneOfEach, fillPath, type Ids, operationsOf } from '../helpers/operations.ts';
import { openEvents } from '../helpers/read-events.ts';
import { snapshot } from '../helpers/snapshot.ts';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { storageBeside, TEST_ENGINE } from '../helpers/test-storage.ts';

let offsetMs = 0;
const clock = { now: () => Date.now() + offsetMs };
let test: TestService;
let live: Client;
let ids: Ids;
beforeAll(async () => {
  test = await startTestService({ WATCH_SECONDS: '1' }, clock);
  live = test.live;
  ids = await createOneOfEach(live, 'Brighton');
});
afterAll(() => test.stop());

const send = (key: string, path: string, body?: unknown, { method = 'POST', client = live } = {}) =>
  client.call(method, path, body, { 'idempotency-key': key });
const isReplayed = ({ headers }: Answer): boolean => headers.get('idempotency-replayed') === 'true';
/** How many there are of everything. */
const counts = async (): Promise<number[]> =>
  ((await snapshot(live, ids.agent)) as unknown[]).map((list) => (Array.isArray(list) ? list.length : 0));
const countOf = async (path: string, name: string): Promise<number> =>
  (await live.get(`${path}?limit=100`)).body.data.filter((each: { name: string }) => each.name === name)
    .length;
const agentNamed = (name: string) => ({ name, knowledge_base_ids: [ids.base] });

const WRITES = operationsOf({ base: 'kb_x' }).filter(({ method }) => method === 'POST' || method === 'PATCH');

describe('a POST or PATCH with an Idempotency-Key', () => {
  it.each(WRITES.map(({ method, path }) => [method, path]))(
    '%s %s sent again gets the first answer and does nothing more',
    async (method, path) => {
      const operation = operationsOf(ids).find((each) => each.method === method && each.path === path);
      const [key, target] = [randomUUID(), fillPath(path, ids)];
      const first = await send(key, target, operation?.body ?? operation?.form, { method });
      const after = await counts();
      const second = await send(key, target, operation?.body ?? operation?.form, { method });

      expect(first.status, JSON.stringify(first.body)).toBeLessThan(300);
      expect(isReplayed(first)).toBe(false);
      expect(isReplayed(second)).toBe(true);
      expect(second.status).toBe(first.status);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('location')).toBe(first.headers.get('location'));
      expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(await counts()).toEqual(after);
    },
  );

  it('of 100 simultaneous requests one makes the thing; the others get its answer or 409', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => send(key, '/v1/agents', agentNamed('One of 100'))),
    );
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made.filter((answer) => !isReplayed(answer))).toHaveLength(1);
    expect(new Set(made.map(({ body }) => body.data.id)).size).toBe(1);
    for (const answer of refused) {
      expectError(answer, 409);
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await countOf('/v1/agents', 'One of 100')).toBe(1);
  });

  it('an Idempotency-Key used for another body, path or method gets 422', async () => {
    const key = randomUUID();
    expect((await send(key, '/v1/agents', agentNamed('First'))).status).toBe(201);
    const others = [
      await send(key, '/v1/agents', agentNamed('Second')),
      await send(key, '/v1/agents?again', agentNamed('First')),
      await send(key, '/v1/knowledge-bases', { name: 'First' }),
      await send(key, `/v1/agents/${ids.agent}`, { name: 'First' }, { method: 'PATCH' }),
    ];
    for (const answer of others) {
      expectError(answer, 422, 'Idempotency-Key');
    }
    expect(await countOf('/v1/agents', 'Second')).toBe(0);
  });

  it('an Idempotency-Key of another API key gets 422', async () => {
    const key = randomUUID();
    await send(key, '/v1/agents', agentNamed('Mine'));
    const other = await clientWithScope(live, 'read_write');
    const answer = await send(key, '/v1/agents', agentNamed('Mine'), { client: other });
    expectError(answer, 422, 'Idempotency-Key');
    expect(JSON.stringify(answer.body)).not.toContain('agt_');
  });

  it.each([
    ['empty', ''],
    ['256 characters long', 'k'.repeat(256)],
    ['not printable', 'k\tk'],
    ['not ASCII', 'clé'],
  ])('422 when the key is %s', async (_, key) => {
    expectError(await send(key, '/v1/agents', agentNamed('Odd')), 422, 'Idempotency-Key');
    expect(await countOf('/v1/agents', 'Odd')).toBe(0);
  });

  it('an Idempotency-Key may have 255 printable characters', async () => {
    const key = `~ ${'k'.repeat(253)}`;
    const first = await send(key, '/v1/agents', agentNamed('Long key'));
    expect(first.status).toBe(201);
    expect((await send(key, '/v1/agents', agentNamed('Long key'))).body).toEqual(first.body);
  });

  it('the same Idempotency-Key in the other environment is another request', async () => {
    const key = randomUUID();
    const name = { name: 'Apart' };
    const inLive = await send(key, '/v1/knowledge-bases', name);
    const inSandbox = await send(key, '/v1/knowledge-bases', name, { client: test.sandbox });
    expect([inLive.status, inSandbox.status]).toEqual([201, 201]);
    expect(isReplayed(inSandbox)).toBe(false);
    expect(inSandbox.body.data.id).not.toBe(inLive.body.data.id);
  });

  it('an Idempotency-Key may be used again after a failed request', async () => {
    const key = randomUUID();
    expectError(await send(key, '/v1/agents', { name: 'Late' }), 400);
    const unknown = { name: 'Late', knowledge_base_ids: ['kb_0000000000000000000000000'] };
    expectError(await send(key, '/v1/agents', unknown), 422, 'knowledge_base_ids');
    const made = await send(key, '/v1/agents', agentNamed('Late'));
    expect(made.status).toBe(201);
    expect(isReplayed(made)).toBe(false);
  });

  it('an Idempotency-Key has no effect on GET and DELETE', async () => {
    const key = randomUUID();
    const { id } = (await send(key, '/v1/agents', agentNamed('Short-lived'))).body.data;
    expect((await send(key, `/v1/agents/${id}`, undefined, { method: 'GET' })).status).toBe(200);
    expect((await send(key, `/v1/agents/${id}`, undefined, { method: 'DELETE' })).status).toBe(204);
  });

  it('a request whose runner went silent starts anew, and the silent runner writes nothing', async () => {
    const key = randomUUID();
    const slow = slowUpload(live, key, 'Taken over');
    await slow.isRunning;
    expectError(await send(key, '/v1/knowledge-base/sources', slow.form()), 409);
    offsetMs += 15_001;
    const second = await send(key, '/v1/knowledge-base/sources', slow.form());
    expect(second.status, JSON.stringify(second.body)).toBe(201);
    expectError(await slow.finish(), 503);
    expect(await countOf('/v1/knowledge-base/sources', 'Taken over')).toBe(1);
    expect((await send(key, '/v1/knowledge-base/sources', slow.form())).body).toEqual(second.body);
  });

  it('an Idempotency-Key and its answer are deleted after 24 hours', async () => {
    const key = randomUUID();
    const first = await send(key, '/v1/agents', agentNamed('Daily'));
    offsetMs += 24 * 3_600_000 - 60_000;
    expect((await send(key, '/v1/agents', agentNamed('Daily'))).body).toEqual(first.body);
    offsetMs += 60_001;
    const next = await send(key, '/v1/agents', agentNamed('Daily'));
    expect(next.status).toBe(201);
    expect(next.body.data.id).not.toBe(first.body.data.id);

    const forgotten = randomUUID();
    await send(forgotten, '/v1/agents', agentNamed('Weekly'));
    expect(await storedBody(forgotten)).toBeTypeOf('string');
    offsetMs += 24 * 3_600_000 + 1;
    await expect.poll(() => storedBody(forgotten)).toBeUndefined();
  });
});

describe('answers that are kept', () => {
  it('a stored answer with a key in it is given again, and the database holds it encrypted', async () => {
    const key = randomUUID();
    const body = { name: 'Spare', scope: 'read_only' };
    const first = await send(key, '/v1/api-keys', body);
    expect(first.body.data.key).toMatch(/^svc_live_/);
    expect((await send(key, '/v1/api-keys', body)).body).toEqual(first.body);
    const stored = (await storedBody(key)) ?? '';
    expect(stored).not.toBe('');
    expect(stored + Buffer.from(stored, 'base64').toString('latin1')).not.toMatch(/svc_live_|Spare|"data"/);
  });

  it("a stored answer isn't given again once a source that it quotes is deleted", async () => {
    const { id } = await live.addText('Ferry', 'The ferry to Dieppe leaves at nine every morning.');
    const question = 'When does the ferry to Dieppe leave?';
    const query = [randomUUID(), '/v1/query', { query: question }] as const;
    const chat = [randomUUID(), `/v1/agents/${ids.agent}/chat`, { message: question }] as const;
    for (const [key, path, body] of [query, chat]) {
      const first = await send(key, path, body);
      expect(JSON.stringify(first.body)).toContain('Dieppe');
      expect((await send(key, path, body)).body).toEqual(first.body);
    }
    await live.delete(`/v1/knowledge-base/sources/${id}`);
    for (const [key, path, body] of [query, chat]) {
      const answer = await send(key, path, body);
      expectError(answer, 422, 'Idempotency-Key');
      expect(JSON.stringify(answer.body)).not.toContain('nine');
    }
  });
});

describe('an upload with an Idempotency-Key', () => {
  const form = (content: string, name = 'Form'): FormData => {
    const fields = new FormData();
    fields.set('type', 'document');
    fields.set('name', name);
    fields.set('file', new Blob([content], { type: 'text/plain' }), 'form.txt');
    return fields;
  };
  const path = '/v1/knowledge-base/sources';

  it('an upload sent again with another boundary gets the first answer', async () => {
    const key = randomUUID();
    const first = await send(key, path, form('The lighthouse is white.'));
    expect(first.status).toBe(201);
    const second = await send(key, path, form('The lighthouse is white.'));
    expect(isReplayed(second)).toBe(true);
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('location')).toBe(`${path}/${first.body.data.id}`);
    expect(await countOf(path, 'Form')).toBe(1);
  });

  it('an upload with another file or field under the same key gets 422', async () => {
    const key = randomUUID();
    await send(key, path, form('The harbour is deep.', 'Harbour'));
    for (const other of [form('The harbour is flat.', 'Harbour'), form('The harbour is deep.', 'Port')])
      expectError(await send(key, path, other), 422, 'Idempotency-Key');
    expectError(
      await send(key, path, { type: 'text', name: 'Harbour', content: 'x' }),
      422,
      'Idempotency-Key',
    );
    expect(await countOf(path, 'Harbour')).toBe(1);
  });

  it('an upload sent twice changes the source once', async () => {
    const source = `${path}/${ids.source}`;
    const key = randomUUID();
    const change = (): FormData => {
      const fields = new FormData();
      fields.set('content', 'The pier is 350 metres long.');
      return fields;
    };
    const first = await send(key, source, change(), { method: 'PATCH' });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await send(key, source, change(), { method: 'PATCH' })).body).toEqual(first.body);
  });

  it('an aborted upload frees its Idempotency-Key', async () => {
    const key = randomUUID();
    const slow = slowUpload(live, key, 'Broken off');
    await slow.isRunning;
    slow.abort();
    await expect.poll(async () => (await send(key, path, slow.form())).status).toBe(201);
    expect(await countOf(path, 'Broken off')).toBe(1);
  });
});

describe('a chat with an Idempotency-Key', () => {
  const message = 'How long is the pier?';
  const headersOf = (key: string) => ({ 'idempotency-key': key });

  it('a streamed chat sent again is streamed again, with the reply in one piece', async () => {
    const [key, path] = [randomUUID(), `/v1/agents/${ids.agent}/chat`];
    const body = { message, stream: true, session_id: 'streamed' };
    const first = await (await openEvents(live, path, body, headersOf(key))).rest();
    const again = await openEvents(live, path, body, headersOf(key));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const second = await again.rest();
    expect(second.map(({ event }) => event)).toEqual(['meta', 'delta', 'sources', 'done']);
    expect(second[0]).toEqual(first[0]);
    expect(second.slice(-2)).toEqual(first.slice(-2));
    expect(second[1]?.data.text).toBe(first.at(-1)?.data.reply);
    const turns = await live.get(`/v1/agents/${ids.agent}/conversations/streamed/messages`);
    expect(turns.body.data.filter(({ role }: { role: string }) => role === 'user')).toHaveLength(1);
  });

  it('a streamed chat completion sent again is streamed again', async () => {
    const [key, path] = [randomUUID(), '/v1/chat/completions'];
    const messages = [{ role: 'user', content: message }];
    const body = { model: ids.agent, messages, stream: true, stream_options: { include_usage: true } };
    const first = await (await openEvents(live, path, body, headersOf(key))).rest();
    const second = await (await openEvents(live, path, body, headersOf(key))).rest();
    const textOf = (events: typeof first): string =>
      events.map(({ data }) => data.choices?.[0]?.delta.content ?? '').join('');
    expect(textOf(second)).toBe(textOf(first));
    expect(second.slice(-3)).toEqual(first.slice(-3));
    expect(second[0]).toEqual(first[0]);
  });

  it('a chat sent again while the first is being answered gets 409', async () => {
    const [key, path] = [randomUUID(), `/v1/agents/${ids.agent}/chat`];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send(key, path, { message, session_id: 'many' })),
    );
    expect(answers.filter((answer) => answer.status === 200 && !isReplayed(answer))).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 409);
    const turns = await live.get(`/v1/agents/${ids.agent}/conversations/many/messages`);
    expect(turns.body.data).toHaveLength(2);
  });
});

/** An upload whose body comes in only when it is told to. */
function slowUpload({ baseUrl, key: apiKey }: Client, key: string, name: string) {
  const abort = new AbortController();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const { promise: isRunning, resolve: begun } = Promise.withResolvers<void>();
  const fields = [
    ['type', 'text'],
    ['name', name],
    ['content', 'Slow and steady.'],
  ] as const;
  const form = (): FormData => {
    const data = new FormData();
    for (const [field, value] of fields) data.set(field, value);
    return data;
  };
  const part = ([field, value]: readonly [string, string]): string =>
    `--cut\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
  const body = new ReadableStream({
    async start(controller) {
      const bytes = (text: string): void => controller.enqueue(new TextEncoder().encode(text));
      bytes(part(fields[0]));
      // The key is claimed as soon as the head of the request has come.
      setTimeout(begun, 300);
      await gate;
      bytes(`${part(fields[1])}${part(fields[2])}--cut--\r\n`);
      controller.close();
    },
  });
  const answered = fetch(`${baseUrl}/v1/knowledge-base/sources`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'multipart/form-data; boundary=cut',
      'idempotency-key': key,
    },
    body,
    duplex: 'half',
    signal: abort.signal,
  } as RequestInit);
  answered.catch(() => undefined);
  return {
    form,
    isRunning,
    abort: () => abort.abort(),
    finish: async (): Promise<Answer> => {
      open();
      const response = await answered;
      return { status: response.status, headers: response.headers, body: await response.json() };
    },
  };
}

/** What stands in the database of the answer under a key; undefined when there is nothing. */
async function storedBody(key: string): Promise<string | null | undefined> {
  if (TEST_ENGINE === 'pglite') return undefined;
  const store = await openStoreBesideServer({ ...storageBeside(test.dataDir), environment: 'live' });
  try {
    const [workspaceId] = await store.workspaceIds();
    return workspaceId && (await store.workspace(workspaceId).idempotentRequests.find(key))?.body;
  } finally {
    await store.close();
  }
}
