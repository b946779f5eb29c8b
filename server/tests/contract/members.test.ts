import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { type Browser, join, openBrowser, signUp, signUpOwner, tokenOf } from '../helpers/people.ts';
import { freePort } from '../helpers/server-process.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
let owner: Browser;
let admin: Awaited<ReturnType<typeof signUp>>;
/** Takes connections and says nothing. */
const silent = createServer(() => {});
const silentPort = () => (silent.address() as AddressInfo).port;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  test = await startTestService({
    PORT: String(await freePort()),
    URL_FETCH_ALLOW_HOSTS: `127.0.0.1:${silentPort()}`,
  });
  owner = await signUpOwner(test);
  admin = await signUp(owner, 'admin');
});
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await test.stop();
});

describe('roles', () => {
  const requests: [role: string, method: 'GET' | 'POST', path: string, body: unknown, status: number][] = [
    ['viewer', 'GET', '/v1/knowledge-bases', undefined, 200],
    ['viewer', 'POST', '/v1/knowledge-bases', { name: 'A' }, 403],
    ['viewer', 'GET', '/v1/api-keys', undefined, 403],
    ['member', 'POST', '/v1/knowledge-bases', { name: 'A' }, 201],
    ['member', 'GET', '/v1/members', undefined, 403],
    ['member', 'POST', '/v1/api-keys', { name: 'A', scope: 'admin' }, 403],
    ['admin', 'POST', '/v1/api-keys', { name: 'A', scope: 'admin' }, 201],
    ['admin', 'GET', '/v1/members', undefined, 200],
    ['admin', 'POST', '/v1/invitations', { role: 'admin' }, 201],
    ['admin', 'POST', '/v1/invitations', { role: 'owner' }, 403],
    ['admin', 'POST', '/v1/workspaces', { name: 'A' }, 403],
    ['owner', 'POST', '/v1/invitations', { role: 'owner' }, 201],
  ];

  it.each(requests)('%s: %s %s', async (role, method, path, body, status) => {
    const person = await signUp(owner, role);
    for (const browser of [person, person.at(test.sandbox.baseUrl)])
      expect((await browser.call(method, path, body)).status).toBe(status);
  });
});

