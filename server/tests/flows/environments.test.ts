import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDraft } from '../helpers/agent-operations.ts';
import { expectError } from '../helpers/expect-error.ts';
import { createOneOfEach, fillPath, type Ids, type Operation, operationsOf } from '../helpers/operations.ts';
import { snapshot } from '../helpers/snapshot.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../helpers/webhook-receiver.ts';

type Side = { name: 'live' | 'sandbox'; client: Client; ids: Ids };

let test: TestService;
let receiver: WebhookReceiver;
let sides: { live: Side; sandbox: Side };
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: receiver.host });
  const { live, sandbox } = test;
  sides = {
    live: { name: 'live', client: live, ids: await createOneOfEach(live, 'wombat') },
    sandbox: { name: 'sandbox', client: sandbox, ids: await createOneOfEach(sandbox, 'quokka') },
  };
});
afterAll(async () => {
  await test.stop();
  await receiver.close();
});

/** Each environment, looking at the other. */
const both = (): [here: Side, there: Side][] => [
  [sides.live, sides.sandbox],
  [sides.sandbox, sides.live],
];
/** People and what they belong to are the same in both. */
const isShared = ({ path }: Operation): boolean =>
  /^\/v1\/(account|members|invitations|workspaces|conversations\/assignees)\b/.test(path);
const operations = (ids: Ids): Operation[] => operationsOf(ids).filter((operation) => !isShared(operation));
const send = ({ client }: Side, { method, body, form }: Operation, path: string) =>
  client.call(method, path, body ?? form);

/** What must not be read from the other side. */
const traces = ({ ids }: Side): string[] =>
  Object.entries(ids)
    .filter(([name]) => name !== 'session' && name !== 'version')
    .map(([, id]) => id);

