import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { createOneOfEach, fillPath, type Ids, operationsOf } from '../helpers/operations.ts';
import { type Browser, openBrowser, PASSWORD, signUp, signUpOwner } from '../helpers/people.ts';
import { type Client, startTestService, type TestService } from '../helpers/start-test-service.ts';

type Entry = {
  id: string;
  actor: { type: string; id: string | null; name: string };
  action: string;
  subject_id: string;
  details: Record<string, unknown>;
  created_at: string;
};

let test: TestService;
let owner: Browser;
let ids: Ids;
beforeAll(async () => {
  test = await startTestService({ URL_FETCH_ALLOW_HOSTS: '127.0.0.1' });
  owner = await signUpOwner(test);
  ids = await createOneOfEach(test.live, 'live');
});
afterAll(() => test.stop());

const entries = async (client: Client, query = ''): Promise<Entry[]> =>
  (await client.get(`/v1/audit-log?limit=100${query}`)).body.data;

/** Operations that change what is in the workspace, and not how it is set up. */
const WORK =
  /sources|uploads|archives|answers|crawls|gaps|chat|responses|embeddings|conversations|query|evaluations|question-sets|trials|draft|\/(test|retry)$/;
const changes = operationsOf({ base: 'kb_1' })
  .map(({ method, path, body }, index) => ({ method, path, index, hasBody: body !== undefined }))
  .filter(({ method, path }) => method !== 'GET' && !WORK.test(path));

