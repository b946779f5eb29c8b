import autocannon from 'autocannon';
import { createQueryMaker } from './texts.ts';

export type Load = { requestsPerSecond: number; p50Ms: number; p99Ms: number; errors: number };

/** Sends hybrid queries, each of them new, by `clients` connections for `seconds`, after a warm-up. */
export async function loadWithQueries(
  baseUrl: string,
  key: string,
  { clients, seconds, warmUpSeconds = 2 }: { clients: number; seconds: number; warmUpSeconds?: number },
): Promise<Load> {
  const makeQuery = createQueryMaker(99);
  const requests = Array.from({ length: 2_000 }, () => ({
    method: 'POST' as const,
    path: '/v1/query',
    body: JSON.stringify({ query: makeQuery() }),
  }));
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const run = (duration: number) =>
    autocannon({ url: baseUrl, connections: clients, duration, headers, requests });
  if (warmUpSeconds > 0) await run(warmUpSeconds);
  const result = await run(seconds);
  return {
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.non2xx + result.errors,
  };
}
