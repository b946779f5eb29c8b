import { chmodSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientWithScope } from '../helpers/more-clients.ts';
import { signUp, signUpOwner } from '../helpers/people.ts';
import { runCommand } from '../helpers/run-command.ts';
import { startTestService, type TestService } from '../helpers/start-test-service.ts';
import { newDataDir, removeDataDir, storageSettings } from '../helpers/test-storage.ts';
import { statementsOn } from '../helpers/watch-writes.ts';

const dataDir = newDataDir();
const run = statementsOn(dataDir);
let test: TestService;
beforeAll(async () => {
  test = await startTestService({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await test.stop();
  await removeDataDir(dataDir);
});

const MODEL = { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'some', LLM_BASE_URL: 'http://127.0.0.1:1/v1' };
const CLOSED = { RATE_LIMITS: 'on', CONVERSATION_RETENTION_DAYS: '30', ...MODEL };
/** Tests may run as root, which is what the check of this name finds. */
const isExpected = ({ name }: { name: string }): boolean => process.getuid?.() !== 0 || name !== 'user';

type Check = { name: string; level: string; about: string; faults: string[] };
const doctor = (env: Record<string, string>, ...args: string[]) =>
  runCommand(['doctor', '--security', ...args], { env: { ...storageSettings(dataDir), ...env } });
const openOf = async (env: Record<string, string> = CLOSED): Promise<Record<string, string[]>> => {
  const { checks }: { checks: Check[] } = JSON.parse((await doctor(env, '--json')).stdout.toString());
  const open = checks.filter(({ faults }) => faults.length > 0).filter(isExpected);
  return Object.fromEntries(open.map(({ level, name, faults }) => [`${level} ${name}`, faults]));
};

const aboutOf = async (): Promise<Record<string, string>> => {
  const { checks }: { checks: Check[] } = JSON.parse((await doctor(CLOSED, '--json')).stdout.toString());
  return Object.fromEntries(
    checks.filter(({ faults }) => faults.length === 0).map((check) => [check.name, check.about]),
  );
};

describe('footnote doctor --security', () => {
  it('a new installation is reported without accounts, and without findings about keys', async () => {
    expect(await aboutOf()).toMatchObject({
      'second factor of admins': 'no accounts yet',
      'second factor of members': 'no accounts yet',
      'addresses of admins': 'no accounts yet',
      'live key expiry': 'no other admin key works',
      'live unused keys': 'no other admin key works',
    });
  });

  it('beside a running service, doctor names everything an installation leaves open', async () => {
    const owner = await signUpOwner(test);
    await signUp(owner, 'viewer');
    // It signs the owner in too, and leaves the password enough.
    await run(
      `INSERT INTO passkeys (passkey_id, account_id, name, credential_id, public_key, sign_count, transports, created_at) SELECT 'pky_1', account_id, 'Phone', 'a', 'b', 0, '[]', 1 FROM accounts WHERE email = 'owner@example.com'`,
    );
    await owner.post('/v1/invitations', { role: 'admin' });
    const { keyId } = await clientWithScope(test.live, 'admin');
    await run(`UPDATE api_keys SET created_at = 1 WHERE key_id = '${keyId}'`);
    chmodSync(dataDir, 0o755);
    const env = { HOST: '0.0.0.0', RATE_LIMITS: 'off', CORS_ORIGINS: '*', ...MODEL };
    const open = await openOf(env);
    expect(Object.keys(open).sort()).toEqual([
      'high data folder',
      'high rate limits',
      'high transport',
      'low addresses of admins',
      'low live key expiry',
      'low retention',
      'low second factor of members',
      'medium CORS',
      'medium base URLs',
      'medium invitations',
      'medium live budget',
      'medium live first key',
      'medium live unused keys',
      'medium metrics',
      'medium sandbox first key',
      'medium second factor of admins',
    ]);
    expect(open['medium live unused keys']?.[0]).toContain(keyId);
    expect(open['medium invitations']?.[0]).toMatch(
      /^1 invitation makes its bearer admin or owner \(inv_\w+, admin\): /,
    );
    expect(open['medium second factor of admins']?.[0]).toContain('owner@example.com');
    expect(open['medium second factor of admins']?.[0]).toContain('turn on two-step sign-in');
    expect(open['medium live budget']?.[0]).toContain('set `token_budget` with `PATCH /v1/workspace`');
    expect(open['medium base URLs']?.[0]).toContain('LIVE_BASE_URL and SANDBOX_BASE_URL are not set');
    const { stdout, status } = await doctor(env);
    expect(status).toBe(1);
    expect(stdout.toString()).toMatch(/^HIGH {4}transport: HOST=0\.0\.0\.0 /m);
    expect(stdout.toString()).toMatch(/^MEDIUM {2}live first key: The first admin key \(key_\w+, /m);
    expect(stdout.toString()).toMatch(/^LOW {5}retention: /m);
  });

  it('doctor finds nothing once everything is fixed, and exits with 0 unless run as root', async () => {
    const { live, sandbox } = test;
    chmodSync(dataDir, 0o700);
    const more = { expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    for (const client of [live, sandbox]) {
      const admin = await clientWithScope(client, 'admin', more);
      const { data } = (await admin.get('/v1/api-keys?limit=100')).body;
      for (const { id } of data)
        if (id !== admin.keyId) expect((await admin.delete(`/v1/api-keys/${id}`)).status).toBe(204);
    }
    await run('DELETE FROM invitations');
    await run('UPDATE accounts SET totp_confirmed_at = 1, email_proved_at = 1');
    await run('UPDATE workspaces SET tokens_per_day = 100000');
    expect(await openOf()).toEqual({});
    const { stdout, status } = await doctor(CLOSED);
    const lines = stdout.toString().trimEnd().split('\n');
    const isRoot = process.getuid?.() === 0;
    expect(lines.filter((line) => !line.startsWith('ok      '))).toHaveLength(isRoot ? 1 : 0);
    expect(status).toBe(isRoot ? 1 : 0);
  });

  it('doctor exits with 0 when only recommendations are left', async () => {
    const { CONVERSATION_RETENTION_DAYS: _, ...env } = CLOSED;
    expect(Object.keys(await openOf(env))).toEqual(['low retention']);
    const { is_well } = JSON.parse((await doctor(env, '--json')).stdout.toString());
    expect(is_well).toBe(process.getuid?.() !== 0);
  });
});
