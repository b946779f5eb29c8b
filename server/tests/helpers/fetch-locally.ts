import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { FetchError, type FetchLimits, fetchLimited } from '#net/fetch-limited.ts';
import { createGuardedAgent } from '#net/guarded-agent.ts';
import type { LocalServer } from './local-server.ts';

const agent = createGuardedAgent({ allowHosts: parseAllowHosts('127.0.0.1') });
afterAll(() => agent.destroy());

type Fetched = Awaited<ReturnType<typeof fetchLimited>> & { body: string };

/** What an address on this machine answers, for tests of fetches. */
export async function get(url: string | URL, limits: Partial<FetchLimits> = {}): Promise<Fetched> {
  const chunks: Uint8Array[] = [];
  const result = await fetchLimited(agent, url, {
    maxBytes: 1_000_000,
    timeoutMs: 10_000,
    maxRedirects: 5,
    onBody: (chunk) => {
      chunks.push(chunk);
    },
    ...limits,
  });
  return { ...result, body: Buffer.concat(chunks).toString() };
}

/** Why it cannot be fetched. */
export async function failure(url: string | URL, limits: Partial<FetchLimits> = {}): Promise<FetchError> {
  const error = await get(url, limits).then(
    () => new Error(`${String(url)} was fetched`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof FetchError)) throw error;
  return error;
}

/** Waits until a server has no connection left. */
export async function isLeftAlone(server: LocalServer): Promise<boolean> {
  for (let tries = 0; tries < 100 && server.open() > 0; tries += 1) await sleep(20);
  return server.open() === 0;
}

/** Each path redirects to what the table says; any other answers with its path. */
export const redirecting =
  (table: Record<string, string | undefined>, status = 302) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const location = table[path];
    if (path in table) response.writeHead(status, location === undefined ? {} : { location }).end('moved');
    else response.end(path);
  };
