import fastify, {
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Config } from '#config/config.ts';
import { answerClientErrors, pathOf, refuseMalformedHeads } from '#http/connections/client-errors.ts';
import { closeIdleConnections } from '#http/connections/close-idle-connections.ts';
import { endSlowClients } from '#http/connections/slow-clients.ts';
import { decodableUrl } from '#http/decodable-url.ts';
import { handleErrors } from '#http/error-handler.ts';
import { refuseForeignHosts } from '#http/headers/allowed-host-names.ts';
import { setSecurityHeaders } from '#http/headers/security-headers.ts';
import { watchRequests } from '#http/watch-requests.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Environment } from '#lib/environment.ts';
import { newId } from '#lib/ids.ts';
import { parseTrustedProxies } from '#net/trusted-proxies.ts';
import type { AppServices } from './app-services.ts';

/** A Fastify app without routes: request ids, error bodies, security headers, and the handling of connections. */
export function createApp(
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
    trustProxy: parseTrustedProxies(config.TRUST_PROXY) ?? false,
    bodyLimit: LIMITS.smallBodyBytes,
    rewriteUrl: ({ url = '/' }) => decodableUrl(pathOf(url)),
    // As long as a request head may be, so that an overlong id gets the usual 404.
    routerOptions: { maxParamLength: 16 * 1024 },
    requestTimeout,
    // By default Node checks for slow clients every 30 s and gives the head 60 s.
    http: { connectionsCheckingInterval: 1_000, headersTimeout: requestTimeout },
    clientErrorHandler: answerClientErrors,
    return503OnClosing: false,
  }).withTypeProvider<ZodTypeProvider>() as unknown as FastifyInstance;

  handleErrors(app);
  watchRequests(app, monitor, environment);
  setSecurityHeaders(app, { isHttps: isHttps(config, environment) });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // So that clients don't reuse a connection that is about to close.
    if (isStopping()) reply.header('connection', 'close');
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // HTTP/2 has no such header; it sends GOAWAY.
    if (request.raw.httpVersionMajor === 2) reply.removeHeader('connection');
    done(null, payload);
  });
  refuseMalformedHeads(app);
  refuseForeignHosts(app, config, (request) => bringsKey(request, config));
  endSlowClients(app, requestTimeout);
  closeIdleConnections(app);
  return app;
}

/** Whether the request sends a key to a route that checks keys. */
const bringsKey = ({ headers, url, routeOptions }: FastifyRequest, { METRICS_TOKEN }: Config): boolean =>
  headers.authorization !== undefined &&
  (routeOptions.url === '/metrics'
    ? METRICS_TOKEN !== undefined
    : // The route, because the path may be percent-encoded.
      /^\/(?:v1\/(?!widget\/)|mcp$)/.test(routeOptions.url ?? url) && routeOptions.config.access !== 'open');

/** Whether clients use https, to the service itself or to a proxy in front. */
function isHttps(config: Config, environment: Environment | 'worker'): boolean {
  const url = { live: config.LIVE_BASE_URL, sandbox: config.SANDBOX_BASE_URL, worker: undefined }[
    environment
  ];
  return config.TLS_CERT_FILE !== undefined || (url?.startsWith('https:') ?? false);
}
