import cookies from '@fastify/cookie';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { authenticateSignIn } from '#accounts/authenticate.ts';
import { signInCookie } from '#accounts/cookie.ts';
import { accountRoutes } from '#accounts/routes.ts';
import { agentRoutes } from '#agents/routes.ts';
import { exportAuditLog } from '#audit-log/export-audit-log.ts';
import { auditLogRoutes } from '#audit-log/routes.ts';
import { exportConversations } from '#chat/conversations/export-conversations.ts';
import { chatRoutes } from '#chat/routes.ts';
import { createTurnRunner, type RunTurn } from '#chat/turn/run-turn.ts';
import { widgetRoutes } from '#chat/widget/routes.ts';
import type { Config } from '#config/config.ts';
import { crawlRoutes } from '#crawls/routes.ts';
import { AppError } from '#errors.ts';
import { evaluationRoutes } from '#evaluation/routes.ts';
import { exportRoutes } from '#exports/routes.ts';
import { requireConfirmation } from '#http/access/confirmation.ts';
import { createGuard } from '#http/access/guard.ts';
import { ignoreAnsweredRequests } from '#http/answered-requests.ts';
import { parseStrictJson } from '#http/body/strict-json.ts';
import { answerClientErrors, pathOf, refuseMalformedHeads } from '#http/connections/client-errors.ts';
import { closeIdleConnections } from '#http/connections/close-idle-connections.ts';
import { endSlowClients } from '#http/connections/slow-clients.ts';
import { handleErrors } from '#http/error-handler.ts';
import { refuseForeignHosts } from '#http/headers/allowed-host-names.ts';
import { allowOrigins } from '#http/headers/cors.ts';
import { setSecurityHeaders } from '#http/headers/security-headers.ts';
import { acceptIdempotencyKeys } from '#http/idempotency.ts';
import { answerUnknownRoutes } from '#http/not-found.ts';
import { createCursors } from '#http/pagination.ts';
import { createLimiter, type Limiter } from '#http/rate-limits/limiter.ts';
import { limitRequests, throttleFailures } from '#http/rate-limits/rate-limit.ts';
import { readDashboardPage, serveDashboard } from '#http/service-routes/dashboard.ts';
import { healthRoutes } from '#http/service-routes/health.ts';
import { metricsRoute } from '#http/service-routes/metrics.ts';
import { registerOpenApi } from '#http/service-routes/openapi.ts';
import { openApiRoute } from '#http/service-routes/openapi-route.ts';
import { validate } from '#http/validate.ts';
import { watchRequests } from '#http/watch-requests.ts';
import { insightRoutes } from '#insights/routes.ts';
import { authenticateKey } from '#keys/authenticate.ts';
import { keyRoutes } from '#keys/routes.ts';
import { knowledgeBaseRoutes } from '#knowledge-bases/routes.ts';
import type { Environment } from '#lib/environment.ts';
import { newId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Step } from '#lib/observe.ts';
import { VERSION } from '#lib/version.ts';
import { limitRoutes } from '#limits/routes.ts';
import { invitationRoutes } from '#members/invitation-routes.ts';
import { memberRoutes } from '#members/routes.ts';
import type { Models } from '#models/model.ts';
import type { Monitor } from '#monitoring/monitor.ts';
import { searchRoutes } from '#search/routes.ts';
import type { Services } from '#services.ts';
import { exportSources } from '#sources/export-sources.ts';
import { sourceRoutes } from '#sources/routes.ts';
import type { Store } from '#storage/store.ts';
import { usageRoutes } from '#usage/routes.ts';
import { webhookRoutes } from '#webhooks/routes.ts';
import { configurationRoutes } from '#workspace/configuration-routes.ts';
import { workspaceRoutes } from '#workspace/routes.ts';
import { admitRequests } from './boot/request-context.ts';
import { trustedProxies } from './config/limits.ts';

type AppServices = Services & {
  /** Of both environments, because a key is looked up where it belongs, wherever it is shown. */
  stores: Record<Environment, Store>;
  /** Signs the cursors of this environment. */
  cursorSecret: string;
  /** Counts attempts at accounts, which are the same in both environments. */
  peopleLimiter: Limiter;
  /** Signs the cookies that say who was signed in with a browser before. */
  deviceSecret: string;
  monitor: Monitor;
  /** Whether requests should be sent elsewhere, because the service is about to stop. */
  isStopping: () => boolean;
};

