import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../helpers/server-process.ts';

const BIN = '/usr/lib/postgresql/17/bin';
const isRoot = process.getuid?.() === 0;
const kept =
  process.env['FOOTNOTE_POSTGRES_ROOT'] ??
  (isRoot
    ? '/var/lib/footnote-postgres'
    : join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'footnote-postgres'));

/** The folder below which PostgreSQL 17 is, where scripts/postgres-for-tests.sh looks for it and installs it; undefined
 *  where there is none. */
const system = ['', join(kept, 'debian-13')].find((folder) => existsSync(`${folder}${BIN}/postgres`));

/** Whether a server of its own can be started here. */
export const hasPostgres = system !== undefined && (system === '' || isRoot);
/** Whether that server can have a small disk of its own, which needs the rights to mount one. */
export const canMount = hasPostgres && isRoot;

/** A server that a test stops, restarts and fills up. */
export type PostgresServer = {
  url: string;
  start(): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  isRunning(): boolean;
  /** Stops all of its processes where they are, or lets them go on: its connections stand, and nobody answers on them. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** Takes what is left of its disk. */
  fillDisk(): void;
  /** Gives its disk another size. */
  resize(diskMb: number): void;
  log(): string;
  /** Stops it, and removes all that it had. */
  remove(): Promise<void>;
};

/** Starts a server of its own. diskMb: its data is on a disk of this size, in memory. */
export async function startPostgres({ diskMb }: { diskMb?: number } = {}): Promise<PostgresServer> {
  if (system === undefined) throw new Error('There is no PostgreSQL 17.');
  const port = await freePort();
  // As PostgreSQL sees it.
  const folder = join(
    system === '' ? tmpdir() : '/var/lib/postgresql',
    `footnote-${randomUUID().slice(0, 8)}`,
  );
  const disk = `${system}${folder}`;
  const data = join(folder, 'data');
  // Not on its disk, which may be full.
  const log = `${folder}.log`;
  const asSelf = (...command: string[]): void => must(inSystem(command));
  const asPostgres = async (...command: string[]): Promise<void> =>
    await mustLater(inSystem(command, 'postgres'));

  asSelf('mkdir', '-p', folder);
  if (diskMb !== undefined) must(['mount', '-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', disk]);
  if (isRoot) asSelf('chown', 'postgres:', folder);
  await asPostgres(`${BIN}/initdb`, '-D', data, '-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8');
  const options = [
    `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c shared_buffers=64MB -c max_connections=100`,
    // Little log, so that a small disk holds it. Restarts by itself after a crash, as by default.
    '-c max_wal_size=64MB -c min_wal_size=32MB',
  ].join(' ');
  const pgCtl = (...more: string[]): Promise<void> => asPostgres(`${BIN}/pg_ctl`, '-D', data, '-w', ...more);
  const start = (): Promise<void> => pgCtl('start', '-t', '60', '-l', log, '-o', options);
  await start();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const isRunning = (): boolean =>
    spawnSync(...split(inSystem([`${BIN}/pg_ctl`, '-D', data, 'status'], 'postgres'))).status === 0;
  return {
    url,
    start,
    stop: (mode) => pgCtl('stop', '-m', mode),
    isRunning,
    signal: (signal) => {
      const [pid = ''] = readFileSync(join(disk, 'data/postmaster.pid'), 'utf8').split('\n');
      const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
      for (const each of [pid, ...children]) if (each !== '') process.kill(Number(each), signal);
    },
    fillDisk: () => {
      for (const sizeBytes of [1_000_000, 4_000]) append(join(disk, 'filler'), new Uint8Array(sizeBytes));
    },
    resize: (megabytes) => must(['mount', '-o', `remount,size=${megabytes}m`, disk]),
    log: () => readFileSync(`${system}${log}`, 'utf8'),
    remove: async () => {
      if (isRunning()) await pgCtl('stop', '-m', 'immediate');
      if (diskMb !== undefined) must(['umount', disk]);
      asSelf('rm', '-rf', folder, log);
    },
  };
}

/** A command as it runs where PostgreSQL is, which refuses to run as root. */
function inSystem(command: string[], user?: 'postgres'): string[] {
  if (system !== undefined && system !== '')
    return ['chroot', ...(user ? [`--userspec=${user}:${user}`] : []), system, ...command];
  return user && isRoot ? ['runuser', '-u', user, '--', ...command] : command;
}

const split = ([command = '', ...args]: string[]): [string, string[]] => [command, args];

/** Again and again, until there is no room. */
function append(file: string, bytes: Uint8Array): void {
  try {
    for (;;) appendFileSync(file, bytes);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOSPC') throw error;
  }
}

function must(command: string[]): void {
  const { status, stderr } = spawnSync(...split(command), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
}

/** While requests go on. What it prints is dropped, because a server that it starts would hold it open. */
async function mustLater(command: string[]): Promise<void> {
  const child = spawn(...split(command), { stdio: 'ignore' });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}.`);
}
