import type { Config } from '#config/config.ts';
import type { FetcherOptions } from '#ingestion/web/fetch-page.ts';
import type { Clock } from '#lib/clock.ts';
import { VERSION } from '#lib/version.ts';
import { parseAllowHosts } from '#net/allowed-hosts.ts';
import { createRobots } from '#net/robots.ts';
import { ROBOTS_TOKEN, userAgent } from '#net/user-agent.ts';
import { spoolFolder } from '#records/content.ts';

const ROBOTS_TIMEOUT_MS = 10_000;

type OutboundHttp = { open(): Promise<FetcherOptions>; close(): Promise<void> };

/** The HTTP client for web pages and webhooks. Loaded on first use, because that takes 70 ms and 28 MB. */
export function createOutboundHttp(config: Config, clock: Clock): OutboundHttp {
  let opened: Promise<FetcherOptions> | undefined;
  const open = async (): Promise<FetcherOptions> => {
    const { createGuardedAgent } = await import('#net/guarded-agent.ts');
    const agent = createGuardedAgent({ allowHosts: parseAllowHosts(config.URL_FETCH_ALLOW_HOSTS) });
    const timeoutMs = config.URL_FETCH_SECONDS * 1_000;
    const identity = { agent, userAgent: userAgent(VERSION) };
    const robots = createRobots({
      ...identity,
      token: ROBOTS_TOKEN,
      clock,
      timeoutMs: Math.min(timeoutMs, ROBOTS_TIMEOUT_MS),
    });
    return { ...identity, robots, folder: spoolFolder(config.DATA_DIR), timeoutMs };
  };
  return {
    open: () => (opened ??= open()),
    close: async () => {
      await (await opened)?.agent.destroy();
    },
  };
}
