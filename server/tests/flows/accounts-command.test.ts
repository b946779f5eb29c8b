import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { newAuthenticator } from '../helpers/authenticator.ts';
import { codeAt } from '../helpers/authenticator-app.ts';
import { expectError } from '../helpers/expect-error.ts';
import { type Browser, join, openBrowser, PASSWORD, tokenOf } from '../helpers/people.ts';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, storageBeside, storageSettings } from '../helpers/test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

describe('footnote accounts and workspaces, beside a running server', () => {
  const dataDir = newDataDir();
  let server: ServerProcess;
  let owner: Browser;
  beforeAll(async () => {
    server = await startServerProcess({ dataDir });
    owner = openBrowser(server.baseUrl);
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await removeDataDir(dataDir);
  });

  const footnote = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...storageSettings(dataDir), LIVE_BASE_URL: server.baseUrl },
    });
    return { stdout, stderr, status };
  };
  const json = (...args: string[]) => JSON.parse(footnote(...args, '--json').stdout);
  const signIn = (browser: Browser, email: string, password = PASSWORD) =>
    browser.post('/v1/account/sign-in', { email, password });

  it('the first start prints a link that makes the owner; later ones say how to get another', async () => {
    const link = /http:\S+\/join#token=\S+/.exec(server.output())?.[0] ?? '';
    expect(link.startsWith(server.baseUrl)).toBe(true);
    await server.stop();
    server = await startServerProcess({ dataDir, key: server.key });
    expect(server.output()).toContain('footnote -- accounts invite --role owner');
    expect(server.output()).not.toContain('token=');
    owner = openBrowser(server.baseUrl);
    expect((await join(owner, tokenOf(link), 'owner@example.com')).status).toBe(201);
    expect((await owner.get('/v1/account')).body.data.workspace.role).toBe('owner');
    await server.stop();
    server = await startServerProcess({ dataDir, key: server.key });
    expect(server.output()).not.toContain('accounts invite');
    owner = openBrowser(server.baseUrl, { cookie: owner.cookie() ?? '' });
    expect((await owner.get('/v1/account')).status).toBe(200);
  });

  it('accounts invite prints a link that works, and accounts list shows who came', async () => {
    const { link } = json('accounts', 'invite', '--role', 'viewer', '--email', 'Bo@example.com');
    const bo = openBrowser(server.baseUrl);
    expectError(await join(bo, tokenOf(link), 'cy@example.com'), 422, 'email');
    expect((await join(bo, tokenOf(link), 'bo@example.com')).status).toBe(201);
    expect(json('accounts', 'list')).toMatchObject([
      { email: 'owner@example.com', workspaces: [{ role: 'owner' }] },
      { email: 'bo@example.com', name: 'Ada', workspaces: [{ role: 'viewer' }] },
    ]);
    expect(footnote('accounts', 'list').stdout).toMatch(/bo@example\.com {2}Ada {2}viewer of ws_/);
  });

  it('accounts reset-password prints a new one, and signs everybody out', async () => {
    const bo = openBrowser(server.baseUrl);
    await signIn(bo, 'bo@example.com');
    const { password } = json('accounts', 'reset-password', 'bo@example.com');
    expectError(await bo.get('/v1/account'), 401);
    expectError(await signIn(bo, 'bo@example.com'), 401);
    expect((await signIn(bo, 'bo@example.com', password)).status).toBe(200);
  });

  it('accounts reset-password hands an account to its owner: nothing that was set up in it lets anyone else in', async () => {
    const { link } = json('accounts', 'invite', '--role', 'viewer');
    // Browsers have passkeys at host names only.
    const url = server.baseUrl.replace('127.0.0.1', 'localhost');
    const squatter = openBrowser(url);
    await join(squatter, tokenOf(link), 'gil@example.com');
    const { secret } = (await squatter.post('/v1/account/second-factor/totp')).body.data;
    await squatter.post('/v1/account/second-factor/totp/confirm', { code: codeAt(secret) });
    const options = (await squatter.post('/v1/account/passkeys/options')).body.data;
    const credential = newAuthenticator(url).create(options);
    expect((await squatter.post('/v1/account/passkeys', { name: 'Mine', credential })).status).toBe(201);
    const { password } = json('accounts', 'reset-password', 'gil@example.com');
    expectError(await squatter.get('/v1/account'), 401);
    expectError(await signIn(openBrowser(server.baseUrl), 'gil@example.com'), 401);
    const gil = openBrowser(server.baseUrl);
    // The owner is asked for no code of an authenticator app that isn't theirs.
    expect((await signIn(gil, 'gil@example.com', password)).status).toBe(200);
    expect((await gil.get('/v1/account/passkeys')).body.data).toEqual([]);
    const { data } = (await gil.get('/v1/account/second-factor')).body;
    expect(data).toMatchObject({ totp_enabled_at: null, recovery_codes_left: 0 });
  });

  it('accounts reset-second-factor makes the password enough again, and signs everybody out', async () => {
    const { link } = json('accounts', 'invite', '--role', 'viewer');
    const fay = openBrowser(server.baseUrl);
    await join(fay, tokenOf(link), 'fay@example.com');
    const { secret } = (await fay.post('/v1/account/second-factor/totp')).body.data;
    const code = codeAt(secret);
    expect((await fay.post('/v1/account/second-factor/totp/confirm', { code })).status).toBe(200);
    expectError(await signIn(openBrowser(server.baseUrl), 'fay@example.com'), 401, 'code');
    expect(footnote('accounts', 'reset-second-factor', 'Fay@example.com').stdout).toContain(
      'Removed from fay@example.com: two-step sign-in with 10 recovery codes. The password is now enough to sign in.',
    );
    expectError(await fay.get('/v1/account'), 401);
    expect((await signIn(fay, 'fay@example.com')).status).toBe(200);
    expect((await owner.get('/v1/audit-log?action=second_factor.disabled')).body.data[0].actor.type).toBe(
      'command_line',
    );
  });

  it('accounts reset-second-factor says so when there is nothing to remove, and signs nobody out', async () => {
    const fay = openBrowser(server.baseUrl);
    await signIn(fay, 'fay@example.com');
    expect(json('accounts', 'reset-second-factor', 'fay@example.com')).toEqual({
      email: 'fay@example.com',
      reset: false,
      removed: { two_step_sign_in: false, recovery_codes: 0, passkeys: 0 },
    });
    expect(footnote('accounts', 'reset-second-factor', 'fay@example.com').stdout).toContain(
      'nothing to remove',
    );
    expect((await fay.get('/v1/account')).status).toBe(200);
  });

  it('accounts remove refuses the last owner of a workspace, and removes nothing', async () => {
    const key = (await owner.post('/v1/api-keys', { name: 'Website', scope: 'read_only' })).body.data;
    const { status, stderr } = footnote('accounts', 'remove', 'owner@example.com');
    expect(status).toBe(2);
    expect(stderr).toMatch(/owner@example\.com is the last owner of “My workspace” \(ws_\w+\): .*--force/);
    expect((await owner.get('/v1/account')).status).toBe(200);
    expect((await owner.get(`/v1/api-keys/${key.id}`)).body.data.revoked_at).toBeUndefined();
  });

  it('accounts remove prints type and name of what ended; --keep-made hands it to the service', async () => {
    const admins = [];
    for (const email of ['ivo@example.com', 'jana@example.com']) {
      const { link } = json('accounts', 'invite', '--role', 'admin', '--email', email);
      const browser = openBrowser(server.baseUrl);
      const joined = await join(browser, tokenOf(link), email);
      expect(joined.status, JSON.stringify(joined.body)).toBe(201);
      const key = (await browser.post('/v1/api-keys', { name: 'Shop', scope: 'admin' })).body.data;
      const hook = (await browser.post('/v1/webhooks', { url: 'https://example.com/hook' })).body.data;
      admins.push({ key, hook });
    }
    const [gil, hana] = admins;
    const ended = footnote('accounts', 'remove', 'ivo@example.com').stdout;
    expect(ended).toContain(`API key “Shop” (${gil?.key.id}, live)`);
    expect(ended).toContain(`webhook “https://example.com/hook” (${gil?.hook.id}, live)`);
    const { kept, ended: none } = json('accounts', 'remove', 'jana@example.com', '--keep-made');
    expect(none).toEqual([]);
    expect(kept).toMatchObject([
      { id: hana?.key.id, type: 'api_key', name: 'Shop', environment: 'live' },
      { id: hana?.hook.id, type: 'webhook' },
    ]);
    const left = (await owner.get(`/v1/api-keys/${hana?.key.id}`)).body.data;
    expect(left).toMatchObject({ created_by: null });
    expect(left.revoked_at).toBeUndefined();
    expect((await owner.get(`/v1/webhooks/${hana?.hook.id}`)).body.data).toMatchObject({ enabled: true });
  });

  it("accounts remove ends the person's keys, tokens and webhooks", async () => {
    const { link } = json('accounts', 'invite', '--role', 'admin');
    const dee = openBrowser(server.baseUrl);
    await join(dee, tokenOf(link), 'dee@example.com');
    const key = (await dee.post('/v1/api-keys', { name: 'Of Dee', scope: 'read_only' })).body.data.id;
    expect(footnote('accounts', 'remove', 'DEE@example.com').stdout).toContain('is removed');
    expectError(await dee.get('/v1/account'), 401);
    expectError(await signIn(dee, 'dee@example.com'), 401);
    expect(JSON.stringify(json('accounts', 'list'))).not.toContain('dee@');
    const [removed] = (await owner.get('/v1/audit-log?action=account.removed')).body.data;
    expect(removed.details).toMatchObject({ email: 'dee@example.com', ended: [key] });
  });

  it('a name with control characters and a stored one reach no terminal', async () => {
    const { status, stderr } = footnote('workspaces', 'create', 'a\u001b[2J');
    expect([status, stderr]).toEqual([2, expect.stringContaining('control characters')]);
    const store = await openStoreBesideServer({ ...storageBeside(dataDir), environment: 'live' });
    const [id] = await store.workspaceIds();
    if (!id) throw new Error('no workspace');
    const name = 'Mine\u001b[2J\u009b\nws_2  Other';
    const rename = (to: string) =>
      store.workspace(id).transaction((tx) => tx.workspace.update({ name: to, updated_at: Date.now() }));
    await rename(name);
    const listed = footnote('workspaces', 'list').stdout;
    const asJson = footnote('workspaces', 'list', '--json').stdout;
    await rename('My workspace');
    await store.close();
    expect(listed).toBe(`${id}  Mine⟨U+001B⟩[2J⟨U+009B⟩⟨U+000A⟩ws_2  Other\n`);
    expect(asJson.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(asJson)[0].name).toBe(name);
  });

  it('workspaces create makes another one, with a link for its owner, and keys create reaches it', async () => {
    const { id, link } = json('workspaces', 'create', 'Second');
    const [first, second] = json('workspaces', 'list');
    expect([first.name, second]).toEqual(['My workspace', { id, name: 'Second' }]);
    const eve = openBrowser(server.baseUrl);
    const joined = await join(eve, tokenOf(link), 'eve@example.com');
    expect(joined.body.data.workspaces).toEqual([{ id, name: 'Second', role: 'owner' }]);
    const create = ['keys', 'create', '--environment', 'live', '--scope', 'read_only', '--name', 'A'];
    const { key, id: keyId } = json(...create, '--workspace', id);
    const listed = await fetch(`${server.baseUrl}/v1/knowledge-bases`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const bases = (await eve.get('/v1/knowledge-bases')).body.data;
    expect((await listed.json()) as { data: unknown }).toMatchObject({ data: bases });
    expect(JSON.stringify(json('keys', 'list', '--workspace', id))).toContain(keyId);
    expect(JSON.stringify(json('keys', 'list'))).not.toContain(keyId);
    expect(footnote('keys', 'revoke', keyId).status).toBe(0);
  });

  it('accounts remove --force leaves a workspace without owner, which doctor finds', async () => {
    expect(footnote('doctor').stdout).toContain('ok      owners: every workspace has one');
    const forced = footnote('accounts', 'remove', 'eve@example.com', '--force');
    expect(forced.stdout).toMatch(
      /“Second” \(ws_\w+\) now has no owner. Invite one: footnote accounts invite/,
    );
    const doctor = footnote('doctor');
    expect(doctor.status).toBe(1);
    const advice = /FAILED {2}owners: The workspace “Second” has no owner: footnote (.*) makes a link/.exec(
      doctor.stdout,
    );
    footnote(...(advice?.[1]?.split(' ') ?? []));
    expect(footnote('doctor').stdout).toContain('ok      owners: every workspace has one');
  });

  it('every change by footnote accounts is in the audit log, by the command line', async () => {
    const { data } = (await owner.get('/v1/audit-log?limit=100')).body;
    const ours = data.filter((entry: { actor: { type: string } }) => entry.actor.type === 'command_line');
    const actions = ours.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(
      new Set([
        'invitation.created',
        'account.updated',
        'account.removed',
        'second_factor.disabled',
        'key.revoked',
        'webhook.disabled',
      ]),
    );
    expect(ours[0].actor).toEqual({ type: 'command_line', id: null, name: 'Command line' });
  });

  it.each([
    [['accounts'], 'Choose one of accounts list'],
    [['accounts', 'invite', '--role', 'king'], '--role must be owner, admin, member or viewer'],
    [['accounts', 'invite', '--role', 'viewer', '--email', 'x'], '--email must be an email address'],
    [['accounts', 'invite', '--role', 'viewer', '--workspace', 'ws_1'], 'No workspace has this id'],
    [['accounts', 'remove', 'nobody@example.com'], 'No account has the email address'],
    [['accounts', 'reset-password'], 'EMAIL is missing'],
    [['workspaces', 'create'], 'NAME is missing'],
    [['keys', 'list', '--workspace', 'ws_1'], 'No workspace has the id ws_1'],
  ])('%j ends with code 2 and says what is right', (args, message) => {
    const { status, stderr, stdout } = footnote(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