/** What counts for all requests of an environment together. */
type Shared = ReturnType<typeof admitRequests> & { limiter: Limiter; runTurn: RunTurn };

/** The HTTP interface of one environment. What stands in `v1Routes` is the contents page of the API. */
export async function buildApp(
  services: AppServices,
  serverFactory: FastifyServerFactory,
): Promise<FastifyInstance> {
  const { store, models, config, monitor } = services;
  const app = createApp(services, serverFactory, store.environment);
  await allowOrigins(app, config.CORS_ORIGINS);
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (value) => ({
    value: validate(schema, value, (httpPart ?? 'body') as 'body'),
  }));
  app.setSerializerCompiler(serializerCompiler);
  parseStrictJson(app);

  await registerOpenApi(app, VERSION);
  await app.register(multipart);
  await app.register(cookies);
  const sendPage = readDashboardPage();
  answerUnknownRoutes(app, sendPage);
  healthRoutes(app, {
    checks: { storage: store.ping, queue: async () => void (await store.jobs.nextDueAt('compute')) },
    helpers: () => modelStates(models, monitor.failingSteps()),
    isStopping: services.isStopping,
  });
  metricsRoute(app, { monitor, token: config.METRICS_TOKEN });
  openApiRoute(app);
  if (sendPage) await serveDashboard(app, sendPage);
  const limiter = createLimiter(services);
  const shared = { ...admitRequests(app, services), limiter, runTurn: createTurnRunner(services) };
  // Its visitors have no key: tokens are checked where they are used.
  await app.register(widgetRoutes({ ...services, ...shared }), { prefix: '/v1/widget' });
  await app.register(v1Routes({ ...services, ...shared }), { prefix: '/v1' });
  return app;
}

/** The HTTP interface of a process that runs the jobs of both environments and nothing else. */
export function buildHealthApp(
  services: Pick<AppServices, 'config' | 'log' | 'stores' | 'monitor' | 'isStopping'>,
  serverFactory: FastifyServerFactory,
): FastifyInstance {
  const app = createApp(services, serverFactory, 'worker');
  app.setNotFoundHandler(() => {
    throw new AppError(
      'not_found',
      'This process only runs jobs (ROLE=worker) and answers GET /healthz, /readyz and /metrics. Send API requests to a process with ROLE=api.',
    );
  });
  const { live, sandbox } = services.stores;
  const storage = async (): Promise<void> => {
    await Promise.all([live.ping(), sandbox.ping()]);
  };
  const queue = async (): Promise<void> => {
    await Promise.all([live.jobs.nextDueAt('compute'), sandbox.jobs.nextDueAt('compute')]);
  };
  healthRoutes(app, { checks: { storage, queue }, isStopping: services.isStopping });
  metricsRoute(app, { monitor: services.monitor, token: services.config.METRICS_TOKEN });
  return app;
}

/** Whether the models answered when they were last asked. */
const modelStates = (
  { reranker, chatModel }: Models,
  failing: readonly Step[],
): Record<string, 'ok' | 'degraded'> => {
  const stateOf = (step: Step) => (failing.includes(step) ? 'degraded' : 'ok');
  return {
    embedding_model: stateOf('embed'),
    ...(reranker && { reranker: stateOf('rerank') }),
    ...(chatModel && { language_model: stateOf('generate') }),
  };
};

/** What every app has, whatever it answers. */
function createApp(
  { config, log, monitor, isStopping }: Pick<AppServices, 'config' | 'log' | 'monitor' | 'isStopping'>,
  serverFactory: FastifyServerFactory,
  environment: Environment | 'worker',
): FastifyInstance {
  const requestTimeout = config.REQUEST_TIMEOUT_SECONDS * 1_000;
  const app = fastify({
    serverFactory,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => newId('request'),
    requestIdHeader: false,
    trustProxy: trustedProxies(config),
    bodyLimit: LIMITS.smallBodyBytes,
    rewriteUrl: ({ url = '/' }) => decodableUrl(pathOf(url)),
    // As long as the headers may be: a longer parameter is an id that does not exist, and no error of its own.
    routerOptions: { maxParamLength: 16 * 1024 },
    requestTimeout,
    // Node by itself looks for slow clients every 30 s, and gives a head 60 s.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: requestTimeout },
    clientErrorHandler: answerClientErrors,
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>() as unknown as FastifyInstance;

  handleErrors(app);
  watchRequests(app, monitor, environment);
  setSecurityHeaders(app, { isHttps: isHttps(config, environment) });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // So that nobody sends the next request on a connection that is about to be closed.
    if (isStopping()) reply.header('connection', 'close');
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // HTTP/2 has a sign of its own for it, and no such header.
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    done(null, payload);
  });
  refuseMalformedHeads(app);
  refuseForeignHosts(app, config, (request) => bringsKey(request, config));
  endSlowClients(app, requestTimeout);
  closeIdleConnections(app);
  return app;
}

