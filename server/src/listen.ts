import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { buildApp, buildHealthApp } from './app.ts';
import type { Config } from './config.ts';
import { serverFactory } from './create-server.ts';
import type { Environment } from './lib/environment.ts';
import { OperatorError } from './lib/operator-error.ts';
import type { Monitor } from './monitoring/monitor.ts';
import type { Services } from './services.ts';
import type { Store } from './storage/store.ts';
import type { Tls } from './tls.ts';

type Options = {
  config: Config;
  services: Record<Environment, Services>;
  stores: Record<Environment, Store>;
  monitor: Monitor;
  /** Undefined where a proxy, or nobody, does the encryption. */
  tls: Tls | undefined;
  /** Whether requests should be sent elsewhere, because the service is about to stop. */
  isStopping: () => boolean;
};

export type Listening = {
  /** Where each environment answers, such as http://127.0.0.1:8080. */
  baseUrls: Record<Environment, string>;
  close(): Promise<void>;
};

/** Opens a port for each environment, or one for both when their host names tell them apart. */
export async function listen({
  config,
  services,
  stores,
  monitor,
  tls,
  isStopping,
}: Options): Promise<Listening> {
  const build = async (environment: Environment, wrap = asItIs): Promise<FastifyInstance> => {
    const cursorSecret = await stores[environment].settings.getOrCreate('cursor_secret', () =>
      crypto.randomUUID(),
    );
    const app = { ...services[environment], stores, cursorSecret, monitor, isStopping };
    return await buildApp(app, serverFactory(tls, wrap));
  };
  const sandbox = await build('sandbox');
  const { LIVE_BASE_URL, SANDBOX_BASE_URL, HOST: host } = config;
  const isByHost = LIVE_BASE_URL !== undefined && SANDBOX_BASE_URL !== undefined;
  const live = await build('live', isByHost ? dispatchByHost(SANDBOX_BASE_URL, sandbox) : undefined);
  const close = async (): Promise<void> => {
    await Promise.all([live.close(), sandbox.close()]);
  };
  return await closedOnFailure(close, async () => {
    const liveAddress = await open(live, { host, port: config.PORT }, tls);
    if (isByHost) {
      await sandbox.ready();
      return { baseUrls: { live: LIVE_BASE_URL, sandbox: SANDBOX_BASE_URL }, close };
    }
    const sandboxAddress = await open(sandbox, { host, port: config.SANDBOX_PORT }, tls);
    return {
      baseUrls: { live: LIVE_BASE_URL ?? liveAddress, sandbox: SANDBOX_BASE_URL ?? sandboxAddress },
      close,
    };
  });
}

/** Opens the one port of a process that runs jobs alone: /healthz, /readyz and /metrics. */
export async function listenForHealth({
  config,
  services,
  stores,
  monitor,
  tls,
  isStopping,
}: Options): Promise<Listening> {
  const app = buildHealthApp({ ...services.live, stores, monitor, isStopping }, serverFactory(tls, asItIs));
  const close = async (): Promise<void> => await app.close();
  return await closedOnFailure(close, async () => {
    const address = await open(app, { host: config.HOST, port: config.PORT }, tls);
    return { baseUrls: { live: address, sandbox: address }, close };
  });
}

/** Returns the address, such as http://127.0.0.1:8080. */
async function open(
  app: FastifyInstance,
  at: { host: string; port: number },
  tls: Tls | undefined,
): Promise<string> {
  const withScheme = (address: string): string => (tls ? address.replace(/^http:/, 'https:') : address);
  const listenTextResolver = (address: string): string => `listening at ${withScheme(address)}`;
  return withScheme(await app.listen({ ...at, listenTextResolver }));
}

const asItIs = (handler: RequestListener): RequestListener => handler;

async function closedOnFailure(
  close: () => Promise<void>,
  open: () => Promise<Listening>,
): Promise<Listening> {
  try {
    return await open();
  } catch (error) {
    await close();
    const { code, port } = error as { code?: string; port?: number };
    if (code !== 'EADDRINUSE') throw error;
    throw new OperatorError(
      `Port ${port} is in use: stop what listens there, or set PORT and SANDBOX_PORT to others.`,
      { cause: error },
    );
  }
}

/** Requests whose Host is the sandbox's go to the sandbox, all others to the app that listens. */
const dispatchByHost = (sandboxUrl: string, sandbox: FastifyInstance) => {
  const sandboxHost = new URL(sandboxUrl).host;
  return (handler: RequestListener): RequestListener =>
    (request, response) => {
      // As URLs write it: lower case, without the port that the scheme implies. HTTP/2 has another name for it.
      const named = request.headers.host ?? request.headers[':authority'];
      const host = String(named ?? '')
        .toLowerCase()
        .replace(/:(80|443)$/, '');
      return host === sandboxHost ? sandbox.routing(request, response) : handler(request, response);
    };
};
