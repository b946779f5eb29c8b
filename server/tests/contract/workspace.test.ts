import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { addWorkspace, clientWithScope } from '../helpers/more-clients.ts';
import { wrongFields } from '../helpers/named-cases.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

let test: TestService;
let other: Awaited<ReturnType<typeof addWorkspace>>;
beforeAll(async () => {
  test = await startTestService();
  other = await addWorkspace(test);
});
afterAll(() => test.stop());

describe('GET /v1/workspace', () => {
  it("GET returns the key's workspace in its environment", async () => {
    const { live, sandbox } = test;
    const [ofLive, ofSandbox] = [
      (await live.get('/v1/workspace')).body.data,
      (await sandbox.get('/v1/workspace')).body.data,
    ];
    expect(ofLive).toEqual({
      id: expect.stringMatching(/^ws_/),
      name: expect.any(String),
      environment: 'live',
      default_knowledge_base_id: expect.stringMatching(/^kb_/),
      members_may_publish: false,
      token_budget: { per_day: null, per_month: null },
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(ofSandbox).toMatchObject({ id: ofLive.id, environment: 'sandbox' });
    expect(ofSandbox.default_knowledge_base_id).not.toBe(ofLive.default_knowledge_base_id);
    expect((await other.live.get('/v1/workspace')).body.data.id).not.toBe(ofLive.id);
  });

  it.each(['read_only', 'read_write'] as const)('403 for a %s key', async (scope) => {
    const client = await clientWithScope(test.live, scope);
    expectError(await client.get('/v1/workspace'), 403);
    expectError(await client.patch('/v1/workspace', { name: 'Mine' }), 403);
  });
});

describe('PATCH /v1/workspace', () => {
  it('PATCH renames the workspace', async () => {
    const before = (await test.live.get('/v1/workspace')).body.data;
    const { status, body } = await test.live.patch('/v1/workspace', { name: 'Acme' });
    expect(status).toBe(200);
    expect(body.data).toEqual({ ...before, name: 'Acme', updated_at: expect.any(String) });
    expect((await test.live.get('/v1/workspace')).body.data).toEqual(body.data);
  });

  it.each(
    wrongFields<Record<string, unknown>>([
      ['name', { name: '' }],
      ['name', { name: 5 }],
      ['id', { id: 'ws_1' }],
      ['environment', { environment: 'sandbox' }],
    ]),
  )('422 naming $field for $wrong', async ({ field, wrong }) => {
    expectError(await test.live.patch('/v1/workspace', wrong), 422, field);
  });
});
