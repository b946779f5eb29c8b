import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withInstantModel } from './read-test-config.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));

export type Ended = {
  stdout: Buffer;
  stderr: string;
  status: number | null;
  /** The most that it took. */
  memoryMb: number;
};

/** Runs a command of the command line while the test goes on. onStderr: is given what it prints to standard error, and may
 *  send the process a signal. */
export async function runCommand(
  args: string[],
  {
    env = {},
    input,
    onStderr = () => {},
  }: {
    env?: Record<string, string>;
    input?: Uint8Array;
    onStderr?: (text: string, signal: (name: NodeJS.Signals) => void) => void;
  } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [...process.execArgv, CLI, ...args], {
    env: { ...process.env, ...withInstantModel(env) },
    stdio: 'pipe',
  });
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (part: Buffer) => stdout.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onStderr(text, (name) => void child.kill(name));
  });
  let memoryMb = 0;
  const watch = setInterval(() => {
    memoryMb = Math.max(memoryMb, memoryOf(child.pid));
  }, 20);
  // It may end before it has read all.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [status] = (await once(child, 'close')) as [number | null];
  clearInterval(watch);
  return { stdout: Buffer.concat(stdout), stderr, status, memoryMb };
}

/** 0 where it is not known. */
function memoryOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
