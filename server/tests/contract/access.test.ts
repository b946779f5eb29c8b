import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access } from '../../src/http/access/access.ts';
import { newKeySecret } from '../../src/keys/key-secret.ts';
import { clientWithScope } from '../helpers/more-clients.ts';
import { createOneOfEach, fillPath, type Ids, operationsOf } from '../helpers/operations.ts';
import { signUp, signUpOwner } from '../helpers/people.ts';
import {
  type Client,
  createClient,
  startTestService,
  type TestService,
} from '../helpers/start-test-service.ts';

type Documented = { 'x-footnote-access': Access; security: Record<string, unknown>[] };
type Operation = { method: string; path: string; access: Access; security: Documented['security'] };
/** The status that the guard refuses with; undefined when it must let the request in. */
type Expected = (access: Access) => 401 | 403 | undefined;
type Caller = { call: Client['call']; expected: Expected };

let test: TestService;
let ids: Ids;
let document: { paths: Record<string, Record<string, Documented>> };
const callers: Record<string, Caller> = {};
const operations = (): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { 'x-footnote-access': access, security }]) => ({
      method: method.toUpperCase(),
      path,
      access,
      security,
    })),
  );

const ofKey =
  (scope: NonNullable<Access['keys']>[number], where: 'live' | 'sandbox' = 'live'): Expected =>
  ({ keys, environments }) =>
    keys?.includes(scope) && environments?.includes(where) ? undefined : 403;
const ofRestrictedKey: Expected = (access) => (access.restricted_keys ? ofKey('read_write')(access) : 403);
const ofRole =
  (role: NonNullable<Access['roles']>[number]): Expected =>
  ({ roles }) =>
    roles?.includes(role) ? undefined : 403;

beforeAll(async () => {
  test = await startTestService();
  const { live, sandbox } = test;
  const owner = await signUpOwner(test);
  ids = await createOneOfEach(live, 'live');
  document = (await live.get('/openapi.json')).body;
  // What depends on it is a condition; here it is met.
  for (const client of [live, sandbox])
    expect((await client.patch('/v1/workspace', { members_may_publish: true })).status).toBe(200);
  const add = (name: string, { call }: Pick<Client, 'call'>, expected: Expected): void => {
    callers[name] = { call, expected };
  };
  const at = (client: Client, key: string): Client => createClient(client.baseUrl, key);
  const token = (await live.get(`/v1/agents/${ids.agent}/tokens`)).body.data[0].token;
  const scopes = ['read_only', 'read_write', 'admin'] as const;
  add('no key', at(live, ''), () => 401);
  add('an unknown key', at(live, newKeySecret('live')), () => 401);
  add('a publishable token as a key', at(live, token), () => 401);
  for (const scope of scopes) {
    const key = await clientWithScope(live, scope);
    add(`a ${scope} key`, key, ofKey(scope));
    add(`a live ${scope} key at the sandbox address`, at(sandbox, key.key), () => 403);
    const sandboxKey = await clientWithScope(sandbox, scope);
    add(`a sandbox ${scope} key`, sandboxKey, ofKey(scope, 'sandbox'));
    add(`a sandbox ${scope} key at the live address`, at(live, sandboxKey.key), () => 403);
  }
  for (const base of ['base', 'spareBase'] as const) {
    const restriction = { knowledge_base_ids: [ids[base]] };
    add(
      `a key restricted to ${base}`,
      await clientWithScope(live, 'read_write', restriction),
      ofRestrictedKey,
    );
  }
  for (const role of ['viewer', 'member', 'admin', 'owner'] as const) {
    add(`a person with the role ${role}`, await signUp(owner, role), ofRole(role));
    const elsewhere = (await signUp(owner, role)).at(sandbox.baseUrl);
    add(`a person with the role ${role} at the sandbox address`, elsewhere, ofRole(role));
  }
});
afterAll(() => test.stop());

/** Nothing of it exists, so that a request that is let in changes nothing. */
const NOTHING = 'nothing_0000000000000000000000000';
/** Ends the sign-in it comes with. */
const isLast = ({ path }: Operation): boolean => path === '/v1/account/sign-out';

