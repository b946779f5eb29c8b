import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

const path = '/v1/webhooks';
const url = 'http://127.0.0.1:1/hook';

let test: TestService;
let live: Client;
beforeAll(async () => {
  test = await startTestService();
  ({ live } = test);
});
afterAll(() => test.stop());

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as a client does, by name.
const add = async (more: Record<string, unknown> = {}): Promise<any> =>
  (await live.post(path, { url, events: ['webhook.test'], ...more })).body.data;

describe('POST /v1/webhooks', () => {
  it('creating a webhook shows its secret once, and without `events` it gets all of them', async () => {
    const { status, body, headers } = await live.post(path, { url });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${path}/${body.data.id}`);
    expect(headers.get('cache-control')).toBe('no-store');
    const { secret, ...record } = body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(record).toEqual({
      id: expect.stringMatching(/^wh_/),
      url,
      description: '',
      events: null,
      enabled: true,
      created_by: expect.stringMatching(/^key_/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await live.get(`${path}/${record.id}`)).body.data).toEqual(record);
    expect((await live.get(path)).body.data[0]).toEqual(record);
    await live.delete(`${path}/${record.id}`);
  });

  it('a webhook stores its URL in normal form and each event type once', async () => {
    const body = { url: 'HTTPS://Example.org:443', events: ['key.created', 'key.created'] };
    const { id, ...record } = await add(body);
    expect(record).toMatchObject({ url: 'https://example.org/', events: ['key.created'] });
    await live.delete(`${path}/${id}`);
  });

  it('a webhook without url gets 400', async () => {
    expectError(await live.post(path, { events: ['key.created'] }), 400, 'url');
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['url', { url: 5 }],
      ['url', { url: '' }],
      ['url', { url: 'ftp://example.org/' }],
      ['url', { url: 'http://user:word@example.org/' }],
      ['url', { url: `http://example.org/${'a'.repeat(2_048)}` }],
      ['events', { url, events: [] }],
      ['events', { url, events: 'source.indexed' }],
      ['events[1]', { url, events: ['source.indexed', 'source.changed'] }],
      ['description', { url, description: 'a'.repeat(2_001) }],
      ['secret', { url, secret: 'whsec_mine' }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    const answer = await live.post(path, wrong);
    expectError(answer, 422, field);
    if (field === 'events[1]')
      expect(answer.body.error.message).toContain('source.indexed, source.failed, source.deleted');
  });

  it('the 51st webhook of a workspace gets 422, counted by workspace and environment', async () => {
    const other = await addWorkspace(test);
    const before = (await live.get(`${path}?limit=100`)).body.data.length;
    const ids = [];
    for (let count = before; count < 50; count++) ids.push((await add()).id);
    const answer = await live.post(path, { url });
    expectError(answer, 422);
    expect(answer.body.error.message).toContain('at most 50 webhooks');
    for (const client of [test.sandbox, other.live])
      expect((await client.post(path, { url })).status).toBe(201);
    for (const id of ids) await live.delete(`${path}/${id}`);
    expect((await live.get(`${path}?limit=100`)).body.data).toHaveLength(before);
  });
});

describe('PATCH /v1/webhooks/{id}', () => {
  it('PATCH changes only the fields that are sent', async () => {
    const { id, secret, ...before } = await add();
    const changes = { url: 'https://example.org/', description: 'Ours', events: null, enabled: false };
    const { status, body } = await live.patch(`${path}/${id}`, changes);
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, id, ...changes, updated_at: expect.any(String) });
    expect((await live.patch(`${path}/${id}`, {})).body.data).toMatchObject(changes);
    expect(JSON.stringify(body)).not.toContain(secret);
    await live.delete(`${path}/${id}`);
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['url', { url: 'example.org' }],
      ['events', { events: [] }],
      ['enabled', { enabled: 'yes' }],
      ['description', { description: null }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    const { id } = await add();
    expectError(await live.patch(`${path}/${id}`, wrong), 422, field);
    await live.delete(`${path}/${id}`);
  });
});

describe('POST /v1/webhooks/{id}/test', () => {
  it('a test event answers 201 with its delivery', async () => {
    const { id } = await add({ events: ['key.created'] });
    const { status, body, headers } = await live.post(`${path}/${id}/test`);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^dlv_/),
      event_id: expect.stringMatching(/^evt_/),
      event_type: 'webhook.test',
      status: 'pending',
      attempts: [],
      payload: { type: 'webhook.test', environment: 'live', data: { id } },
    });
    expect(headers.get('location')).toBe(`${path}/${id}/deliveries/${body.data.id}`);
    const { payload } = (await live.get(headers.get('location') ?? '')).body.data;
    expect(payload).toEqual(body.data.payload);
    const [listed] = (await live.get(`${path}/${id}/deliveries`)).body.data;
    expect(listed).toMatchObject({ id: body.data.id, event_type: 'webhook.test' });
    expect('payload' in listed).toBe(false);
    await live.delete(`${path}/${id}`);
  });
});

describe('deliveries', () => {
  it('deliveries are listed newest first, in pages, by status', async () => {
    const { id } = await add();
    const sent = [];
    for (let count = 0; count < 3; count++)
      sent.unshift((await live.post(`${path}/${id}/test`)).body.data.id);
    const first = (await live.get(`${path}/${id}/deliveries?limit=2`)).body;
    const cursor = encodeURIComponent(first.meta.next_cursor);
    const second = (await live.get(`${path}/${id}/deliveries?limit=2&cursor=${cursor}`)).body;
    const idsOf = (items: { id: string }[]): string[] => items.map((item) => item.id);
    expect(idsOf([...first.data, ...second.data])).toEqual(sent);
    expect(idsOf((await live.get(`${path}/${id}/deliveries?status=pending`)).body.data)).toEqual(sent);
    expect((await live.get(`${path}/${id}/deliveries?status=delivered`)).body.data).toEqual([]);
    expectError(await live.get(`${path}/${id}/deliveries?status=lost`), 422, 'status');
    await live.delete(`${path}/${id}`);
  });

  it('a delivery of another webhook, or an unknown one, gets 404', async () => {
    const [ours, other] = [await add(), await add()];
    const delivery = (await live.post(`${path}/${other.id}/test`)).body.data.id;
    for (const id of [delivery, 'dlv_nothing', 'evt_1', '%00'])
      for (const answer of [
        await live.get(`${path}/${ours.id}/deliveries/${id}`),
        await live.post(`${path}/${ours.id}/deliveries/${id}/retry`),
      ])
        expectError(answer, 404);
    for (const { id } of [ours, other]) await live.delete(`${path}/${id}`);
  });
});

describe('GET /v1/events', () => {
  it('GET /v1/events pages through all events', async () => {
    for (let count = 0; count < 3; count++)
      await live.post('/v1/api-keys', { name: `${count}`, scope: 'read_only' });
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { data, meta } = (await live.get(`/v1/events?limit=1&type=key.created${cursor}`)).body;
      seen.push(...data.map((event: { data: { name: string } }) => event.data.name));
      if (!meta.next_cursor) break;
      cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`;
    }
    expect(seen.slice(0, 3)).toEqual(['2', '1', '0']);
  });

  it('an unknown event type and a malformed time get 422', async () => {
    expectError(await live.get('/v1/events?type=source.changed'), 422, 'type[0]');
    expectError(await live.get('/v1/events?created_after=yesterday'), 422, 'created_after');
  });

  it.each(['read_only', 'read_write'] as const)('403 for a %s key', async (scope) => {
    const client = await clientWithScope(live, scope);
    expectError(await client.get('/v1/events'), 403);
    expectError(await client.get(path), 403);
  });
});
