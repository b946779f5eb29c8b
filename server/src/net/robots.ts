import type { Clock } from '#lib/clock.ts';
import { untilAborted } from './deadline.ts';
import { FetchError, type FetchErrorCode } from './fetch-error.ts';
import { fetchLimited } from './fetch-limited.ts';
import type { GuardedAgent } from './guarded-agent.ts';
import { isAllowedByRobots, parseRobots, type RobotsRules } from './robots-rules.ts';

export type RobotsVerdict = {
  readonly isAllowed: boolean;
  readonly crawlDelaySeconds?: number;
  readonly sitemaps: readonly string[];
};

export type Robots = { check(url: URL, signal?: AbortSignal): Promise<RobotsVerdict> };

export type RobotsOptions = {
  readonly agent: GuardedAgent;
  readonly userAgent: string;
  /** The crawler's name in robots.txt files. */
  readonly token: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
};

/** RFC 9309, 2.5 and 2.3.1.2: read at least 500 KiB, and follow at least five redirects. */
const MAX_BYTES = 500 * 1024;
const MAX_REDIRECTS = 5;
const FRESH_MS = 60 * 60 * 1000;
const MAX_ORIGINS = 1_000;
/** The most characters of rules cached for all origins together. */
const MAX_CHARACTERS = 32 * 1024 * 1024;

/** Creates a checker that tells whether a site's robots.txt allows a URL (RFC 9309). Results are cached for an hour;
 *  concurrent checks of one origin share a request. A missing robots.txt (4xx, or redirects that lead nowhere) allows
 *  everything. Only the first 500 KiB are read.
 *  `check` throws a retryable FetchError that says so if the robots.txt cannot be read at the moment (5xx, a network
 *  failure), and the site's own error if the site is blocked, unknown or has no valid certificate. */
export function createRobots(options: RobotsOptions): Robots {
  const known = createRulesCache(options.clock);
  const underWay = new Map<string, Promise<RobotsRules>>();
  const rulesOf = (origin: string): Promise<RobotsRules> => {
    const running = underWay.get(origin);
    if (running) return running;
    const started = readRobots(options, origin)
      .then((rules) => {
        known.set(origin, rules);
        return rules;
      })
      .finally(() => underWay.delete(origin));
    underWay.set(origin, started);
    return started;
  };
  return {
    async check(url, signal) {
      const rules = known.get(url.origin) ?? (await whileWanted(rulesOf(url.origin), url, signal));
      const { crawlDelaySeconds, sitemaps } = rules;
      const isAllowed = isAllowedByRobots(rules, url);
      return { isAllowed, sitemaps, ...(crawlDelaySeconds === undefined ? {} : { crawlDelaySeconds }) };
    },
  };
}

/** An aborted caller does not cancel the request for the others that wait for it. */
async function whileWanted<T>(work: Promise<T>, url: URL, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await untilAborted(work, signal);
  } catch (error) {
    if (signal?.aborted && !(error instanceof FetchError))
      throw new FetchError('aborted', `The request to ${url.host} was stopped.`, { cause: error });
    throw error;
  }
}

async function readRobots(options: RobotsOptions, origin: string): Promise<RobotsRules> {
  const url = new URL('/robots.txt', origin);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let status = 0;
  try {
    await fetchLimited(options.agent, url, {
      headers: { 'user-agent': options.userAgent, accept: 'text/plain, */*;q=0.5' },
      maxBytes: Number.MAX_SAFE_INTEGER,
      timeoutMs: options.timeoutMs,
      maxRedirects: MAX_REDIRECTS,
      accept(response) {
        status = response.status;
        if (status < 200 || status > 299) throw new Enough();
      },
      onBody(chunk) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw new Enough();
      },
    });
  } catch (error) {
    if (error instanceof FetchError && LIKE_NONE.has(error.code)) return parseRobots('', options.token);
    if (!(error instanceof Enough)) throw asRobotsFailure(error, url);
  }
  if (status >= 500)
    throw new FetchError('bad_response', `${couldNotBeRead(url)}: it was answered with status ${status}.`, {
      isRetryable: true,
    });
  return parseRobots(chunks.length > 0 ? textOf(chunks) : '', options.token);
}

/** Stops reading a response once enough of it is known. */
class Enough extends Error {}

const LIKE_NONE: ReadonlySet<FetchErrorCode> = new Set(['too_many_redirects', 'bad_redirect']);
/** Errors that mean the site cannot be fetched at all, not only its robots.txt. */
const OF_THE_SITE: ReadonlySet<FetchErrorCode> = new Set(['blocked', 'tls']);

function asRobotsFailure(error: unknown, url: URL): unknown {
  if (!(error instanceof FetchError) || OF_THE_SITE.has(error.code)) return error;
  if (error.code === 'dns' && !error.isRetryable) return error;
  return new FetchError(error.code, `${couldNotBeRead(url)}: ${error.message}`, {
    isRetryable: true,
    cause: error,
  });
}

const couldNotBeRead = (url: URL): string =>
  `The robots.txt of ${url.host} could not be read, so nothing is fetched from there for now`;

function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(chunks);
  if (bytes.length <= MAX_BYTES) return new TextDecoder().decode(bytes);
  // A truncated line is a different rule: `/private` cut after the slash would forbid everything.
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_BYTES));
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'), 0));
}

type RulesCache = {
  get(origin: string): RobotsRules | undefined;
  set(origin: string, rules: RobotsRules): void;
};

/** A cache of the latest rules, limited by number of origins, characters and age. */
function createRulesCache(clock: Clock): RulesCache {
  const entries = new Map<string, { rules: RobotsRules; weight: number; staleAt: number }>();
  let total = 0;
  const forget = (origin: string): void => {
    total -= entries.get(origin)?.weight ?? 0;
    entries.delete(origin);
  };
  return {
    get(origin) {
      const entry = entries.get(origin);
      if (entry && clock.now() < entry.staleAt) return entry.rules;
      forget(origin);
      return undefined;
    },
    set(origin, rules) {
      forget(origin);
      const weight = weigh(rules);
      entries.set(origin, { rules, weight, staleAt: clock.now() + FRESH_MS });
      total += weight;
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_ORIGINS && total <= MAX_CHARACTERS) break;
        forget(oldest);
      }
    },
  };
}

/** An object with two fields takes as much memory as a short text. */
const RULE_CHARACTERS = 64;

function weigh({ rules, sitemaps }: RobotsRules): number {
  let characters = sitemaps.join('').length;
  for (const { pattern } of rules) characters += pattern.length + RULE_CHARACTERS;
  return characters;
}