describe('GET /v1/audit-log', () => {
  it('the audit log covers settings, keys, members, webhooks, views, agents and knowledge bases', () => {
    const nouns = new Set(changes.map(({ path }) => path.split('/')[2]));
    expect([...nouns].sort()).toEqual(
      [
        'agents',
        'api-keys',
        'connectors',
        'invitations',
        'knowledge-bases',
        'members',
        'views',
        'webhooks',
        'workspace',
      ].sort(),
    );
  });

  it.each(changes)('$method $path adds an audit entry', async ({ method, path, index }) => {
    const [before] = await entries(test.live);
    const answer = await test.live.call(method, fillPath(path, ids), operationsOf(ids)[index]?.body);
    expect(answer.status).toBeLessThan(300);
    const [entry, previous] = await entries(test.live);
    expect(previous?.id).toBe(before?.id);
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_[0-9a-z]{25}$/),
      actor: { type: 'api_key', id: expect.stringMatching(/^key_/), name: 'First admin key' },
      action: expect.stringMatching(/^[a-z_]+\.[a-z_]+$/),
      subject_id:
        answer.body?.data.id ??
        fillPath(path.replace(/\/widget.*/, ''), ids)
          .split('/')
          .at(-1),
      details: expect.any(Object),
      created_at: expect.any(String),
    });
    if (method === 'PATCH') expect(JSON.stringify(entry?.details)).toMatch(/"from":.*"to":/);
  });

  it('an audit entry shows what changed, except prompts and long texts', async () => {
    const base = ids.base;
    const agent = (await owner.post('/v1/agents', { name: 'A', knowledge_base_ids: [base] })).body.data.id;
    await owner.patch(`/v1/agents/${agent}`, {
      name: 'B',
      system_prompt: 'Never say canary.',
      welcome_message: 'Welcome! '.repeat(100),
      response_length: 'medium',
    });
    const [entry] = await entries(owner);
    expect(entry).toMatchObject({ action: 'agent.updated', subject_id: agent });
    expect(entry?.details).toEqual({
      name: { from: 'A', to: 'B' },
      system_prompt: 'changed',
      welcome_message: 'changed',
    });
    expect(entry?.actor).toEqual({
      type: 'account',
      id: expect.stringMatching(/^acc_/),
      name: 'Ada',
    });
  });

  it('sign-ins, failed sign-ins and account changes are in the audit log', async () => {
    const person = await signUp(owner, 'member');
    const stranger = openBrowser(test.live.baseUrl);
    await stranger.post('/v1/account/sign-in', { email: person.email, password: 'a wrong long password' });
    await stranger.post('/v1/account/sign-in', { email: person.email, password: PASSWORD });
    await person.patch('/v1/account', { password: 'another long password', current_password: PASSWORD });
    await person.post('/v1/account/sign-out');
    // The failed one is noted after its answer.
    const actions = async () =>
      (await entries(owner, `&actor_id=${person.accountId}`)).map(({ action }) => action).sort();
    await expect
      .poll(actions)
      .toEqual([
        'account.sign_in_failed',
        'account.signed_in',
        'account.signed_in',
        'account.signed_out',
        'account.updated',
        'member.added',
      ]);
  });

  it('changes of workspaces are in the audit log', async () => {
    const { id } = (await owner.post('/v1/workspaces', { name: 'Second' })).body.data;
    expect((await entries(owner))[0]).toMatchObject({ action: 'workspace.created', subject_id: id });
    await owner.delete(`/v1/workspaces/${id}?name=Second`);
    expect((await entries(owner))[0]).toMatchObject({
      action: 'workspace.deleted',
      subject_id: id,
      details: { name: 'Second' },
    });
  });

  it('the deletion of a source is logged by its id, not its name', async () => {
    const { id } = await test.live.addText('Canary', 'The canary sings.');
    expect((await owner.delete(`/v1/knowledge-base/sources/${id}`)).status).toBe(204);
    const [entry] = await entries(owner);
    expect(entry).toMatchObject({
      action: 'source.deleted',
      subject_id: id,
      actor: { type: 'account', name: 'Ada' },
      details: {},
    });
    expect(JSON.stringify(entry)).not.toContain('Canary');
    expect((await entries(owner, `&subject_id=${id}`)).map(({ action }) => action)).toEqual([
      'source.deleted',
    ]);
    expectError(await owner.delete(`/v1/knowledge-base/sources/${id}`), 404);
    expect((await entries(owner))[0]?.id).toBe(entry?.id);
  });

  it('a bulk change is one audit entry with the first hundred ids', async () => {
    const sources = '/v1/knowledge-base/sources';
    const added = await Promise.all(
      Array.from({ length: 101 }, (_, index) =>
        test.live.post(sources, { type: 'text', name: `Bulk ${index}`, content: `Number ${index}.` }),
      ),
    );
    const source_ids = added.map(({ body }) => body.data.id);
    await owner.post(`${sources}/bulk`, {
      action: 'add_tags',
      source_ids: source_ids.slice(0, 2),
      tags: ['x'],
    });
    expect((await entries(owner))[0]).toMatchObject({
      action: 'source.bulk_changed',
      details: { change: 'add_tags', source_ids: source_ids.slice(0, 2) },
    });
    for (const ids of [source_ids.slice(0, 100), source_ids.slice(100)])
      await owner.post(`${sources}/bulk`, { action: 'delete', source_ids: ids });
    const [last, before] = await entries(owner, '&action=source.deleted');
    expect(last?.details).toEqual({ source_ids: source_ids.slice(100) });
    expect(before?.details).toEqual({ source_ids: source_ids.slice(0, 100) });
    await owner.post(`${sources}/bulk`, { action: 'delete', source_ids });
    expect((await entries(owner, '&action=source.deleted'))[0]?.id).toBe(last?.id);
  });

  it('deleting a conversation, starting and cancelling a crawl are logged with who did it', async () => {
    const agent = (await owner.post('/v1/agents', { name: 'A', knowledge_base_ids: [ids.base] })).body.data
      .id;
    await owner.post(`/v1/agents/${agent}/chat`, { message: 'How long is the pier?', session_id: 's1' });
    expect((await owner.delete(`/v1/agents/${agent}/conversations/s1`)).status).toBe(204);
    expect((await entries(owner))[0]).toMatchObject({
      action: 'conversation.deleted',
      subject_id: `${agent}/s1`,
    });
    const crawl = await owner.post('/v1/knowledge-base/sources/crawl', { url: 'http://127.0.0.1:1/' });
    expect((await entries(owner))[0]).toMatchObject({
      action: 'crawl.started',
      subject_id: crawl.body.data.id,
      details: { knowledge_base_id: ids.base },
    });
  });

  it.each(['conversations', 'sources', 'audit_log'])('says who exported all %s', async (what) => {
    expect((await owner.get(`/v1/export?what=${what}`)).status).toBe(200);
    expect((await entries(owner))[0]).toMatchObject({
      action: 'export.started',
      actor: { type: 'account', name: 'Ada' },
      details: { what },
    });
    expectError(await owner.get('/v1/export?what=keys'), 422, 'what');
    expectError(await (await signUp(owner, 'member')).get(`/v1/export?what=${what}`), 403);
    expect((await entries(owner, '&action=export.started'))[0]?.details).toEqual({ what });
  });

  it('the sandbox has its own audit log', async () => {
    await test.sandbox.post('/v1/knowledge-bases', { name: 'Only here' });
    const [entry] = await entries(test.sandbox);
    expect(entry).toMatchObject({ action: 'knowledge_base.created', details: { name: 'Only here' } });
    expect(JSON.stringify(await entries(test.live))).not.toContain('Only here');
    expect((await entries(test.sandbox)).every(({ action }) => !/^(member|account)\./.test(action))).toBe(
      true,
    );
  });

  it('the audit log can be filtered, and its pages continue', async () => {
    const created = await entries(owner, '&action=key.created');
    expect(created.length).toBeGreaterThan(0);
    expect(created.every(({ action }) => action === 'key.created')).toBe(true);
    const all = await entries(owner);
    const middle = all[Math.floor(all.length / 2)]?.created_at ?? '';
    const older = await entries(owner, `&until=${middle}`);
    const newer = await entries(owner, `&since=${middle}`);
    expect([...newer, ...older]).toEqual(all);
    const first = await owner.get('/v1/audit-log?limit=3');
    const next = await owner.get(`/v1/audit-log?limit=3&cursor=${first.body.meta.next_cursor}`);
    expect([...first.body.data, ...next.body.data]).toEqual(all.slice(0, 6));
    expectError(await owner.get('/v1/audit-log?action=keys'), 422, 'action');
    expectError(await owner.get('/v1/audit-log?since=yesterday'), 422, 'since');
  });

  it('the audit log is for admins only', async () => {
    expectError(await (await signUp(owner, 'member')).get('/v1/audit-log'), 403);
  });

  it('a failed request adds no audit entry', async () => {
    const before = await entries(owner);
    expectError(await owner.post('/v1/api-keys', { name: 'A', scope: 'king' }), 422);
    expectError(await owner.patch(`/v1/agents/${ids.agent}`, { knowledge_base_ids: ['kb_1'] }), 404);
    expect(await entries(owner)).toEqual(before);
  });

  it('the audit log holds no secret', async () => {
    const secrets: string[] = [PASSWORD, 'another long password', owner.cookie()?.split('=')[1] ?? ''];
    secrets.push((await owner.post('/v1/api-keys', { name: 'A', scope: 'admin' })).body.data.key);
    secrets.push((await owner.post('/v1/invitations', { role: 'viewer' })).body.data.link.split('token=')[1]);
    const webhook = (await owner.post('/v1/webhooks', { url: 'https://example.com/' })).body.data;
    secrets.push(webhook.secret);
    secrets.push((await owner.post(`/v1/webhooks/${webhook.id}/rotate-secret`)).body.data.secret);
    const text = JSON.stringify([...(await entries(owner)), ...(await entries(test.sandbox))]);
    expect(text).toContain(webhook.id);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(10);
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/argon2|secret_hash|whsec_|svc_(live|test)_/);
  });
});