describe('x-footnote-access', () => {
  it('every operation has x-footnote-access, in agreement with its security', () => {
    expect(operations().length).toBeGreaterThan(90);
    for (const { method, path, access, security } of operations()) {
      const isOpen = access.open === true || access.publishable_token === true;
      const schemes = security.flatMap((each) => Object.keys(each));
      const expected = isOpen
        ? []
        : [...(access.keys?.length ? ['apiKey'] : []), ...(access.roles?.length ? ['signIn'] : [])];
      expect(schemes, `${method} ${path}`).toEqual(expected);
      expect(isOpen || expected.length > 0, `${method} ${path}`).toBe(true);
    }
  });

  it('x-footnote-access asks for an admin exactly where the list of operations does', () => {
    const find = (method: string, path: string) =>
      operations().find((each) => each.method === method && each.path.replace(/\{\w+\}/g, '{}') === path);
    for (const { method, path, isForAdmin = false } of operationsOf({ base: 'kb_1' })) {
      const { access } = find(method, path.replace(/\{\w+\}/g, '{}')) ?? {};
      // Members and read_write keys may where the workspace lets them publish.
      const isForPublishers = access?.condition?.includes('members_may_publish');
      if (isForAdmin && !isForPublishers) expect(access?.keys, `${method} ${path}`).toEqual(['admin']);
      else expect(access?.keys, `${method} ${path}`).toContain('read_write');
    }
  });

  it('every operation admits exactly the callers that x-footnote-access names', async () => {
    const known = new Map(
      operationsOf(ids).map((each) => [`${each.method} ${each.path.replace(/\{\w+\}/g, '{}')}`, each]),
    );
    const wrong: string[] = [];
    let asked = 0;
    const sorted = operations().sort((a, b) => Number(isLast(a)) - Number(isLast(b)));
    for (const operation of sorted) {
      const { method, path, access } = operation;
      const body = method === 'GET' || method === 'DELETE' ? undefined : {};
      const example = known.get(`${method} ${path.replace(/\{\w+\}/g, '{}')}`);
      const query = example?.query === undefined ? '' : `?${example.query}`;
      await Promise.all(
        Object.entries(callers).map(async ([name, { call, expected }]) => {
          const isOpen = access.open === true || access.publishable_token === true;
          const refusal = isOpen ? undefined : expected(access);
          // Refused although it names what exists; let in, it changes nothing.
          const isReal = refusal !== undefined && example !== undefined;
          const filled = isReal ? fillPath(example.path, ids) : path.replace(/\{\w+\}/g, NOTHING);
          const answer = await call(method, filled + query, isReal ? example.body : body);
          asked += 1;
          const isRefusal = answer.status === 401 || answer.status === 403;
          const isConfirmation =
            access.confirmation && answer.body?.error?.details?.[0]?.field === 'confirmation';
          if (refusal === undefined ? isRefusal && !isConfirmation : answer.status !== refusal)
            wrong.push(`${method} ${path} by ${name}: ${answer.status}, declared ${refusal ?? 'allowed'}`);
        }),
      );
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(90 * 20);
  }, 120_000);

  it('people may do with their own account what own_account says', async () => {
    const owned = operations().filter(({ access }) => access.own_account);
    expect(owned.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'DELETE /v1/members/{id}',
      'GET /v1/members/{id}/grants',
    ]);
    const viewer = await signUp(test.live, 'viewer');
    expect((await viewer.get(`/v1/members/${ids.member}/grants`)).status).toBe(403);
    expect((await viewer.get(`/v1/members/${viewer.accountId}/grants`)).status).toBe(200);
    expect((await viewer.delete(`/v1/members/${ids.member}`)).status).toBe(403);
    expect((await viewer.delete(`/v1/members/${viewer.accountId}`)).status).toBe(204);
  });
});

describe('a path that no route has', () => {
  it('gets 404 from a read_only key after any other request to it, and 403 for a write', async () => {
    const { live } = test;
    const reader = await clientWithScope(live, 'read_only');
    expect((await live.post('/v1/nothing')).status).toBe(404);
    expect((await reader.get('/v1/nothing')).status).toBe(404);
    expect((await live.get('/v1/nothing')).status).toBe(404);
    expect((await reader.post('/v1/nothing')).status).toBe(403);
  });
});
