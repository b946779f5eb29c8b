import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Clock } from '#lib/clock.ts';
import type { Principal } from '#records/principal.ts';
import { addressBucket } from './client-address.ts';
import type { Limiter } from './limiter.ts';

const RATE_CLASSES = ['read', 'write', 'query', 'chat', 'upload'] as const;

/** Requests that are counted together. A route names its class in its `config`; otherwise the method decides. */
export type RateClass = (typeof RATE_CLASSES)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without one, GET is `read` and everything else `write`. */
    rateClass?: RateClass;
  }
}

/** The rate limit settings, in requests per window. */
export type RateSettings = { RATE_LIMITS: Record<RateClass | 'auth', number> & { isOn: boolean } };

export const RATE_WINDOW_MS = 60_000;

/** How many requests of each class one actor may send in a window. */
export const rateLimitsOf = ({ RATE_LIMITS }: RateSettings): Record<RateClass, number> => {
  const { read, write, query, chat, upload } = RATE_LIMITS;
  return { read, write, query, chat, upload };
};

type RateLimits = { limiter: Limiter; config: RateSettings; clock: Clock };

/** Counts a request of an actor in its class and sets the rate limit headers, whatever the answer. Throws 429 above the
 *  limit. */
export function limitRequests({ limiter, config, clock }: RateLimits) {
  const limits = rateLimitsOf(config);
  if (!config.RATE_LIMITS.isOn) return async (): Promise<void> => {};
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { actor, workspaceId }: Principal,
  ): Promise<void> => {
    const rateClass = classOf(request);
    const limit = limits[rateClass];
    const { isAllowed, remaining, resetAt } = await limiter.hit(`${rateClass} ${actor.id}`, {
      limit,
      windowMs: RATE_WINDOW_MS,
      workspaceId,
    });
    const seconds = secondsUntil(resetAt, clock);
    reply.headers({
      'ratelimit-policy': `"${rateClass}";q=${limit};w=${RATE_WINDOW_MS / 1_000}`,
      ratelimit: `"${rateClass}";r=${remaining};t=${seconds}`,
      'x-ratelimit-limit': limit,
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset': Math.ceil(resetAt / 1_000),
    });
    if (isAllowed) return;
    throw tooMany(
      `You sent more than ${limit} requests of the class "${rateClass}" within a minute. Send the next one in ${inSeconds(seconds)}.`,
      seconds,
    );
  };
}

const classOf = ({ method, routeOptions }: FastifyRequest): RateClass =>
  routeOptions.config?.rateClass ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');

/** Blocks addresses that send many wrong keys or sign-ins: above the limit, `run` throws 429 instead of 401 until the
 *  window ends. A valid key always passes, so that one broken script does not lock out everyone behind the same address.
 *  onBlocked: called once per window. */
export function throttleFailures(
  { limiter, config, clock }: RateLimits,
  onBlocked: (address: string) => void,
): { run<T>(address: string, attempt: () => Promise<T>): Promise<T> } {
  const limit = config.RATE_LIMITS.auth;
  // Blocked addresses on this node. A block by another node takes effect here at the address's next failure.
  const blockedUntil = new Map<string, number>();
  const assertFree = (bucket: string): void => {
    const until = blockedUntil.get(bucket);
    if (until === undefined) return;
    if (until > clock.now()) {
      const seconds = secondsUntil(until, clock);
      throw tooMany(
        `${limit} requests from this address within a minute had a wrong API key or none. Try again in ${inSeconds(seconds)}, or send a valid key.`,
        seconds,
      );
    }
    blockedUntil.delete(bucket);
  };
  return {
    run: async (address, attempt) => {
      try {
        // Even while the address is blocked. This costs a SHA-256 and an indexed lookup, less than the answer itself,
        // and a key with 190 random bits cannot be guessed anyway.
        return await attempt();
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'unauthorized')) throw error;
        const bucket = addressBucket(address);
        // Before counting, so that a flood of wrong keys costs no writes if counts are in the database.
        assertFree(bucket);
        const { isAllowed, remaining, resetAt } = await limiter.hit(`failed authentication ${bucket}`, {
          limit,
          windowMs: RATE_WINDOW_MS,
        });
        if (config.RATE_LIMITS.isOn && remaining === 0 && !blockedUntil.has(bucket)) {
          forgetEnded(blockedUntil, clock.now());
          blockedUntil.set(bucket, resetAt);
          onBlocked(bucket);
        }
        if (!isAllowed) assertFree(bucket);
        throw error;
      }
    },
  };
}

function forgetEnded(endOf: Map<string, number>, now: number): void {
  for (const [name, end] of endOf) if (end <= now) endOf.delete(name);
}

/** A 429 that says when to try again. */
export const tooMany = (message: string, retryAfterSeconds: number): AppError =>
  new AppError('rate_limited', message, { headers: { 'retry-after': String(retryAfterSeconds) } });

/** At least 1, so that a client that waits this long is never too early. */
export const secondsUntil = (time: number, clock: Clock): number =>
  Math.max(1, Math.ceil((time - clock.now()) / 1_000));

export const inSeconds = (seconds: number): string => (seconds === 1 ? 'a second' : `${seconds} seconds`);

/** A wait in a unit that suits people, rounded up. */
export function waitOf(seconds: number): string {
  if (seconds < 120) return inSeconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
