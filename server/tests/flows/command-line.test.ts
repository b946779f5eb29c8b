import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServerProcess } from '../helpers/server-process.ts';
import { newDataDir, removeDataDir, storageSettings, TEST_ENGINE } from '../helpers/test-storage.ts';

/** What goes wrong with the folder of the embedded engine alone. */
const isEmbedded = TEST_ENGINE === 'embedded';
const root = fileURLToPath(new URL('../../..', import.meta.url));
const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

/** Runs a command of the command line beside the server; what it prints and how it ends. Without npm in front of it, which takes
 *  longer than most commands. */
function footnote(
  args: string[],
  env: Record<string, string> = {},
  command = [process.execPath, 'server/src/cli.ts'],
): { stdout: string; stderr: string; status: number | null } {
  const [program = '', ...before] = command;
  const { stdout, stderr, status } = spawnSync(program, [...before, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { stdout, stderr, status };
}

describe('the command line', () => {
  const dataDir = newDataDir();
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServerProcess({ dataDir });
  });
  afterAll(async () => {
    await server.stop('SIGKILL');
    await removeDataDir(dataDir);
  });

  const inFolder = (args: string[]) => footnote(args, storageSettings(server.dataDir));
  const statusWith = async (key: string): Promise<number> =>
    (await fetch(`${server.baseUrl}/v1/query?query=hello`, { headers: { authorization: `Bearer ${key}` } }))
      .status;

  it('the first start prints both addresses, a key for each environment, and three calls that work as printed', () => {
    const output = server.output();
    expect(output).toContain(server.baseUrl);
    expect(output).toMatch(/svc_live_[0-9A-Za-z]{38}/);
    expect(output).toMatch(/svc_test_[0-9A-Za-z]{38}/);
    const calls = output.split('\n').filter((line) => line.includes('curl '));
    expect(calls).toHaveLength(3);
    const [added, found, replied] = calls.map(
      (call) => JSON.parse(spawnSync('sh', ['-c', call], { encoding: 'utf8' }).stdout).data,
    );
    expect(added).toMatchObject({ type: 'text', status: 'indexed' });
    expect(found.results[0].text).toContain('12 euros');
    expect(replied.reply).toContain('12 euros');
    expect(replied.sources).toMatchObject([{ id: added.id }]);
  });

  it('keys create prints one JSON object with a key that works at once; keys revoke ends it at once', async () => {
    const created = inFolder([
      'keys',
      'create',
      '--environment',
      'live',
      '--scope',
      'read_only',
      '--name',
      'CI',
      '--json',
    ]);
    expect(created.status).toBe(0);
    const { id, key } = JSON.parse(created.stdout);
    expect(id).toMatch(/^key_/);
    expect(await statusWith(key)).toBe(200);

    expect(inFolder(['keys', 'list', '--json']).stdout).toContain(id);
    expect(inFolder(['keys', 'list', '--json']).stdout).not.toContain(key);
    expect(inFolder(['keys', 'revoke', id]).status).toBe(0);
    expect(await statusWith(key)).toBe(401);
  });

  it('keys revoke prints type and name of what ended with the key', async () => {
    const made = ['keys', 'create', '--environment', 'live', '--scope', 'admin', '--name', 'Maker', '--json'];
    const maker = JSON.parse(inFolder(made).stdout);
    const response = await fetch(`${server.baseUrl}/v1/api-keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${maker.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Website', scope: 'read_only' }),
    });
    const { data } = (await response.json()) as { data: { id: string } };
    expect(inFolder(['keys', 'revoke', maker.id]).stdout).toBe(
      `${maker.id} is revoked.\nEnded:\n  API key “Website” (${data.id}, live)\n`,
    );
  });

  it('npm run -s footnote prints only the help, which names what accounts and doctor can do', () => {
    const { stdout } = footnote(['help'], {}, ['npm', 'run', '-s', 'footnote', '--']);
    expect(stdout).toMatch(/^footnote COMMAND\n/);
    expect(stdout).toMatch(/accounts .*second factors/);
    expect(stdout).toMatch(/doctor .*--security/);
  });

  it.each([[['--version']], [['-v']], [['version']]])('%j prints the version', (args) => {
    expect(footnote(args)).toEqual({
      stdout: expect.stringMatching(/^footnote \d+\.\d+\.\d+\n$/),
      stderr: '',
      status: 0,
    });
  });

  it('help of a command is the same in every spelling, and serve --help starts nothing', () => {
    const dataDir = `${server.dataDir}-of-help`;
    const shown = [
      ['serve', '--help'],
      ['serve', '-h'],
      ['help', 'serve'],
      ['help', 'serve', '--help'],
    ].map((args) => footnote(args, { DATA_DIR: dataDir, PORT: 'wrong' }));
    expect(shown[0]?.stdout).toMatch(/^footnote serve\n\nStart the service\.\n/);
    expect(new Set(shown.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(shown[0]).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(dataDir)).toBe(false);
    expect(footnote(['help', 'keys', 'create']).stdout).toMatch(/^footnote keys create --environment/);
    expect(footnote(['keys', '--help']).stdout).toBe(footnote(['help', 'keys']).stdout);
  });

  it('keys create takes an expiry and knowledge bases, and keys list shows them', () => {
    const create = ['keys', 'create', '--environment', 'live', '--scope', 'read_only', '--name', 'Shop'];
    const base = server.knowledgeBaseId;
    const created = inFolder([...create, '--expires', '2099-01-31', '--knowledge-base', base, '--json']);
    expect(JSON.parse(created.stdout)).toMatchObject({
      expires_at: '2099-01-31T00:00:00.000Z',
      knowledge_base_ids: [base],
    });
    const { stdout } = inFolder(['keys', 'list']);
    expect(stdout).toMatch(new RegExp(`until 2099-01-31 +Shop +\\(only ${base}\\)`));
    for (const [wrong, message] of [
      [['--expires', 'soon'], '--expires must be a time'],
      [['--expires', '2020-01-01'], '--expires must be in the future'],
      [['--knowledge-base', 'kb_0'], 'no knowledge base of this environment has the id kb_0'],
      [['--knowledge-base', 'other'], '--knowledge-base must be an id'],
      [['--scope', 'admin', '--knowledge-base', base], 'cannot restrict an admin key'],
    ] as const) {
      const { status, stderr } = inFolder([...create, ...wrong]);
      expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it.each([
    [
      ['keys', 'create', '--environment', 'prod', '--scope', 'admin', '--name', 'x'],
      '--environment must be live, test or sandbox.',
    ],
    [
      ['keys', 'create', '--environment', 'live', '--scope', 'root', '--name', 'x'],
      '--scope must be read_only, read_write or admin',
    ],
    [['keys', 'create', '--environment', 'live', '--scope', 'admin'], '--name is missing'],
    [['keys', 'create', '--environment', 'live', '--scope', 'admin', '--name', ' '], '--name must have'],
    [['keys', 'revoke', 'key_unknown'], 'No key has the id key_unknown'],
    [['keys', 'create', '--colour', 'red'], '--colour'],
    [['sing'], 'There is no command "sing"'],
    [['serv'], 'There is no command "serv". Did you mean serve?'],
    [['keys', 'creat'], 'There is no command "keys creat". Did you mean keys create?'],
    [['keys'], 'Choose one of keys create, keys list, keys revoke.'],
    [['keys', 'revoke'], 'ID is missing'],
    [['keys', 'list', 'all'], '"all" is one argument too many: footnote keys list'],
    [['serve', '--port', '99'], 'There is no option --port.'],
    [['serve', 'now'], '"now" is one argument too many'],
    [['config', '--jsn'], 'There is no option --jsn. Did you mean --json?'],
    [['config', 'PORT'], '"PORT" is one argument too many'],
    [['help', 'sing'], 'There is no command "sing"'],
    [['help', 'keys', 'creat'], 'Did you mean keys create?'],
    [['version', 'now'], '"now" is one argument too many'],
  ])('%j ends with code 2 and says what is right', (args, message) => {
    const { status, stderr, stdout } = inFolder(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  it('accounts invite prints the address of the service that runs on this data', () => {
    const { stdout } = inFolder(['accounts', 'invite', '--role', 'viewer', '--json']);
    expect(JSON.parse(stdout).link).toMatch(new RegExp(`^${server.baseUrl}/join#token=`));
    const given = footnote(['accounts', 'invite', '--role', 'viewer'], {
      ...storageSettings(server.dataDir),
      LIVE_BASE_URL: 'https://footnote.example.com',
    });
    expect(given.stdout).toMatch(/^https:\/\/footnote\.example\.com\/join#token=/);
  });

  it('doctor finds a running installation well, and config lists every setting', () => {
    const doctor = inFolder(['doctor']);
    expect(doctor.stdout).toContain('live storage: intact');
    expect(doctor.status).toBe(0);
    const settings = footnote(['config'], { PORT: '' });
    expect(settings.stdout).toMatch(/^PORT +8080 +default +Port of the live environment/m);
    expect(settings).toMatchObject({ status: 0, stderr: '' });
  });

  it('all wrong settings are named before anything starts', () => {
    const { status, stderr } = footnote(['serve'], {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      INDEX_MEMORY_MB: '1',
    });
    expect(status).toBe(2);
    for (const name of ['PORT', 'LOG_LEVEL', 'INDEX_MEMORY_MB']) expect(stderr).toContain(`${name}=`);
  });

  it('the names of earlier versions stop the start with the new ones', () => {
    const { status, stdout, stderr } = footnote(['serve'], {
      LLM_TIMEOUT_SECONDS: '90',
      JOB_ATTEMPTS: '3',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('LLM_TIMEOUT_SECONDS: is now LLM_OPTIONS, as timeout_seconds=90.\n');
    expect(stderr).toContain('JOB_ATTEMPTS: is no longer a setting: it is 5. Remove it.\n');
  });

  it('config shows values and their sources without secrets, and exits with 1 if any is wrong', () => {
    const env = { LOG_LEVEL: 'loud', LLM_API_KEY: 'canary', PORT: '8090' };
    const { status, stdout, stderr } = footnote(['config'], env);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^PORT +8090 +environment/m);
    expect(stdout).toMatch(/^LLM_API_KEY +\*\*\* +environment/m);
    expect(stderr).toContain('LOG_LEVEL=loud: ');
    expect(stderr).toContain('LLM_API_KEY: has no effect with LLM_PROVIDER=none.');
    const json = footnote(['config', '--json'], env);
    expect(json.status).toBe(1);
    const { settings, wrong } = JSON.parse(json.stdout);
    expect(settings).toContainEqual(
      expect.objectContaining({ name: 'PORT', value: '8090', source: 'environment' }),
    );
    expect(wrong).toHaveLength(2);
    expect(stdout + stderr + json.stdout + json.stderr).not.toContain('canary');
  });

  it('config names the file that Node read a setting from', () => {
    const file = join(server.dataDir, 'prod.env');
    writeFileSync(file, 'LOG_LEVEL=warn\nSHUTDOWN_SECONDS=7\n');
    const args = [`--env-file=${file}`, CLI, 'config', '--json'];
    const { stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LOG_LEVEL: 'error' },
    });
    expect(JSON.parse(stdout).settings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'SHUTDOWN_SECONDS', value: '7', source: file }),
        expect.objectContaining({ name: 'LOG_LEVEL', value: 'error', source: 'environment' }),
      ]),
    );
  });

  it.runIf(isEmbedded)('a second server on the same data folder is refused', () => {
    const { status, stderr } = footnote(['serve'], {
      DATA_DIR: server.dataDir,
      PORT: '0',
      SANDBOX_PORT: '0',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Another server is running on the data folder [^\n]+\n$/);
  });

  it.runIf(isEmbedded)('a data folder that cannot be made is named, at once', () => {
    const { status, stderr } = footnote(['serve'], {
      DATA_DIR: '/proc/footnote',
      PORT: '0',
      SANDBOX_PORT: '0',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The data folder \/proc\/footnote cannot be created or written [^\n]+\n$/);
  });

  it('a folder or a schema without data is not made into one by a typing slip', () => {
    for (let time = 0; time < 2; time++) {
      const { status, stderr } = footnote(['keys', 'list'], storageSettings(`${server.dataDir}-mistyped`));
      expect(status).toBe(1);
      expect(stderr).toMatch(/^There is no data in [^\n]+\n$/);
    }
  });

  it('SIGTERM ends the service with code 0, and the next start keeps keys and data', async () => {
    expect(await server.stop('SIGTERM')).toBe(0);
    const again = await startServerProcess({ dataDir: server.dataDir, key: server.key });
    try {
      expect(again.output()).not.toContain('svc_');
      expect((await again.call('GET', '/v1/workspace')).status).toBe(200);
    } finally {
      await again.stop();
    }
  });
});
