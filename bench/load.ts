import autocannon from 'autocannon';
import { createQueryMaker } from './texts.ts';

/** degraded: the share of answers that a model had no time for, 0 to 1. */
export type Load = {
  requests: number;
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
  degraded: number;
};

/** The path of a request, and its body for some words. */
export type Endpoint = { path: string; bodyOf(words: string): unknown };
const QUERY: Endpoint = { path: '/v1/query', bodyOf: (query) => ({ query }) };

/** Sends requests, each with different words, over `clients` connections for `seconds`, after a warm-up. Default: hybrid
 *  queries. */
export async function loadWithQueries(
  baseUrl: string,
  key: string,
  {
    clients,
    seconds,
    warmUpSeconds = 2,
    endpoint = QUERY,
  }: { clients: number; seconds: number; warmUpSeconds?: number; endpoint?: Endpoint },
): Promise<Load> {
  const makeQuery = createQueryMaker(99);
  const requests = Array.from({ length: 2_000 }, () => ({
    method: 'POST' as const,
    path: endpoint.path,
    body: JSON.stringify(endpoint.bodyOf(makeQuery())),
  }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  let degraded = 0;
  let begun = 0;
  const run = (duration: number) =>
    autocannon({
      url: baseUrl,
      connections: clients,
      duration,
      headers,
      requests,
      setupClient: (client) => {
        // Each begins elsewhere: what another client has just asked is answered from a cache.
        const from = Math.floor((begun++ % clients) * (requests.length / clients));
        client.setRequests([...requests.slice(from), ...requests.slice(0, from)]);
        client.on('body', (body) => {
          if (body.includes('"degraded":true')) degraded += 1;
        });
      },
    });
  if (warmUpSeconds > 0) await run(warmUpSeconds);
  degraded = 0;
  const result = await run(seconds);
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.non2xx + result.errors,
    degraded: degraded / Math.max(1, result.requests.total),
  };
}
