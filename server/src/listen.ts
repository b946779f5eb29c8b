import { createServer, type ServerOptions } from 'node:http';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { buildApp, buildHealthApp } from './app.ts';
import type { Config } from './config.ts';
import type { Environment } from './lib/environment.ts';
import { OperatorError } from './lib/operator-error.ts';
import type { Services } from './services.ts';
import type { Store } from './storage/store.ts';

type Options = {
  config: Config;
  services: Record<Environment, Services>;
  stores: Record<Environment, Store>;
  /** Whether requests should be sent elsewhere, because the service is about to stop. */
  isStopping: () => boolean;
};

export type Listening = {
  /** Where each environment answers, such as http://127.0.0.1:8080. */
  baseUrls: Record<Environment, string>;
  close(): Promise<void>;
};

/** Opens a port for each environment, or one for both when their host names tell them apart. */
export async function listen({ config, services, stores, isStopping }: Options): Promise<Listening> {
  const build = async (
    environment: Environment,
    serverFactory?: FastifyServerFactory,
  ): Promise<FastifyInstance> => {
    const cursorSecret = await stores[environment].settings.getOrCreate('cursor_secret', () =>
      crypto.randomUUID(),
    );
    return await buildApp({ ...services[environment], stores, cursorSecret, isStopping }, serverFactory);
  };
  const sandbox = await build('sandbox');
  const { LIVE_BASE_URL, SANDBOX_BASE_URL } = config;
  const isByHost = LIVE_BASE_URL !== undefined && SANDBOX_BASE_URL !== undefined;
  const live = await build('live', isByHost ? dispatchByHost(SANDBOX_BASE_URL, sandbox) : undefined);
  const close = async (): Promise<void> => {
    await Promise.all([live.close(), sandbox.close()]);
  };
  return await closedOnFailure(close, async () => {
    const liveAddress = await live.listen({ host: config.HOST, port: config.PORT });
    if (isByHost) {
      await sandbox.ready();
      return { baseUrls: { live: LIVE_BASE_URL, sandbox: SANDBOX_BASE_URL }, close };
    }
    const sandboxAddress = await sandbox.listen({ host: config.HOST, port: config.SANDBOX_PORT });
    return {
      baseUrls: { live: LIVE_BASE_URL ?? liveAddress, sandbox: SANDBOX_BASE_URL ?? sandboxAddress },
      close,
    };
  });
}

/** Opens the one port of a process that runs jobs alone: /healthz and /readyz. */
export async function listenForHealth({ config, services, stores, isStopping }: Options): Promise<Listening> {
  const app = buildHealthApp({ ...services.live, stores, isStopping });
  const close = async (): Promise<void> => await app.close();
  return await closedOnFailure(close, async () => {
    const address = await app.listen({ host: config.HOST, port: config.PORT });
    return { baseUrls: { live: address, sandbox: address }, close };
  });
}

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
const dispatchByHost =
  (sandboxUrl: string, sandbox: FastifyInstance): FastifyServerFactory =>
  (handler, options) => {
    const sandboxHost = new URL(sandboxUrl).host;
    const { http, requestTimeout } = options as { http: ServerOptions; requestTimeout: number };
    return createServer({ ...http, requestTimeout }, (request, response) => {
      // As URLs write it: lower case, without the port that the scheme implies.
      const host = request.headers.host?.toLowerCase().replace(/:(80|443)$/, '');
      return host === sandboxHost ? sandbox.routing(request, response) : handler(request, response);
    });
  };
