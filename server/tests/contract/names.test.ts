import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { createOneOfEach, type Ids } from '../helpers/operations.ts';
import { openBrowser, PASSWORD, signUpOwner, tokenOf } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

/** Clears a terminal, makes a line of its own, and begins a sequence as one character. */
const NAMES = ['a\u001b[2J', 'a\nkey_1  b', 'a\u009b2J', '\u0007'];

let test: TestService;
let ids: Ids;
beforeAll(async () => {
  test = await startTestService();
  ids = await createOneOfEach(test.live, 'Brighton');
});
afterAll(() => test.stop());

describe('a name with control characters', () => {
  it.each(NAMES)('a name with control characters is refused everywhere: %j', async (name) => {
    const { live } = test;
    const agent = { knowledge_base_ids: [ids.base] };
    const refused = [
      await live.post('/v1/api-keys', { name, scope: 'read_only' }),
      await live.post('/v1/agents', { name, ...agent }),
      await live.patch(`/v1/agents/${ids.agent}`, { name }),
      await live.post(`/v1/agents/${ids.agent}/tokens`, { name, allowed_origins: ['https://a.example'] }),
      await live.patch('/v1/workspace', { name }),
      await live.post('/v1/knowledge-bases', { name }),
    ];
    for (const each of refused) expectError(each, 422, 'name');
    expect(refused[0]?.body.error.message).toContain('control characters');
  });

  it('a name with control characters is refused for people and for what they make', async () => {
    const owner = await signUpOwner(test);
    const [name] = NAMES;
    const { link } = (await owner.post('/v1/invitations', { role: 'viewer' })).body.data;
    const joined = await openBrowser(test.live.baseUrl).post('/v1/account/accept-invitation', {
      token: tokenOf(link),
      email: 'v@example.com',
      name,
      password: PASSWORD,
    });
    expectError(joined, 422, 'name');
    expectError(await owner.patch('/v1/account', { name }), 422, 'name');
    expectError(await owner.post('/v1/workspaces', { name }), 422, 'name');
  });

  it("control characters in a source's name are removed, because files bring theirs", async () => {
    const made = await test.live.addText('a\u001b[2J\nb', 'The pier is 300 metres long.');
    expect(made.name).toBe('a [2J b');
  });
});
