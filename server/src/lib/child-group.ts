import type { ChildProcess } from 'node:child_process';

/** Where other programs are looked for. The environment of the service, with its keys, is not passed on to them. */
export const PROGRAM_PATH = '/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin';

/** Kills a process that was spawned with `detached`, and all that it started. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
