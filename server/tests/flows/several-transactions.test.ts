import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, openBrowser, PASSWORD, signUpOwner } from '../helpers/people.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';

const EMAIL = 'owner@example.com';
const ROUNDS = 40;

let test: TestService;
let owner: Browser;
let home: string;
beforeAll(async () => {
  test = await startTestService();
  owner = await signUpOwner(test, EMAIL);
  home = (await owner.get('/v1/account')).body.data.workspace.id;
});
afterAll(() => test.stop());

/** Another browser of the same person. */
async function signIn(): Promise<{ browser: Browser; id: string }> {
  const browser = openBrowser(test.live.baseUrl);
  await browser.post('/v1/account/sign-in', { email: EMAIL, password: PASSWORD });
  const signIns = (await browser.get('/v1/account/sign-ins')).body.data;
  return { browser, id: signIns.find((each: { is_current: boolean }) => each.is_current).id };
}

/** A workspace with so much in its sandbox that deleting that takes a while. */
async function largeWorkspace(name: string): Promise<string> {
  const { id } = (await owner.post('/v1/workspaces', { name })).body.data;
  await owner.patch('/v1/account', { workspace_id: id });
  const sandbox = owner.at(test.sandbox.baseUrl);
  for (let index = 0; index < 3; index++)
    await sandbox.addText(`Text ${index}`, `Paragraph ${index} about acorns and oaks.\n\n`.repeat(3_000));
  await owner.patch('/v1/account', { workspace_id: home });
  return id;
}

const namesInLog = async (): Promise<[string, string][]> =>
  (await owner.get('/v1/audit-log?limit=10')).body.data.map(
    (entry: { action: string; subject_id: string }) => [entry.action, entry.subject_id],
  );

describe('deleting a large workspace while the sign-in is ended', () => {
  it('deleting a workspace stops when the sign-in ends, and the answer says what was deleted', {
    timeout: 120_000,
  }, async () => {
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS && !statuses.has(409); round++) {
      const id = await largeWorkspace(`Round ${round}`);
      const { browser, id: signInId } = await signIn();
      const deleting = browser.delete(`/v1/workspaces/${id}?name=Round%20${round}`);
      // A little later in each round, so that one of them falls into the deletion.
      await new Promise((resolve) => setTimeout(resolve, round * 2));
      expect((await owner.delete(`/v1/account/sign-ins/${signInId}`)).status).toBe(204);
      const isThere = async () =>
        (await owner.get('/v1/workspaces')).body.data.some((each: { id: string }) => each.id === id);
      const atOnce = await isThere();
      const answer = await deleting;
      statuses.add(answer.status);
      expect(await isThere()).toBe(atOnce);
      expect(answer.status === 204).toBe(!atOnce);
      const log = await namesInLog();
      const deleted = log.findIndex(([action, subject]) => action === 'workspace.deleted' && subject === id);
      const signedOut = log.findIndex(([action]) => action === 'account.signed_out');
      expect(deleted === -1).toBe(atOnce);
      // Newest first.
      if (deleted !== -1) expect(deleted).toBeGreaterThan(signedOut);
      if (answer.status === 409) expectError(answer, 409);
      if (atOnce) expect((await owner.delete(`/v1/workspaces/${id}?name=Round%20${round}`)).status).toBe(204);
    }
    expect(statuses).toContain(409);
  });
});