describe('/v1/members', () => {
  it('members are listed newest first, in pages', async () => {
    const page = await admin.get('/v1/members?limit=1');
    expect(page.body.data).toHaveLength(1);
    const rest = await admin.get(`/v1/members?limit=100&cursor=${page.body.meta.next_cursor}`);
    const members = [...page.body.data, ...rest.body.data];
    expect(members.at(-1)).toEqual({
      id: expect.stringMatching(/^acc_/),
      email: 'owner@example.com',
      email_proved: false,
      name: 'Ada',
      role: 'owner',
      created_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      has_second_factor: false,
    });
    expect(members.find(({ id }) => id === admin.accountId)).toMatchObject({ role: 'admin' });
    expect((await test.live.get(`/v1/members/${admin.accountId}`)).body.data.email).toBe(admin.email);
  });

  it('a new role takes effect at once', async () => {
    const person = await signUp(owner, 'viewer');
    const changed = await admin.patch(`/v1/members/${person.accountId}`, { role: 'member' });
    expect(changed.body.data).toMatchObject({ id: person.accountId, role: 'member' });
    expect((await person.post('/v1/knowledge-bases', { name: 'A' })).status).toBe(201);
    await admin.patch(`/v1/members/${person.accountId}`, { role: 'viewer' });
    expectError(await person.post('/v1/knowledge-bases', { name: 'A' }), 403);
    expectError(await admin.patch(`/v1/members/${person.accountId}`, { role: 'king' }), 422, 'role');
  });

  it('removing a member ends their sign-ins in both environments', async () => {
    const person = await signUp(owner, 'member');
    expect((await admin.delete(`/v1/members/${person.accountId}`)).status).toBe(204);
    for (const browser of [person, person.at(test.sandbox.baseUrl)])
      expectError(await browser.get('/v1/agents'), 401);
    expectError(await admin.get(`/v1/members/${person.accountId}`), 404);
    const body = { email: person.email, password: 'a long enough password' };
    expectError(await person.post('/v1/account/sign-in', body), 403);
  });

  it("only owners make and change owners; admin keys can't", async () => {
    const other = await signUp(owner, 'owner');
    const path = `/v1/members/${other.accountId}`;
    for (const client of [admin, test.live]) {
      expectError(await client.patch(path, { role: 'admin' }), 403);
      expectError(await client.delete(path), 403);
      expectError(await client.patch(`/v1/members/${admin.accountId}`, { role: 'owner' }), 403);
      expectError(await client.post('/v1/invitations', { role: 'owner' }), 403);
    }
    expect((await owner.patch(path, { role: 'viewer' })).status).toBe(200);
    expect((await owner.delete(path)).status).toBe(204);
  });

  it("the last owner can't be removed or demoted", async () => {
    const me = (await owner.get('/v1/account')).body.data;
    const owners = (await owner.get('/v1/members?limit=100')).body.data.filter(
      ({ role, id }: { role: string; id: string }) => role === 'owner' && id !== me.id,
    );
    for (const { id } of owners) await owner.delete(`/v1/members/${id}`);
    const path = `/v1/members/${me.id}`;
    expectError(await owner.patch(path, { role: 'admin' }), 422, 'role');
    expectError(await owner.delete(path), 409);
    const second = await signUp(owner, 'owner');
    // Of two owners who take each other's role at once, one stays.
    const answers = await Promise.all([
      owner.patch(`/v1/members/${second.accountId}`, { role: 'admin' }),
      second.patch(path, { role: 'admin' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (await admin.get('/v1/members?limit=100')).body.data;
    expect(left.filter(({ role }: { role: string }) => role === 'owner')).toHaveLength(1);
    const stays = (await owner.get('/v1/account')).body.data.workspace.role === 'owner' ? owner : second;
    const leaves = stays === owner ? second.accountId : me.id;
    expect((await stays.patch(`/v1/members/${leaves}`, { role: 'owner' })).status).toBe(200);
  });
});

describe('leaving a workspace', () => {
  const leave = (person: Browser & { accountId: string }) => person.delete(`/v1/members/${person.accountId}`);

  it.each(['viewer', 'member', 'admin', 'owner'])('is for everybody: %s', async (role) => {
    for (const { baseUrl } of [test.live, test.sandbox]) {
      const person = await signUp(owner, role);
      const other = openBrowser(test.live.baseUrl);
      const signIn = () =>
        other.post('/v1/account/sign-in', { email: person.email, password: 'a long enough password' });
      await signIn();
      const here = { ...person.at(baseUrl), accountId: person.accountId };
      expect((await leave(here)).status).toBe(204);
      expectError(await owner.get(`/v1/members/${person.accountId}`), 404);
      for (const browser of [person, here, other]) expectError(await browser.get('/v1/account'), 401);
      const again = await signIn();
      expectError(again, 403);
      expect(again.body.error.message).toContain('Ask for an invitation');
    }
  });

  it.each(['viewer', 'member'])('lets a %s remove nobody else', async (role) => {
    const person = await signUp(owner, role);
    for (const id of [admin.accountId, 'acc_0000000000000000000000000'])
      expectError(await person.delete(`/v1/members/${id}`), 403);
    expectError(await person.patch(`/v1/members/${person.accountId}`, { role: 'viewer' }), 403);
    expectError(await person.get(`/v1/members/${person.accountId}`), 403);
    expect((await person.get('/v1/account')).body.data.workspace.role).toBe(role);
  });

  it('leaving a workspace switches to another one, if there is one', async () => {
    const home = (await owner.get('/v1/account')).body.data.workspace.id;
    const person = await signUp(owner, 'viewer');
    const other = openBrowser(test.live.baseUrl);
    await other.post('/v1/account/sign-in', { email: person.email, password: 'a long enough password' });
    const { id } = (await owner.post('/v1/workspaces', { name: 'Next door' })).body.data;
    await owner.patch('/v1/account', { workspace_id: id });
    const { link } = (await owner.post('/v1/invitations', { role: 'member' })).body.data;
    expect((await join(person, tokenOf(link), person.email)).body.data.workspace.id).toBe(id);
    await person.patch('/v1/account', { workspace_id: home });

    expect((await leave(person)).status).toBe(204);
    const account = (await person.get('/v1/account')).body.data;
    expect(account.workspace).toMatchObject({ id, name: 'Next door', role: 'member' });
    expect([account.workspace]).toMatchObject(account.workspaces);
    expect((await person.post('/v1/knowledge-bases', { name: 'A' })).status).toBe(201);
    expectError(await person.patch('/v1/account', { workspace_id: home }), 422, 'workspace_id');
    expectError(await other.get('/v1/account'), 401);
    await owner.patch('/v1/account', { workspace_id: home });
    expect((await owner.delete(`/v1/workspaces/${id}?name=Next%20door`)).status).toBe(204);
  });

  it("the last owner can't leave and is told what to do instead", async () => {
    const first = await signUp(owner, 'owner');
    const { id } = (await first.post('/v1/workspaces', { name: 'Alone' })).body.data;
    await first.patch('/v1/account', { workspace_id: id });
    const refused = await leave(first);
    expectError(refused, 409);
    expect(refused.body.error.message).toMatch(
      /last owner.*Make someone else an owner.*delete the workspace/,
    );
    const second = await signUp(first, 'owner');
    // Of two owners who leave at once, one stays.
    const answers = await Promise.all([leave(first), leave(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    const stays = answers[0]?.status === 409 ? first : second;
    expect((await stays.get('/v1/members')).body.data).toMatchObject([
      { id: stays.accountId, role: 'owner' },
    ]);
  });

  it('leaving is in the audit log, by the member who left', async () => {
    const person = await signUp(owner, 'member');
    await leave(person);
    const removed = await signUp(owner, 'member');
    await owner.delete(`/v1/members/${removed.accountId}`);
    const [second, first] = (await owner.get('/v1/audit-log?action=member.removed')).body.data;
    expect(first).toMatchObject({
      actor: { type: 'account', id: person.accountId },
      subject_id: person.accountId,
      details: { name: 'Ada', email: person.email, role: 'member' },
    });
    expect(second.subject_id).toBe(removed.accountId);
    expect(second.actor.id).not.toBe(removed.accountId);
  });
});

describe('the link of an invitation', () => {
  it('an invitation links to the live address, also when made in the sandbox', async () => {
    for (const browser of [owner, owner.at(test.sandbox.baseUrl)]) {
      const { link } = (await browser.post('/v1/invitations', { role: 'viewer' })).body.data;
      expect(link).toMatch(`${test.live.baseUrl}/join#token=`);
    }
  });
});

describe('a request in flight', () => {
  const slow = (browser: Browser, source: string) =>
    browser.get(`/v1/knowledge-base/sources/${source}?wait=60`);
  /** The id of a source that stays `processing`: its page never comes. */
  const addSlowSource = async (baseUrl: string): Promise<string> => {
    const page = { type: 'url', name: 'Slow', url: `http://127.0.0.1:${silentPort()}/` };
    return (await owner.at(baseUrl).post('/v1/knowledge-base/sources', page)).body.data.id;
  };

  it('a running request ends with its sign-in and with a change of role', async () => {
    for (const { baseUrl } of [test.live, test.sandbox]) {
      const source = await addSlowSource(baseUrl);
      const person = await signUp(owner, 'member');
      const here = person.at(baseUrl);
      const changing = slow(here, source);
      await here.get('/v1/agents');
      await owner.patch(`/v1/members/${person.accountId}`, { role: 'viewer' });
      expectError(await changing, 401);
      const removed = slow(here, source);
      await here.get('/v1/agents');
      await owner.delete(`/v1/members/${person.accountId}`);
      expectError(await removed, 401);
      await owner.at(baseUrl).delete(`/v1/knowledge-base/sources/${source}`);
    }
  });

  it.each([
    ['was removed', () => owner],
    ['has left', (person: Browser) => person],
  ] as const)(
    'of somebody who %s writes nothing more, and what was written was answered 201',
    async (_, whoAsks) => {
      for (const { baseUrl } of [test.live, test.sandbox]) {
        const person = await signUp(owner, 'member');
        const here = person.at(baseUrl);
        let goesOn = true;
        const names: string[] = [];
        const writing = Array.from({ length: 4 }, async (_, writer) => {
          for (let count = 0; goesOn; count++) {
            const name = `${person.email} ${writer} ${count}`;
            if ((await here.post('/v1/knowledge-bases', { name })).status === 201) names.push(name);
          }
        });
        while (names.length < 10) await owner.get('/v1/account');
        expect((await whoAsks(here).delete(`/v1/members/${person.accountId}`)).status).toBe(204);
        const written = async (): Promise<string[]> => {
          const all: string[] = [];
          for (let next = ''; ; ) {
            const { data, meta } = (await owner.at(baseUrl).get(`/v1/knowledge-bases?limit=100${next}`)).body;
            all.push(...data.map(({ name }: { name: string }) => name));
            if (meta.next_cursor === undefined) break;
            next = `&cursor=${meta.next_cursor}`;
          }
          return all.filter((name) => name.startsWith(person.email)).sort();
        };
        const before = await written();
        goesOn = false;
        await Promise.all(writing);
        expect(await written()).toEqual(before);
        expect(before).toEqual(names.sort());
      }
    },
  );

  it('a request that removes its own rights is still answered with what it did', async () => {
    for (const { baseUrl } of [test.live, test.sandbox]) {
      const person = await signUp(owner, 'admin');
      const path = `/v1/members/${person.accountId}`;
      const header = { 'idempotency-key': `gives up ${person.accountId}` };
      const answer = await person.at(baseUrl).call('PATCH', path, { role: 'viewer' }, header);
      expect(answer.status).toBe(200);
      expect(answer.body.data.role).toBe('viewer');
      expect((await owner.get(path)).body.data.role).toBe('viewer');
    }
  });
});

describe('workspaces', () => {
  it('a workspace sees nothing of another, even for a person in both', async () => {
    await owner.addText('Secret', 'The canary sings at dawn.');
    const created = await owner.post('/v1/workspaces', { name: 'Second' });
    expect(created.status).toBe(201);
    const second = created.body.data.id;
    expect(created.body.data).toEqual({ id: second, name: 'Second', role: 'owner' });
    const listed = (await owner.get('/v1/workspaces')).body.data;
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual(created.body.data);
    const first = (await owner.get('/v1/account')).body.data.workspace.id;

    expect((await owner.patch('/v1/account', { workspace_id: second })).body.data.workspace.id).toBe(second);
    for (const browser of [owner, owner.at(test.sandbox.baseUrl)]) {
      expect((await browser.get('/v1/workspace')).body.data).toMatchObject({ id: second, name: 'Second' });
      for (const path of ['/v1/agents', '/v1/knowledge-base/sources', '/v1/api-keys', '/v1/invitations'])
        expect((await browser.get(path)).body.data).toEqual([]);
      expect((await browser.get('/v1/knowledge-bases')).body.data).toHaveLength(1);
      expect(
        (await browser.post('/v1/query', { query: 'canary', search_type: 'keyword' })).body.data.total,
      ).toBe(0);
    }
    expect((await owner.get('/v1/members')).body.data).toHaveLength(1);
    expectError(await owner.get(`/v1/members/${admin.accountId}`), 404);
    expectError(await owner.delete(`/v1/members/${admin.accountId}`), 404);
    const key = (await owner.post('/v1/api-keys', { name: 'A', scope: 'admin' })).body.data.key;
    expect(key).toMatch(/^svc_live_/);

    await owner.patch('/v1/account', { workspace_id: first });
    expect((await owner.post('/v1/query', { query: 'canary', search_type: 'keyword' })).body.data.total).toBe(
      1,
    );
    const elsewhere = await signUp(owner, 'viewer');
    expectError(await elsewhere.patch('/v1/account', { workspace_id: second }), 422, 'workspace_id');
    expectError(await elsewhere.delete(`/v1/workspaces/${second}?name=Second`), 403);
    expectError(await elsewhere.delete('/v1/workspaces/ws_1?name=Second'), 403);
  });

  it('deleting a workspace by its name removes everything in both environments', async () => {
    const { id } = (await owner.post('/v1/workspaces', { name: 'Short-lived' })).body.data;
    const first = (await owner.get('/v1/account')).body.data.workspace.id;
    await owner.patch('/v1/account', { workspace_id: id });
    const sandbox = owner.at(test.sandbox.baseUrl);
    const clients = await Promise.all([clientWithScope(owner, 'admin'), clientWithScope(sandbox, 'admin')]);
    for (const client of clients) await client.addText('Pier', 'The pier is 300 metres long.');
    const stranger = openBrowser(owner.baseUrl);
    const { link } = (await owner.post('/v1/invitations', { role: 'member' })).body.data;
    await join(stranger, tokenOf(link), 'stranger@example.com');
    expectError(await owner.delete(`/v1/workspaces/${id}?name=Short-lived`), 422, 'id');

    await owner.patch('/v1/account', { workspace_id: first });
    expectError(await owner.delete(`/v1/workspaces/${id}`), 400, 'name');
    expectError(await owner.delete(`/v1/workspaces/${id}?name=Other`), 422, 'name');
    expect((await owner.delete(`/v1/workspaces/${id}?name=Short-lived`)).status).toBe(204);
    expectError(await owner.delete(`/v1/workspaces/${id}?name=Short-lived`), 404);
    for (const client of [...clients, stranger]) expectError(await client.get('/v1/agents'), 401);
    expect(JSON.stringify((await owner.get('/v1/workspaces')).body.data)).not.toContain(id);
  });
});