describe('of the two environments, neither', () => {
  it('no operation accepts a key of the other environment', async () => {
    for (const [here, there] of both()) {
      const foreign = createClient(here.client.baseUrl, there.client.key);
      for (const operation of operations(here.ids)) {
        const { method, path, body } = operation;
        expectError(await foreign.call(method, fillPath(path, here.ids), body), 403);
      }
    }
  });

  it('no path finds what the other environment has', async () => {
    for (const [here, there] of both()) {
      const withIds = operations(here.ids).filter(
        ({ path, createsByPath }) => path.includes('{') && !createsByPath,
      );
      expect(withIds.length).toBeGreaterThan(20);
      for (const operation of withIds)
        expectError(await send(here, operation, fillPath(operation.path, there.ids)), 404);
    }
  });

  it('no body may hold an id of the other environment', async () => {
    for (const [here, there] of both()) {
      const bodies = operations(there.ids).filter(
        ({ body }) => body && traces(there).some((id) => JSON.stringify(body).includes(id)),
      );
      expect(bodies.length).toBeGreaterThan(1);
      for (const operation of bodies) {
        const { status } = await send(here, operation, fillPath(operation.path, here.ids));
        expect([operation, status >= 400 && status < 500]).toEqual([operation, true]);
      }
    }
  });

  it('no answer shows anything of the other environment', async () => {
    for (const [here, there] of both()) {
      for (const operation of operations(here.ids).filter(({ method }) => method === 'GET')) {
        const path = `${fillPath(operation.path, here.ids)}?${operation.query ?? ''}`;
        const { status, body } = await send(here, operation, path);
        expect([operation.path, status]).toEqual([operation.path, 200]);
        const text = JSON.stringify(body);
        expect([operation.path, traces(there).filter((trace) => text.includes(trace))]).toEqual([
          operation.path,
          [],
        ]);
      }
      const { agent } = here.ids;
      const chat = await here.client.post(`/v1/agents/${agent}/chat`, {
        message: `How long is the pier of ${there.ids.tag}?`,
      });
      expect(JSON.stringify(chat.body.data.citations)).not.toContain(there.ids.source);
    }
  });

  it('no operation changes the other environment', async () => {
    for (const [here, there] of both()) {
      const before = await snapshot(there.client, there.ids.agent);
      for (const operation of operations(here.ids)) {
        if (operation.method === 'GET' || operation.method === 'DELETE') continue;
        const { status, body } = await send(here, operation, fillPath(operation.path, here.ids));
        expect([operation, status < 300, body]).toEqual([operation, true, body]);
      }
      expect(await snapshot(there.client, there.ids.agent)).toEqual(before);
    }
  });

  it('a cursor of the other environment is refused', async () => {
    for (const [here, there] of both()) {
      let cursors = 0;
      for (const operation of operations(there.ids).filter(({ method }) => method === 'GET')) {
        const { status, body } = await send(
          there,
          operation,
          `${fillPath(operation.path, there.ids)}?limit=1`,
        );
        const cursor = status === 200 && body.meta?.next_cursor;
        if (!cursor) continue;
        cursors += 1;
        const path = `${fillPath(operation.path, here.ids)}?limit=1&cursor=${cursor}`;
        expectError(await here.client.get(path), 422, 'cursor');
      }
      expect(cursors).toBeGreaterThan(6);
    }
  });

  it('chat sessions of the same name are separate in each environment', async () => {
    for (const { client, ids } of Object.values(sides)) {
      const chat = { message: `Tell me of the ${ids.tag}.`, session_id: 'same' };
      expect((await client.post(`/v1/agents/${ids.agent}/chat`, chat)).status).toBe(200);
    }
    for (const [{ client, ids }, there] of both()) {
      const { data } = (await client.get(`/v1/agents/${ids.agent}/conversations/same/messages`)).body;
      expect(data).toHaveLength(2);
      expect(JSON.stringify(data)).not.toContain(there.ids.tag);
    }
  });

  it('idempotency keys are separate in each environment', async () => {
    const headers = { 'idempotency-key': 'same' };
    const made: string[] = [];
    for (const { client } of Object.values(sides)) {
      const first = await client.call('POST', '/v1/knowledge-bases', { name: client.baseUrl }, headers);
      const again = await client.call('POST', '/v1/knowledge-bases', { name: client.baseUrl }, headers);
      expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
      expect(again.body.data.id).toBe(first.body.data.id);
      made.push(first.body.data.id);
    }
    expect(new Set(made).size).toBe(2);
  });

  it('webhooks get no events of the other environment', async () => {
    for (const { name, client } of Object.values(sides))
      await client.post('/v1/webhooks', { url: receiver.url(`/${name}`), events: ['source.indexed'] });
    for (const { client } of Object.values(sides))
      await client.addText('News', 'The harbour has a new crane.');
    for (const [{ name, client }, there] of both()) {
      await expect.poll(() => receiver.received(`/${name}`).length).toBe(1);
      const [{ event } = { event: undefined }] = receiver.received(`/${name}`);
      expect(event.environment).toBe(name);
      const path = `/v1/knowledge-base/sources/${event.data.id}`;
      expect((await client.get(path)).status).toBe(200);
      expectError(await there.client.get(path), 404);
    }
  });

  it("usage doesn't count the other environment", async () => {
    for (const [here, there] of both()) {
      const usage = async ({ client }: Side) => (await client.get('/v1/usage')).body.data.totals;
      const before = { here: await usage(here), there: await usage(there) };
      await here.client.post('/v1/query', { query: 'crane' });
      expect(await usage(there)).toEqual({ ...before.there, requests: before.there.requests + 1 });
      expect((await usage(here)).queries).toBe(before.here.queries + 1);
    }
  });

  it('the audit log has nothing of the other environment', async () => {
    for (const [here, there] of both()) {
      const { id } = (await here.client.post('/v1/api-keys', { name: 'Logged', scope: 'read_only' })).body
        .data;
      const subjects = async ({ client }: Side): Promise<string[]> =>
        (await client.get('/v1/audit-log?limit=100')).body.data.map(
          (entry: { subject: string; subject_id: string }) => entry.subject_id,
        );
      expect(await subjects(here)).toContain(id);
      expect(await subjects(there)).not.toContain(id);
    }
  });

  it('deleting everything in one environment leaves the other as it is', async () => {
    const before = await snapshot(sides.live.client, sides.live.ids.agent);
    const { ids } = sides.sandbox;
    // A test before this one may have published it.
    await addDraft(sides.sandbox.client, ids.agent);
    for (const operation of operations(ids).filter(({ method }) => method === 'DELETE')) {
      const { status } = await send(sides.sandbox, operation, fillPath(operation.path, ids));
      expect([operation.path, status]).toEqual([operation.path, 204]);
    }
    expect(await snapshot(sides.live.client, sides.live.ids.agent)).toEqual(before);
  });
});

describe('rate limits of one environment', () => {
  it("a rate limit reached in one environment doesn't apply in the other", async () => {
    const limited = await startTestService({ RATE_LIMITS: 'read=3 auth=3' });
    const { live, sandbox } = limited;
    const statuses = async (client: Client, count: number): Promise<number[]> => {
      const answers: number[] = [];
      for (let sent = 0; sent < count; sent++) answers.push((await client.get('/v1/agents')).status);
      return answers;
    };
    expect(await statuses(live, 4)).toEqual([200, 200, 200, 429]);
    expect(await statuses(sandbox, 2)).toEqual([200, 200]);
    const nobody = createClient(live.baseUrl, 'nobody');
    expect(await statuses(nobody, 4)).toEqual([401, 401, 401, 429]);
    expect(await statuses(sandbox, 1)).toEqual([200]);
    await limited.stop();
  });
});
