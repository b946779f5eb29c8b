import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, get as getPlain, type IncomingHttpHeaders, request } from 'node:http';
import { get as getByTls } from 'node:https';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { assertNoSecrets } from './log-guard.ts';
import { splitTimings, withInstantModel } from './read-test-config.ts';
import { newDataDir, removeDataDir, storageSettings } from './test-storage.ts';

const CLI = fileURLToPath(new URL('../../src/cli.ts', import.meta.url));
const SERVE_WITH_TIMINGS = fileURLToPath(new URL('./serve-with-timings.ts', import.meta.url));

/** The service as a user runs it: a process of its own. */
export type ServerProcess = {
  baseUrl: string;
  dataDir: string;
  /** All that was printed so far. */
  output(): string;
  /** All that was logged so far. */
  log(): string;
  /** Of a first start. */
  key: string;
  knowledgeBaseId: string;
  /** From the start of the process to the first 200 of /readyz. */
  readyAfterMs: number;
  rssMb(): number;
  /** Open files and connections of the process. */
  descriptors(): number;
  /** The most since `resetPeak`. */
  peakRssMb(): number;
  resetPeak(): void;
  /** User and system time of the process so far. */
  cpuMs(): number;
  /** The same of the thread that answers requests. */
  mainThreadCpuMs(): number;
  call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; data: never; text: string; headers: IncomingHttpHeaders }>;
  /** A request without a key, whose answer is of any kind; its status. */
  send(method: string, path: string, body?: unknown): Promise<number>;
  /** Sends it a signal and does not wait, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void;
  hasEnded(): boolean;
  /** Returns the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** env: beside that of this process; with ROLE=worker the process has no API, and answers /readyz alone. */
type Options = {
  dataDir?: string;
  key?: string;
  knowledgeBaseId?: string;
  /** For a service that starts again where it was; by default a free one. */
  port?: number;
  env?: Record<string, string>;
};

/** Starts the service on free ports; without `dataDir` in a new folder that goes with it. */
export async function startServerProcess(options: Options = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? newDataDir();
  const [port, sandboxPort] = [options.port ?? (await freePort()), await freePort()];
  const startedAt = performance.now();
  const { env, timings } = splitTimings(withInstantModel(options.env ?? {}));
  const isTimed = Object.keys(timings).length > 0;
  const command = isTimed ? [SERVE_WITH_TIMINGS, JSON.stringify(timings)] : [CLI, 'serve'];
  const child = spawn(process.execPath, [...process.execArgv, ...command], {
    env: {
      ...process.env,
      ...storageSettings(dataDir),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  let log = '';
  child.stderr.on('data', (text) => {
    log += text;
    process.stderr.write(text);
  });
  const baseUrl = `http${options.env?.['TLS_CERT_FILE'] ? 's' : ''}://127.0.0.1:${port}`;
  await untilReady(baseUrl, child);
  const readyAfterMs = performance.now() - startedAt;
  while (!/Sandbox|Worker/.test(output)) await new Promise((resolve) => setTimeout(resolve, 5));
  const key = options.key ?? /svc_live_\w+/.exec(output)?.[0] ?? '';
  const agent = new Agent({ keepAlive: true });
  const call: ServerProcess['call'] = async (method, path, body) => {
    const { status, text, headers } = await send(agent, `${baseUrl}${path}`, {
      method,
      key,
      body: body === undefined ? '' : JSON.stringify(body),
    });
    return { status, text, headers, data: (text === '' ? undefined : JSON.parse(text).data) as never };
  };
  const defaultKnowledgeBase = async (): Promise<string> =>
    ((await call('GET', '/v1/workspace')).data as { default_knowledge_base_id: string })
      .default_knowledge_base_id;
  const isWorker = options.env?.['ROLE'] === 'worker';
  const knowledgeBaseId = options.knowledgeBaseId ?? (isWorker ? '' : await defaultKnowledgeBase());
  const statusMb = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) /
    1024;
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    baseUrl,
    dataDir,
    output: () => output,
    log: () => log,
    key,
    knowledgeBaseId,
    readyAfterMs,
    call,
    rssMb: () => statusMb('VmRSS'),
    descriptors: () => readdirSync(`/proc/${child.pid}/fd`).length,
    peakRssMb: () => statusMb('VmHWM'),
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    cpuMs: () => cpuMsOf(`/proc/${child.pid}/stat`),
    mainThreadCpuMs: () => cpuMsOf(`/proc/${child.pid}/task/${child.pid}/stat`),
    send: async (method, path, body) =>
      (
        await send(agent, `${baseUrl}${path}`, {
          method,
          body: body === undefined ? '' : JSON.stringify(body),
        })
      ).status,
    signal: (signal) => void child.kill(signal),
    hasEnded,
    stop: async (signal = 'SIGTERM') => {
      if (!hasEnded()) {
        const ended = new Promise((resolve) => child.once('exit', resolve));
        child.kill(signal);
        await ended;
        agent.destroy();
      }
      if (options.dataDir === undefined) await removeDataDir(dataDir);
      assertNoSecrets(log);
      return child.exitCode;
    },
  };
}

/** Of a process or a thread; the system counts in steps of 10 ms. */
export function cpuMsOf(statFile: string): number {
  const fields = readFileSync(statFile, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** A plain request: `fetch` costs the client more than the service spends on the answer, on the same cores. */
function send(
  agent: Agent,
  url: string,
  { method, key, body }: { method: string; key?: string; body: string },
): Promise<{ status: number; text: string; headers: IncomingHttpHeaders }> {
  const headers = {
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(body !== '' && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
      );
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function untilReady(baseUrl: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    if ((await statusOf(`${baseUrl}/readyz`)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Undefined while nothing answers. A certificate may be one that is signed by itself. */
const statusOf = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const get = url.startsWith('https:') ? getByTls : getPlain;
    get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });

/** Below the ports that the system gives to outgoing connections, one of which could take it before it is listened on. */
const [FIRST_PORT, PORTS] = [12_000, 20_000];

/** A port that no one listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(PORTS * Math.random());
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
