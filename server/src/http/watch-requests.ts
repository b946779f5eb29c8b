import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Observer, observedBy } from '#lib/observe.ts';
import type { Monitor, Timings } from '#monitoring/monitor.ts';
import { principalOf } from './context.ts';
import { isSent } from './is-sent.ts';

type Watched = { observer: Observer; timings: Timings };

/** Times and counts every request, traces it if tracing is on, logs one line, and reports the time spent on a search or
 *  chat in `Server-Timing`. Call it before adding other hooks. */
export function watchRequests(app: FastifyInstance, monitor: Monitor, environment: string): void {
  const watched = new WeakMap<FastifyRequest, Watched>();

  app.addHook('onRequest', (request, reply, done) => {
    const entry = begin(monitor, environment, request, reply);
    watched.set(request, entry);
    observedBy(entry.observer, done);
  });
  // Reading a body continues from the connection, which belongs to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const entry = request.method === 'GET' ? undefined : watched.get(request);
    if (entry) observedBy(entry.observer, done);
    else done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const timings = watched.get(request)?.timings;
    if (timings && timings.size > 0) reply.header('server-timing', asHeader(timings, reply.elapsedTime));
    done(null, payload);
  });
}

const asHeader = (timings: Timings, totalMs: number): string =>
  [...timings, ['total', totalMs] as const].map(([name, ms]) => `${name};dur=${ms.toFixed(1)}`).join(', ');

function begin(
  { metrics, tracing, observer }: Monitor,
  environment: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Watched {
  const { method } = request;
  const route = request.routeOptions.url ?? 'unknown';
  const span = tracing?.beginRequest(`${method} ${route}`, request.headers, {
    environment,
    'http.request.method': method,
    'http.route': route,
    request_id: request.id,
  });
  metrics.requestBegan(environment);
  // Called whether or not the answer was sent whole.
  reply.raw.once('close', () => {
    const isAborted = !isSent(reply);
    const { statusCode } = reply.raw;
    metrics.requestEnded(environment);
    const status = isAborted ? 'aborted' : `${Math.floor(statusCode / 100)}xx`;
    metrics.requestSeconds.observe({ environment, method, route, status }, reply.elapsedTime / 1_000);
    if (statusCode === 429) metrics.rateLimited.inc({ environment, route });
    if (statusCode === 401) metrics.failedAuthentications.inc({ environment });
    span?.set({ 'http.response.status_code': statusCode, ...(isAborted && { aborted: true }) });
    span?.end(statusCode >= 500 ? new Error(String(statusCode)) : undefined);
    log(request, reply, isAborted);
  });
  const timings: Timings = new Map();
  return { observer: observer(environment, { span, timings }), timings };
}

/** Logs one line per request, without bodies, keys, query strings or ids in paths. */
function log(request: FastifyRequest, reply: FastifyReply, isAborted: boolean): void {
  const { method, routeOptions, headers } = request;
  const theirs = headers['x-request-id'];
  const principal = principalOf(request);
  request.log.info(
    {
      ...(typeof theirs === 'string' && /^[\w.:-]{1,128}$/.test(theirs) && { client_request_id: theirs }),
      ...(principal && { actor: principal.actor.id, workspace_id: principal.workspaceId }),
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.raw.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(isAborted && { aborted: true }),
    },
    'request',
  );
}
