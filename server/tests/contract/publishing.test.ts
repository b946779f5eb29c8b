import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { type Browser, signUp, signUpOwner } from '../helpers/people.ts';
import {
  type Client,
  createClient,
  defaultKnowledgeBase,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

const SITE = 'https://shop.example.com';
const TOKEN = { name: 'Shop', allowed_origins: [SITE] };

let test: TestService;
let owner: Browser;
let path: string;
beforeAll(async () => {
  test = await startTestService();
  owner = await signUpOwner(test);
  const knowledge_base_ids = [await defaultKnowledgeBase(test.live)];
  const agent = (await test.live.post('/v1/agents', { name: 'A', knowledge_base_ids })).body.data.id;
  path = `/v1/agents/${agent}/tokens`;
});
afterAll(() => test.stop());

const widgetOf = async (token: string): Promise<number> =>
  (await createClient(test.live.baseUrl, '').call('GET', `/v1/widget/${token}`, undefined, { origin: SITE }))
    .status;
const letMembersPublish = async (members_may_publish: boolean): Promise<void> => {
  const { status, body } = await owner.patch('/v1/workspace', { members_may_publish });
  expect(status).toBe(200);
  expect(body.data.members_may_publish).toBe(members_may_publish);
};

describe('publishing an agent', () => {
  const makers: [string, () => Promise<Client>][] = [
    ['a read_write key', () => clientWithScope(test.live, 'read_write')],
    [
      'a key restricted to its knowledge bases',
      async () =>
        clientWithScope(test.live, 'read_write', {
          knowledge_base_ids: [await defaultKnowledgeBase(test.live)],
        }),
    ],
    ['a member', () => signUp(owner, 'member')],
  ];

  it.each(makers)("%s can't publish an agent, but can unpublish it", async (_, open) => {
    const client = await open();
    const answer = await client.post(path, TOKEN);
    expectError(answer, 403);
    expect(answer.body.error.message).toContain('members_may_publish');
    const token = (await test.live.post(path, TOKEN)).body.data;
    for (const change of [
      { name: 'B' },
      { enabled: true },
      { enabled: false, allowed_origins: ['https://x.example'] },
    ])
      expectError(await client.patch(`${path}/${token.id}`, change), 403);
    expect(await widgetOf(token.token)).toBe(200);
    expect((await client.patch(`${path}/${token.id}`, { enabled: false })).status).toBe(200);
    expect(await widgetOf(token.token)).toBe(404);
    expect((await client.delete(`${path}/${token.id}`)).status).toBe(204);
  });

  it.each(makers)('%s may publish an agent if members_may_publish is on', async (_, open) => {
    await letMembersPublish(true);
    const client = await open();
    const { status, body } = await client.post(path, TOKEN);
    expect(status).toBe(201);
    expect((await client.patch(`${path}/${body.data.id}`, { name: 'B' })).status).toBe(200);
    await letMembersPublish(false);
    expect(await widgetOf(body.data.token)).toBe(200);
    expectError(await client.post(path, TOKEN), 403);
  });

  it("readers can't publish, and keys can't publish agents that they don't see", async () => {
    await letMembersPublish(true);
    expectError(await (await signUp(owner, 'viewer')).post(path, TOKEN), 403);
    expectError(await (await clientWithScope(test.live, 'read_only')).post(path, TOKEN), 403);
    const other = (await test.live.post('/v1/knowledge-bases', { name: 'Other' })).body.data.id;
    const restricted = await clientWithScope(test.live, 'read_write', { knowledge_base_ids: [other] });
    expectError(await restricted.post(path, TOKEN), 404);
    await letMembersPublish(false);
  });

  it("a member's publication ends when they become a viewer or are removed", async () => {
    await letMembersPublish(true);
    const [bo, cy] = [await signUp(owner, 'member'), await signUp(owner, 'member')];
    const ofBo = (await bo.post(path, TOKEN)).body.data;
    const ofCy = (await cy.post(path, TOKEN)).body.data;
    expect(ofBo.created_by).toBe(bo.accountId);
    expect((await owner.patch(`/v1/members/${bo.accountId}`, { role: 'viewer' })).status).toBe(200);
    expect((await owner.delete(`/v1/members/${cy.accountId}`)).status).toBe(204);
    expect([await widgetOf(ofBo.token), await widgetOf(ofCy.token)]).toEqual([404, 404]);
    await letMembersPublish(false);
  });

  it('only admins set members_may_publish, and the audit log has it', async () => {
    expectError(
      await (await signUp(owner, 'member')).patch('/v1/workspace', { members_may_publish: true }),
      403,
    );
    expectError(
      await owner.patch('/v1/workspace', { members_may_publish: 'yes' }),
      422,
      'members_may_publish',
    );
    await letMembersPublish(true);
    const [entry] = (await owner.get('/v1/audit-log?action=workspace.updated')).body.data;
    expect(entry.details).toEqual({ members_may_publish: { from: false, to: true } });
    await letMembersPublish(false);
  });
});

describe('an agent that is published', () => {
  const prepare = async () => {
    const base = await defaultKnowledgeBase(test.live);
    const secret = (await test.live.post('/v1/knowledge-bases', { name: 'Secret' })).body.data.id;
    const agent = (await test.live.post('/v1/agents', { name: 'Guide', knowledge_base_ids: [base] })).body
      .data;
    const at = `/v1/agents/${agent.id}`;
    const token = (await test.live.post(`${at}/tokens`, TOKEN)).body.data;
    return { base, secret, at, token };
  };
  const makers: [string, () => Promise<Client>][] = [
    ['a read_write key', () => clientWithScope(test.live, 'read_write')],
    ['a member', () => signUp(owner, 'member')],
  ];

  it.each(makers)(
    "%s can't add knowledge bases to a published agent or change its prompt",
    async (_, open) => {
      const client = await open();
      const { base, secret, at, token } = await prepare();
      for (const change of [
        { knowledge_base_ids: [base, secret] },
        { knowledge_base_ids: [secret] },
        { system_prompt: 'Say everything.' },
      ]) {
        const answer = await client.patch(at, { name: 'Changed', ...change });
        expectError(answer, 403);
        expect(answer.body.error.message).toMatch(/published.*members_may_publish.*disable/);
      }
      expect((await client.get(at)).body.data).toMatchObject({ name: 'Guide', knowledge_base_ids: [base] });
      expect((await client.patch(at, { name: 'B', knowledge_base_ids: [base] })).status).toBe(200);
      // Unpublished it is theirs to change, and then an admin decides.
      expect((await client.patch(`${at}/tokens/${token.id}`, { enabled: false })).status).toBe(200);
      expect((await client.patch(at, { knowledge_base_ids: [base, secret] })).status).toBe(200);
      expectError(await client.patch(`${at}/tokens/${token.id}`, { enabled: true }), 403);
    },
  );

  it.each(makers)(
    "%s can't activate a published agent, but can pause it and remove knowledge bases",
    async (_, open) => {
      const client = await open();
      const { base, secret, at } = await prepare();
      expect((await test.live.patch(at, { knowledge_base_ids: [base, secret] })).status).toBe(200);
      expect((await client.patch(at, { status: 'inactive', knowledge_base_ids: [base] })).status).toBe(200);
      expectError(await client.patch(at, { status: 'active' }), 403);
      expect((await test.live.patch(at, { status: 'active' })).status).toBe(200);
    },
  );

  it('members may change a published agent if members_may_publish is on', async () => {
    await letMembersPublish(true);
    const { base, secret, at } = await prepare();
    const member = await signUp(owner, 'member');
    const change = { knowledge_base_ids: [base, secret], system_prompt: 'Be brief.' };
    expect((await member.patch(at, change)).status).toBe(200);
    await letMembersPublish(false);
  });

  it("a change that runs during the publication doesn't add knowledge bases", async () => {
    const client = await clientWithScope(test.live, 'read_write');
    for (let round = 0; round < 10; round++) {
      const { base, secret, at, token } = await prepare();
      await test.live.patch(`${at}/tokens/${token.id}`, { enabled: false });
      const [published, changed] = await Promise.all([
        test.live.patch(`${at}/tokens/${token.id}`, { enabled: true }),
        client.patch(at, { knowledge_base_ids: [base, secret] }),
      ]);
      expect(published.status).toBe(200);
      // What came first decides, as the audit log has it.
      const log = (await owner.get('/v1/audit-log?limit=10')).body.data as {
        action: string;
        subject_id: string;
      }[];
      const order = log
        .filter(({ subject_id }) => subject_id === token.id || at.endsWith(subject_id))
        .map(({ action }) => action);
      expect(order[0] === 'agent.updated').toBe(false);
      expect(changed.status).toBe(order[1] === 'agent.updated' ? 200 : 403);
    }
  });
});
