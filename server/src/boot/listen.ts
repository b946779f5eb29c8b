import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#app.ts';
import type { Config } from '#config/config.ts';
import { createLimiter } from '#http/rate-limits/limiter.ts';
import type { Environment } from '#lib/environment.ts';
import { OperatorError } from '#lib/operator-error.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import { isPublicAddress } from '#net/address-rules.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { buildHealthApp } from './health-app.ts';
import { serverFactory } from './http-server.ts';
import type { Tls } from './tls.ts';

type Options = {
  config: Config;
  services: Record<Environment, Services>;
  stores: Record<Environment, Store>;
  monitor: Monitor;
  /** Undefined if a proxy terminates TLS, or there is no TLS. */
  tls: Tls | undefined;
  /** Whether the service is stopping and requests should go elsewhere. */
  isStopping: () => boolean;
};

type ListenOptions = Options & {
  /** Called when all is built and no one is served yet. */
  beforeListening: () => void;
};

export type Listening = {
  /** The URL of each environment, such as http://127.0.0.1:8080. */
  baseUrls: Record<Environment, string>;
  close(): Promise<void>;
};

/** Opens a port for each environment, or one port for both if their host names differ. */
export async function listen({
  config,
  services,
  stores,
  monitor,
  tls,
  isStopping,
  beforeListening,
}: ListenOptions): Promise<Listening> {
  const peopleLimiter = createLimiter({ ...services.live, store: stores.live });
  const deviceSecret = await stores.live.settings.getOrCreate('device_secret', () =>
    randomBytes(32).toString('base64url'),
  );
  const build = async (environment: Environment, wrap?: Wrap): Promise<FastifyInstance> => {
    const cursorSecret = await stores[environment].settings.getOrCreate('cursor_secret', () =>
      crypto.randomUUID(),
    );
    const app = {
      ...services[environment],
      stores,
      cursorSecret,
      peopleLimiter,
      deviceSecret,
      monitor,
      isStopping,
    };
    const connections = connectionsOf(config, monitor, environment);
    return await buildApp(app, serverFactory({ tls, connections, ...(wrap && { wrap }) }));
  };
  const sandbox = await build('sandbox');
  const { LIVE_BASE_URL, SANDBOX_BASE_URL, HOST: host } = config;
  const isByHost = LIVE_BASE_URL !== undefined && SANDBOX_BASE_URL !== undefined;
  const live = await build('live', isByHost ? dispatchByHost(SANDBOX_BASE_URL, sandbox) : undefined);
  const close = async (): Promise<void> => {
    await Promise.all([live.close(), sandbox.close()]);
  };
  return await closedOnFailure(close, async () => {
    await Promise.all([live.ready(), sandbox.ready()]);
    beforeListening();
    const liveAddress = await open(live, { host, port: config.PORT }, tls);
    if (isByHost) return { baseUrls: { live: LIVE_BASE_URL, sandbox: SANDBOX_BASE_URL }, close };
    const sandboxAddress = await open(sandbox, { host, port: config.SANDBOX_PORT }, tls);
    return {
      baseUrls: { live: LIVE_BASE_URL ?? liveAddress, sandbox: SANDBOX_BASE_URL ?? sandboxAddress },
      close,
    };
  });
}

/** Opens the port of a worker process: /healthz, /readyz and /metrics. */
export async function listenForHealth({
  config,
  services,
  stores,
  monitor,
  tls,
  isStopping,
}: Options): Promise<Listening> {
  const server = serverFactory({ tls, connections: connectionsOf(config, monitor, 'worker') });
  const app = buildHealthApp({ ...services.live, stores, monitor, isStopping }, server);
  const close = async (): Promise<void> => await app.close();
  return await closedOnFailure(close, async () => {
    const address = await open(app, { host: config.HOST, port: config.PORT }, tls);
    return { baseUrls: { live: address, sandbox: address }, close };
  });
}

/** Settings for counting connections per client. Behind a proxy, a load balancer or a container network, all clients
 *  share one address: a private one, or one in TRUST_PROXY. Limits per client would affect all of them. */
const connectionsOf = (
  { MAX_CONNECTIONS, TRUST_PROXY }: Config,
  { metrics }: Monitor,
  environment: Environment | 'worker',
) => ({
  maxConnections: MAX_CONNECTIONS,
  isOneClient: (address: string) => TRUST_PROXY === 'off' && isPublicAddress(address),
  onRefused: () => metrics.refusedConnections.inc({ environment }),
});

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

type Wrap = (handler: RequestListener) => RequestListener;

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
      `Port ${port} is in use. Stop the program that listens there, or change PORT or SANDBOX_PORT.`,
      { cause: error },
    );
  }
}

/** Sends requests for the sandbox's host to the sandbox, and all others to the live app. */
const dispatchByHost = (sandboxUrl: string, sandbox: FastifyInstance): Wrap => {
  const sandboxHost = new URL(sandboxUrl).host;
  return (handler) => (request, response) => {
    // Normalised like URLs: lower case, without the default port. HTTP/2 calls the header :authority.
    const named = request.headers.host ?? request.headers[':authority'];
    const host = String(named ?? '')
      .toLowerCase()
      .replace(/:(80|443)$/, '');
    return host === sandboxHost ? sandbox.routing(request, response) : handler(request, response);
  };
};
