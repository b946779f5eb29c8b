import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Monitor } from '#monitoring/monitor.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** What proxies say of the request that they pass on. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** `GET /metrics`, as Prometheus reads it, for who sends the token; without one in the settings, for this machine alone. */
export function metricsRoute(
  app: FastifyInstance,
  { monitor, token }: { monitor: Pick<Monitor, 'metrics' | 'metricsText'>; token: string | undefined },
): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === undefined) assertLocal(request);
    else assertToken(request, token);
    reply.type(monitor.metrics.registry.contentType);
    return await monitor.metricsText();
  });
}

function assertLocal({ raw, headers }: FastifyRequest): void {
  const address = raw.socket.remoteAddress ?? '';
  const isLocal = LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  // A proxy on this machine brings strangers.
  if (isLocal && PROXY_HEADERS.every((name) => headers[name] === undefined)) return;
  throw new AppError(
    'forbidden',
    'Metrics are for this machine alone: set METRICS_TOKEN, and send it as a bearer token, to read them from elsewhere.',
  );
}

function assertToken({ headers: { authorization = '' } }: FastifyRequest, token: string): void {
  if (timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return;
  throw new AppError(
    'unauthorized',
    'Metrics need the METRICS_TOKEN of the service: send it as a bearer token.',
    {
      headers: { 'www-authenticate': 'Bearer' },
    },
  );
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
