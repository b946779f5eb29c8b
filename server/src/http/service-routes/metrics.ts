import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Monitor } from '#monitoring/monitor.ts';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const REUSE_FACTOR = 20;
/** The measured time includes waiting, for example for the database. */
const MOST_REUSE_MS = 1_000;

/** Headers that proxies add. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];

/** `GET /metrics` for Prometheus: with the token, or only from this machine if no token is set. */
export function metricsRoute(
  app: FastifyInstance,
  { monitor, token }: { monitor: Pick<Monitor, 'metrics' | 'metricsText'>; token: string | undefined },
): void {
  const text = keptShortly(() => monitor.metricsText());
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (token === undefined) assertLocal(request);
    else assertToken(request, token);
    reply.type(monitor.metrics.registry.contentType);
    return await text();
  });
}

/** Reuses a text for twenty times as long as it took to write, so that writing takes at most 5% of the thread,
 *  however large it grows. */
function keptShortly(write: () => Promise<string>): () => Promise<string> {
  let text: Promise<string> | undefined;
  let freshUntil = 0;
  const writeAnew = async (): Promise<string> => {
    const startedAt = performance.now();
    try {
      return await write();
    } finally {
      const endedAt = performance.now();
      freshUntil = endedAt + Math.min(MOST_REUSE_MS, REUSE_FACTOR * (endedAt - startedAt));
    }
  };
  return () => {
    if (!text || performance.now() > freshUntil) {
      // Concurrent requests wait for the same text.
      freshUntil = Number.POSITIVE_INFINITY;
      text = writeAnew();
    }
    return text;
  };
}

function assertLocal({ raw, headers }: FastifyRequest): void {
  const address = raw.socket.remoteAddress ?? '';
  const isLocal = LOOPBACK.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  // A proxy on this machine forwards requests from others.
  if (isLocal && PROXY_HEADERS.every((name) => headers[name] === undefined)) return;
  throw new AppError(
    'forbidden',
    'Metrics are only for this machine. To read them from elsewhere, set METRICS_TOKEN and send it as a bearer token.',
  );
}

function assertToken({ headers: { authorization = '' } }: FastifyRequest, token: string): void {
  if (timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))) return;
  throw new AppError(
    'unauthorized',
    'Metrics need the METRICS_TOKEN of the service. Send it as a bearer token.',
    {
      headers: { 'www-authenticate': 'Bearer' },
    },
  );
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
