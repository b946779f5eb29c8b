import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError } from '../expect-error.ts';
import { type Browser, join, openBrowser, PASSWORD, tokenOf } from '../people.ts';
import { type ServerProcess, startServerProcess } from '../server-process.ts';
import { newDataDir, removeDataDir, storageSettings } from '../test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

describe('footnote accounts and workspaces, beside a running server', { timeout: 60_000 }, () => {
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

  it('accounts remove ends what a person had', async () => {
    const { link } = json('accounts', 'invite', '--role', 'member');
    const dee = openBrowser(server.baseUrl);
    await join(dee, tokenOf(link), 'dee@example.com');
    expect(footnote('accounts', 'remove', 'DEE@example.com').stdout).toContain('is removed');
    expectError(await dee.get('/v1/account'), 401);
    expectError(await signIn(dee, 'dee@example.com'), 401);
    expect(JSON.stringify(json('accounts', 'list'))).not.toContain('dee@');
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

  it('all of it is in the audit log, as the command line', async () => {
    const { data } = (await owner.get('/v1/audit-log?limit=100')).body;
    const ours = data.filter((entry: { actor: { type: string } }) => entry.actor.type === 'command_line');
    const actions = ours.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(new Set(['invitation.created', 'account.updated', 'account.removed']));
    expect(ours[0].actor).toEqual({ type: 'command_line', id: null, name: 'Command line' });
  });

  it.each([
    [['accounts'], 'Say what to do with accounts'],
    [['accounts', 'invite', '--role', 'king'], '--role must be owner, admin, member or viewer'],
    [['accounts', 'invite', '--role', 'viewer', '--email', 'x'], '--email must be an e-mail address'],
    [['accounts', 'invite', '--role', 'viewer', '--workspace', 'ws_1'], 'There is no such workspace'],
    [['accounts', 'remove', 'nobody@example.com'], 'No account has the e-mail address'],
    [['accounts', 'reset-password'], 'Name the account by its e-mail address'],
    [['workspaces', 'create'], 'Name the workspace'],
    [['keys', 'list', '--workspace', 'ws_1'], 'No workspace has the id ws_1'],
  ])('%j ends with code 2 and says what is right', (args, message) => {
    const { status, stderr, stdout } = footnote(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
