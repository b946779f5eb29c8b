import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A program that serves on a loopback port, until it is stopped. */
export type RunningServer = { port: number; stop(): Promise<void> };

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
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 600 || child.exitCode !== null) throw new Error(`${command} does not start.`);
    await sleep(50);
  }
  return { port, stop: () => stop(child, ended) };
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return isOpen;
}
