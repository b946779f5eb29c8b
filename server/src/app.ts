import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { agentRoutes } from '#agents/routes.ts';
import { chatRoutes } from '#chat/routes.ts';
import { crawlRoutes } from '#crawls/routes.ts';
import { AppError } from '#errors.ts';
import { evaluationRoutes } from '#evaluation/routes.ts';
import { answerBrokenRequests } from '#http/broken-requests.ts';
import { closeIdleConnections } from '#http/close-idle-connections.ts';
import { setContext } from '#http/context.ts';
import { handleErrors } from '#http/error-handler.ts';
import { createGuard } from '#http/guard.ts';
import { healthRoutes } from '#http/health.ts';
import { answerUnknownRoutes } from '#http/not-found.ts';
import { openApiDocument, registerOpenApi } from '#http/openapi.ts';
import { createCursors } from '#http/pagination.ts';
import { parseStrictJson } from '#http/strict-json.ts';
import { validate } from '#http/validate.ts';
import { authenticateKey } from '#keys/authenticate.ts';
import { trackKeyUse } from '#keys/key-use.ts';
import { guardWrites, trackRunningRequests } from '#keys/revocation.ts';
import { keyRoutes } from '#keys/routes.ts';
import { knowledgeBaseRoutes } from '#knowledge-bases/routes.ts';
import type { Environment } from '#lib/environment.ts';
import { newId } from '#lib/ids.ts';
import { searchRoutes } from '#search/routes.ts';
import type { Services } from '#services.ts';
import { sourceRoutes } from '#sources/routes.ts';
import type { Store } from '#storage/store.ts';
import { VERSION } from '#version.ts';
import { workspaceRoutes } from '#workspace/routes.ts';

type AppServices = Services & {
  /** Of both environments, because a key is looked up where it belongs, wherever it is shown. */
  stores: Record<Environment, Store>;
  /** Signs the cursors of this environment. */
  cursorSecret: string;
  /** Whether requests should be sent elsewhere, because the service is about to stop. */
  isStopping: () => boolean;
};

/** The HTTP interface of one environment. What stands in `v1Routes` is the contents page of the API. */
export async function buildApp(
  services: AppServices,
  serverFactory?: FastifyServerFactory,
): Promise<FastifyInstance> {
  const app = createApp(services, serverFactory);
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value) => ({
    value: validate(schema, value, (httpPart ?? 'body') as 'body'),
  }));
  app.setSerializerCompiler(serializerCompiler);
  parseStrictJson(app);
  logRequests(app);

  await registerOpenApi(app, VERSION);
  await app.register(multipart);
  answerUnknownRoutes(app);
  healthRoutes(app, { checks: { storage: services.store.ping }, isStopping: services.isStopping });
  app.get('/openapi.json', { schema: { hide: true } }, async () => openApiDocument(app));
  await app.register(v1Routes(services), { prefix: '/v1' });
  return app;
}

/** The HTTP interface of a process that runs the jobs of both environments and nothing else. */
export function buildHealthApp(
  services: Pick<AppServices, 'config' | 'log' | 'stores' | 'isStopping'>,
): FastifyInstance {
  const app = createApp(services);
  app.setNotFoundHandler(() => {
    throw new AppError(
      'not_found',
      'This process runs jobs alone (ROLE=worker), and answers GET /healthz and GET /readyz: ask one with ROLE=api.',
    );
  });
  const { live, sandbox } = services.stores;
  const storage = async (): Promise<void> => {
    await Promise.all([live.ping(), sandbox.ping()]);
  };
  healthRoutes(app, { checks: { storage }, isStopping: services.isStopping });
  return app;
}

/** What every app has, whatever it answers. */
function createApp(
  services: Pick<AppServices, 'config' | 'log' | 'isStopping'>,
  serverFactory?: FastifyServerFactory,
): FastifyInstance {
  const app = fastify({
    ...(serverFactory && { serverFactory }),
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => newId('request'),
    requestIdHeader: false,
    bodyLimit: 1024 * 1024,
    rewriteUrl: ({ url = '/' }) => decodableUrl(url),
    // As long as the headers may be: a longer parameter is an id that does not exist, and no error of its own.
    routerOptions: { maxParamLength: 16 * 1024 },
    requestTimeout: services.config.REQUEST_TIMEOUT_SECONDS * 1_000,
    // Node by itself looks for slow clients every 30 s, and gives a head 60 s.
    http: {
      connectionsCheckingInterval: 1_000,
      headersTimeout: services.config.REQUEST_TIMEOUT_SECONDS * 1_000,
    },
    clientErrorHandler: answerBrokenRequests,
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>() as unknown as FastifyInstance;

  handleErrors(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // So that nobody sends the next request on a connection that is about to be closed.
    if (services.isStopping()) reply.header('connection', 'close');
  });
  closeIdleConnections(app);
  return app;
}

/** A path with a broken escape such as `%zz` goes on as literal text: like every other it is checked for its key first,
 *  and then names nothing that exists. */
function decodableUrl(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

const v1Routes = (services: AppServices) => async (app: FastifyInstance) => {
  guardRequests(app, services);
  answerUnknownRoutes(app);
  const cursors = createCursors(services.cursorSecret);
  await app.register(agentRoutes(services, cursors));
  await app.register(chatRoutes(services, cursors));
  await app.register(knowledgeBaseRoutes(services, cursors));
  await app.register(sourceRoutes(services, cursors));
  await app.register(crawlRoutes(services, cursors));
  await app.register(searchRoutes(services));
  await app.register(evaluationRoutes(services, cursors));
  await app.register(keyRoutes(services, cursors));
  await app.register(workspaceRoutes(services));
};

/** Lets a request in only with a key that may, and ends it when that key is revoked. */
function guardRequests(app: FastifyInstance, services: AppServices): void {
  const { store, stores, clock, config } = services;
  const running = trackRunningRequests(services);
  const keyUse = trackKeyUse(services);
  const guard = createGuard({
    environment: store.environment,
    authenticate: async ({ headers: { authorization } }) => {
      if (authorization === undefined) throw missingKey();
      return await authenticateKey({ stores, clock }, authorization);
    },
    admit: async (request, reply, principal) => {
      keyUse.note(principal);
      setContext(request, {
        principal,
        store: guardWrites(store.workspace(principal.workspaceId), principal),
        signal: running.add(request, reply, principal),
        detach: () => running.detach(request),
      });
    },
  });
  app.addHook('onRequest', guard);
  // Early enough that what is ended can still say so.
  app.addHook('preClose', async () => running.endAfter(config.SHUTDOWN_SECONDS * 800));
  app.addHook('onClose', async () => {
    running.close();
    await keyUse.close();
  });
}

const missingKey = (): AppError =>
  new AppError(
    'unauthorized',
    'The request has no API key: send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );

/** One line a request, without bodies, keys or query strings. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, headers } = request;
    const theirs = headers['x-request-id'];
    request.log.info(
      {
        ...(typeof theirs === 'string' && /^[\w.:-]{1,128}$/.test(theirs) && { client_request_id: theirs }),
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
}
