import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { untilRunEnded } from '../helpers/add-connector.ts';
import { expectError } from '../helpers/expect-error.ts';
import { createOneOfEach, type Ids } from '../helpers/operations.ts';
import { signUp, signUpOwner } from '../helpers/people.ts';
import {
  type Answer,
  type Client,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

let test: TestService;
let live: Client;
let ids: Ids;
let member: string;
beforeAll(async () => {
  test = await startTestService();
  live = test.live;
  ids = await createOneOfEach(live, 'Dover');
  member = (await signUp(live, 'viewer')).accountId;
});
afterAll(() => test.stop());

const change = (path: string, version: string, body: unknown, client = live): Promise<Answer> =>
  client.call('PATCH', path, body, { 'if-match': version });
const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

/** What can be changed, and two changes of it. */
const RESOURCES: [what: string, path: () => string, one: unknown, other: unknown][] = [
  ['an agent', () => `/v1/agents/${ids.agent}`, { name: 'One' }, { name: 'Other' }],
  ['a knowledge base', () => `/v1/knowledge-bases/${ids.base}`, { name: 'One' }, { name: 'Other' }],
  ['a source', () => `/v1/knowledge-base/sources/${ids.source}`, { name: 'One' }, { name: 'Other' }],
  ['a pinned answer', () => `/v1/answers/${ids.answer}`, { answer: 'One.' }, { answer: 'Other.' }],
  ['a webhook', () => `/v1/webhooks/${ids.webhook}`, { description: 'One' }, { description: 'Other' }],
  ['a connector', () => `/v1/connectors/${ids.connector}`, { name: 'One' }, { name: 'Other' }],
  ['a member', () => `/v1/members/${member}`, { role: 'member' }, { role: 'admin' }],
  ['the workspace', () => '/v1/workspace', { name: 'One' }, { name: 'Other' }],
];

describe.each(RESOURCES)('If-Match on %s', (_, path, one, other) => {
  // A change of a source has it indexed again, and one of a connector starts a run, which change them once more.
  beforeEach(async () => {
    await live.get(`/v1/knowledge-base/sources/${ids.source}?wait=30`);
    await untilRunEnded(live, ids.connector);
  });

  it('changes the version that was read, and answers with the next one', async () => {
    const read = etagOf(await live.get(path()));
    expect(read).toMatch(/^"[^"]+"$/);
    const changed = await change(path(), read, one);
    expect(changed.status).toBe(200);
    expect(etagOf(changed)).toMatch(/^"[^"]+"$/);
    expect(etagOf(changed)).not.toBe(read);
  });

  it('412 for an earlier version, and nothing changes', async () => {
    const { body } = await live.get(path());
    const refused = await change(path(), '"2020-01-31T12:00:00.000Z"', other);
    expectError(refused, 412);
    expect(refused.body.error.message).toContain(
      'since you read it. Read it again, then repeat your change.',
    );
    expect(refused.body.error.details[0]).toEqual({ field: 'If-Match', reason: 'names an earlier version' });
    expect((await live.get(path())).body.data).toEqual(body.data);
  });

  it('takes *, a list, and a tag that a proxy made weak', async () => {
    const read = etagOf(await live.get(path()));
    expect((await change(path(), `"another", W/${read}`, other)).status).toBe(200);
    expect((await change(path(), '*', one)).status).toBe(200);
  });

  it('422 for what is no tag', async () => {
    const refused = await change(path(), 'yesterday', other);
    expectError(refused, 422);
    expect(refused.body.error.details[0].field).toBe('If-Match');
  });
});

describe('If-Match', () => {
  it('is made of updated_at, so that an entry of a list is enough', async () => {
    const [agent] = (await live.get('/v1/agents')).body.data;
    expect((await change(`/v1/agents/${agent.id}`, `"${agent.updated_at}"`, { name: 'Pier' })).status).toBe(
      200,
    );
  });

  it('412 names who has changed it since', async () => {
    const path = `/v1/agents/${ids.agent}`;
    const read = etagOf(await live.get(path));
    const owner = await signUpOwner(test);
    expect((await owner.patch(path, { name: 'By a person' })).status).toBe(200);
    const refused = await change(path, read, { name: 'By a key' });
    expectError(refused, 412);
    expect(refused.body.error.message).toBe(
      'Ada has changed the agent since you read it. Read it again, then repeat your change.',
    );
    expect(refused.body.error.details).toContainEqual({ field: 'changed_by', reason: 'Ada' });
    expect((await live.get(path)).body.data.name).toBe('By a person');
  });

  it('is checked in the transaction of the change: of ten changes of one version, one is made', async () => {
    const path = `/v1/agents/${ids.agent}`;
    const read = etagOf(await live.get(path));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => change(path, read, { name: `Number ${index}` })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(412)]);
  });

  it('404 for what was deleted', async () => {
    expectError(await change('/v1/agents/agt_0000000000000000000000000', '*', { name: 'X' }), 404);
  });

  it('422 where it would protect nothing', async () => {
    const refused = await change(`/v1/api-keys/${ids.key}`, '*', { name: 'Printer' });
    expectError(refused, 422);
    expect(refused.body.error.message).toContain("isn't supported by this endpoint");
  });

  it('goes with an Idempotency-Key: a repetition gets the first answer, not 412', async () => {
    const path = `/v1/agents/${ids.agent}`;
    const read = etagOf(await live.get(path));
    const send = () =>
      live.call('PATCH', path, { name: 'Once' }, { 'if-match': read, 'idempotency-key': 'precondition-1' });
    expect((await send()).status).toBe(200);
    const again = await send();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });
});
