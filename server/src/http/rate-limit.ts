import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import type { Clock } from '#lib/clock.ts';
import { addressBucket } from './client-address.ts';
import type { Limiter } from './limiter.ts';
import type { Principal } from './principal.ts';

export const RATE_CLASSES = ['read', 'write', 'query', 'chat', 'upload'] as const;

/** What is counted together: a route names its class in its `config`, else it goes by its method. */
export type RateClass = (typeof RATE_CLASSES)[number];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Without one, GET is `read` and everything else `write`. */
    rateClass?: RateClass;
  }
}

/** The settings of limits; requests are those of a window. */
export type RateSettings = Record<`RATE_LIMIT_${Uppercase<RateClass>}` | 'RATE_LIMIT_AUTH', number> & {
  RATE_LIMITS: 'on' | 'off';
};

export const RATE_WINDOW_MS = 60_000;

/** The requests of each class that one actor may send in a window. */
export const rateLimitsOf = (config: RateSettings): Record<RateClass, number> => ({
  read: config.RATE_LIMIT_READ,
  write: config.RATE_LIMIT_WRITE,
  query: config.RATE_LIMIT_QUERY,
  chat: config.RATE_LIMIT_CHAT,
  upload: config.RATE_LIMIT_UPLOAD,
});

type RateLimits = { limiter: Limiter; config: RateSettings; clock: Clock };

/** Counts a request of an actor in its class and says so in the headers of the answer, whatever it will be. Throws 429 for
 *  one too many. */
export function limitRequests({ limiter, config, clock }: RateLimits) {
  const limits = rateLimitsOf(config);
  if (config.RATE_LIMITS === 'off') return async (): Promise<void> => {};
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
      `More than ${limit} requests of the class "${rateClass}" came in a minute: send the next in ${inSeconds(seconds)}.`,
      seconds,
    );
  };
}

const classOf = ({ method, routeOptions }: FastifyRequest): RateClass =>
  routeOptions.config?.rateClass ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');

/** Holds back addresses that many wrong keys or sign-ins come from. `run` throws 429 in place of the 401 that is one too
 *  many, and then without any attempt until the window has ended.
 *  onBlocked: told once a window. */
export function throttleFailures(
  { limiter, config, clock }: RateLimits,
  onBlocked: (address: string) => void,
): { run<T>(address: string, attempt: () => Promise<T>): Promise<T> } {
  const limit = config.RATE_LIMIT_AUTH;
  // Of this node. An address that another node holds back is known here after its next failure.
  const blockedUntil = new Map<string, number>();
  const assertFree = (bucket: string): void => {
    const until = blockedUntil.get(bucket);
    if (until === undefined) return;
    if (until > clock.now()) {
      const seconds = secondsUntil(until, clock);
      throw tooMany(
        `${limit} requests of this address within a minute had a wrong API key or none: send the next in ${inSeconds(seconds)}.`,
        seconds,
      );
    }
    blockedUntil.delete(bucket);
  };
  return {
    run: async (address, attempt) => {
      const bucket = addressBucket(address);
      assertFree(bucket);
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'unauthorized')) throw error;
        const { isAllowed, remaining, resetAt } = await limiter.hit(`failed authentication ${bucket}`, {
          limit,
          windowMs: RATE_WINDOW_MS,
        });
        if (config.RATE_LIMITS === 'on' && remaining === 0 && !blockedUntil.has(bucket)) {
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

/** At least 1, so that whoever waits so long is not early. */
export const secondsUntil = (time: number, clock: Clock): number =>
  Math.max(1, Math.ceil((time - clock.now()) / 1_000));

export const inSeconds = (seconds: number): string => (seconds === 1 ? 'a second' : `${seconds} seconds`);
