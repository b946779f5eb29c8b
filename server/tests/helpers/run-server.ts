import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './server-process.ts';

/** A program that serves on a loopback port, until it is stopped. */
export type RunningServer = {
  port: number;
  /** Sends it a signal and does not wait, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
};

/** Starts a program of the machine, and waits until it takes connections. */
export async function runServer(
  command: string,
  argsFor: (port: number) => readonly string[],
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const port = await freePort();
  const child = spawn(command, argsFor(port), {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], ...env },
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await untilConnectable(port, child, () => `${command} does not start.`);
  return { port, signal: (signal) => void child.kill(signal), stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Waits until the port takes connections. Throws `fault` if the program ends, or does not come up. */
export async function untilConnectable(
  port: number,
  child: ChildProcess,
  fault: () => string,
): Promise<void> {
  for (let tries = 0; !(await isConnectable(port)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(fault());
    await sleep(50);
  }
}

async function isConnectable(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