/** Whether a request shows a key where one is looked at. */
const bringsKey = ({ headers, url, routeOptions }: FastifyRequest, { METRICS_TOKEN }: Config): boolean =>
  headers.authorization !== undefined &&
  (routeOptions.url === '/metrics'
    ? METRICS_TOKEN !== undefined
    : // The path may be written with escapes; the route is what it comes to.
      /^\/v1\/(?!widget\/)/.test(routeOptions.url ?? url) && routeOptions.config.access !== 'open');

/** Whether clients come by https, to the service itself or to a proxy before it. */
function isHttps(config: Config, environment: Environment | 'worker'): boolean {
  const url = { live: config.LIVE_BASE_URL, sandbox: config.SANDBOX_BASE_URL, worker: undefined }[
    environment
  ];
  return config.TLS_CERT_FILE !== undefined || (url?.startsWith('https:') ?? false);
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

const v1Routes = (services: AppServices & Shared) => async (app: FastifyInstance) => {
  guardRequests(app, services);
  requireConfirmation(app, services);
  acceptIdempotencyKeys(app, services);
  const sendPage = readDashboardPage();
  answerUnknownRoutes(app, sendPage);
  const cursors = createCursors(services.cursorSecret);
  await app.register(agentRoutes(services, cursors));
  await app.register(chatRoutes(services, cursors));
  await app.register(knowledgeBaseRoutes(services, cursors));
  await app.register(sourceRoutes(services, cursors));
  await app.register(crawlRoutes(services, cursors));
  await app.register(searchRoutes(services));
  await app.register(evaluationRoutes(services, cursors));
  await app.register(insightRoutes(services));
  await app.register(keyRoutes(services, cursors));
  await app.register(webhookRoutes(services, cursors));
  await app.register(workspaceRoutes(services));
  await app.register(configurationRoutes({ ...services, version: VERSION }));
  await app.register(
    exportRoutes(services, {
      conversations: exportConversations,
      sources: exportSources,
      audit_log: exportAuditLog,
    }),
  );
  await app.register(accountRoutes({ ...services, limiter: services.peopleLimiter }));
  await app.register(memberRoutes(services, cursors));
  await app.register(invitationRoutes(services, cursors));
  await app.register(auditLogRoutes(cursors));
  await app.register(limitRoutes(services));
  await app.register(usageRoutes(services, services.usage));
};

/** Lets a request in only with a key or a sign-in that may. */
function guardRequests(app: FastifyInstance, services: AppServices & Shared): void {
  const { store, stores, clock, config, log, limiter, admit } = services;
  const cookie = signInCookie({ config, environment: store.environment });
  const limit = limitRequests({ limiter, config, clock });
  const failures = throttleFailures({ limiter, config, clock }, (address) => log.warn({ address }, BLOCKED));
  const guard = createGuard({
    environment: store.environment,
    authenticate: (request) =>
      failures.run(request.ip, async () => {
        const { authorization } = request.headers;
        if (authorization !== undefined) return await authenticateKey({ stores, clock }, authorization);
        const token = cookie.read(request);
        if (token === undefined) throw missingKey();
        return await authenticateSignIn(services, token);
      }),
    admit: async (request, reply, principal) => {
      await admit(request, reply, principal);
      await limit(request, reply, principal);
    },
  });
  app.addHook('onRequest', guard);
  ignoreAnsweredRequests(app);
}

const BLOCKED =
  'an address is held back for a minute, because of many wrong keys; if it is that of a proxy, name it in TRUST_PROXY';

const missingKey = (): AppError =>
  new AppError(
    'unauthorized',
    'The request has no API key. Send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
