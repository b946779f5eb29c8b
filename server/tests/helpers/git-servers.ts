import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type LocalServer, serve } from './local-server.ts';
import { untilConnectable } from './run-server.ts';
import { freePort } from './server-process.ts';

const SSHD = '/usr/sbin/sshd';

/** Whether there is what the tests of repositories run. */
export const HAS_GIT = runs('git', '--version');
export const HAS_SSHD = HAS_GIT && existsSync(SSHD) && runs('ssh', '-V');

const HOW = 'on Debian by scripts/servers-for-tests.sh';
/** In the name of tests that need it. */
export const GIT_NEEDED = HAS_GIT ? '' : ` (skipped: install git, ${HOW})`;
export const SSHD_NEEDED = HAS_SSHD ? '' : ` (skipped: install OpenSSH, ${HOW})`;

function runs(command: string, option: string): boolean {
  try {
    execFileSync(command, [option], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

/** A bare repository with the branch main, as its committers see it. */
export type TestRepository = {
  gitDir: string;
  /** Runs git there; returns what it writes. */
  git(args: readonly string[], input?: string | Buffer, env?: Record<string, string>): string;
  /** Commits files by path on top of main; null deletes one. Returns the commit. */
  commit(files: Record<string, string | Buffer | null>, author?: string): string;
};

export function newRepository(root: string, name: string): TestRepository {
  const gitDir = join(root, `${name}.git`);
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitDir], { env: ENVIRONMENT });
  let commits = 0;
  const git: TestRepository['git'] = (args, input = '', env = {}) =>
    execFileSync('git', ['--git-dir', gitDir, ...args], {
      input,
      env: { ...ENVIRONMENT, ...env },
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
    }).trim();
  git(['config', 'uploadpack.allowFilter', 'true']);
  git(['config', 'gc.auto', '0']);
  return {
    gitDir,
    git,
    commit(files, author = 'Ann Nordstrom') {
      const index = { GIT_INDEX_FILE: join(gitDir, 'index-of-test') };
      for (const [path, content] of Object.entries(files)) {
        const id = content === null ? '0'.repeat(40) : git(['hash-object', '-w', '--stdin'], content);
        git(['update-index', '--index-info'], `${content === null ? 0 : '100644'} ${id}\t${path}\n`, index);
      }
      commits += 1;
      return commitTree(git, git(['write-tree'], '', index), { author, day: commits });
    },
  };
}

/** Commits a tree on top of main. */
export function commitTree(
  git: TestRepository['git'],
  tree: string,
  { author = 'Ann Nordstrom', day = 1 } = {},
): string {
  let parents: string[] = [];
  try {
    parents = ['-p', git(['rev-parse', '--verify', '--quiet', 'refs/heads/main'])];
  } catch {
    // The first one.
  }
  const date = `2026-06-${String(day).padStart(2, '0')}T12:00:00Z`;
  const commit = git(['commit-tree', tree, ...parents, '-m', 'Change'], '', {
    GIT_AUTHOR_NAME: author,
    GIT_AUTHOR_EMAIL: 'ann@example.org',
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: author,
    GIT_COMMITTER_EMAIL: 'ann@example.org',
    GIT_COMMITTER_DATE: date,
  });
  git(['update-ref', 'refs/heads/main', commit]);
  return commit;
}

export type GitHost = {
  server: LocalServer;
  root: string;
  /** What repositories that begin with `private` take; none if undefined. */
  token: string | undefined;
  /** How many packs were asked for. */
  packs: number;
  stop(): Promise<void>;
};

/** The server that comes with git, behind HTTP, at a loopback address. */
export async function startGitHost(): Promise<GitHost> {
  const root = mkdtempSync(join(tmpdir(), 'footnote-git-host-'));
  const host: GitHost = {
    root,
    token: 'token-of-ann',
    packs: 0,
    server: await serve((request, response) => {
      const isPrivate = request.url?.startsWith('/private');
      const [, sent = ''] = request.headers.authorization?.split(' ') ?? [];
      const isKnown =
        host.token !== undefined && Buffer.from(sent, 'base64').toString().endsWith(`:${host.token}`);
      if (isPrivate && !isKnown)
        response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('no');
      else answer(host, request, response);
    }),
    stop: async () => {
      await host.server[Symbol.asyncDispose]();
      rmSync(root, { recursive: true, force: true });
    },
  };
  return host;
}

function answer(host: GitHost, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const child = spawn('git', ['http-backend'], {
    env: {
      ...ENVIRONMENT,
      GIT_PROJECT_ROOT: host.root,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: pathname,
      QUERY_STRING: searchParams.toString(),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
      GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const asked: Buffer[] = [];
  request.on('data', (part: Buffer) => asked.push(part));
  request.on('end', () => {
    if (Buffer.concat(asked).includes('command=fetch')) host.packs += 1;
  });
  child.stdin.on('error', () => {});
  request.pipe(child.stdin);
  let head = '';
  const onHead = (part: Buffer): void => {
    head += part.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end < 0) return;
    child.stdout.off('data', onHead);
    const headers = head
      .slice(0, end)
      .split('\r\n')
      .map((line) => line.split(': ', 2) as [string, string]);
    const status = headers.find(([name]) => name === 'Status')?.[1] ?? '200';
    response.writeHead(
      Number.parseInt(status, 10),
      Object.fromEntries(headers.filter(([name]) => name !== 'Status')),
    );
    response.write(Buffer.from(head.slice(end + 4), 'latin1'));
    child.stdout.pipe(response);
  };
  child.stdout.on('data', onHead);
  child.on('close', () => response.end());
}

export type SshHost = {
  port: number;
  user: string;
  privateKey: string;
  /** Of a stranger: the server does not know it. */
  otherKey: string;
  knownHosts: string;
  stop(): Promise<void>;
};

/** An OpenSSH server at a loopback address, as the user who runs the tests, with keys of its own. */
export async function startSshd(): Promise<SshHost> {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-sshd-'));
  const keyOf = (name: string): string => {
    const path = join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', path]);
    return path;
  };
  const [host, user, other] = [keyOf('host'), keyOf('user'), keyOf('other')];
  writeFileSync(join(folder, 'authorized_keys'), readFileSync(`${user}.pub`));
  const port = await freePort();
  const { username, uid } = userInfo();
  // As root, it insists on this folder.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  writeFileSync(
    join(folder, 'config'),
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
      `PidFile ${join(folder, 'pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'PermitRootLogin prohibit-password',
      'AcceptEnv GIT_PROTOCOL',
      '',
    ].join('\n'),
  );
  const child = spawn(SSHD, ['-D', '-e', '-f', join(folder, 'config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await untilConnectable(port, child, () => `sshd does not start: ${said}`);
  return {
    port,
    user: username,
    privateKey: readFileSync(user, 'utf8'),
    otherKey: readFileSync(other, 'utf8'),
    knownHosts: `[127.0.0.1]:${port} ${readFileSync(`${host}.pub`, 'utf8')}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
