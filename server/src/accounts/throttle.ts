import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { addressBucket } from '#http/rate-limits/client-address.ts';
import type { Hit, Limit, Limiter } from '#http/rate-limits/limiter.ts';
import { RATE_WINDOW_MS, secondsUntil, tooMany, waitOf } from '#http/rate-limits/rate-limit.ts';
import type { Environment } from '#lib/environment.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { deviceCookie } from './device-cookie.ts';
import { lookUpInvitation } from './join.ts';

export type ThrottleServices = Pick<Services, 'store' | 'clock' | 'config'> & {
  stores: Record<Environment, Store>;
  /** Shared by both environments, because accounts are the same in both. */
  limiter: Limiter;
  deviceSecret: string;
};

const MINUTE_MS = 60_000;
/** Together at most 100 guesses at an account in any 60 minutes, however many addresses they come from (OWASP ASVS 2.2.1): 60
 *  minutes touch seven windows of ten minutes and three of 30, and 7 * 12 + 3 * 5 = 99. */
const AT_AN_ACCOUNT = { limit: 12, windowMs: 10 * MINUTE_MS };
const FROM_KNOWN_BROWSERS = { limit: 5, windowMs: 30 * MINUTE_MS };
const FROM_ONE_ADDRESS = { limit: 5, windowMs: 10 * MINUTE_MS };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body has the token of an invitation: `admitInvited` decides about blocked addresses. */
    isByInvitation?: true;
  }
}

/** The 429 of requests from blocked addresses, until their invitation is checked. */
const heldBack = new WeakMap<FastifyRequest, AppError>();

/** Throws 429 when an address has sent too many requests without a sign-in, whatever they were. It comes before the body is
 *  read, so that malformed ones count too. Browsers in which someone was signed in before have a count of their own, one for
 *  all at an address: strangers behind the same address can't use it up, and a stolen cookie is worth one count. */
export async function throttleAddress(services: ThrottleServices, request: FastifyRequest): Promise<void> {
  const who = deviceCookie(services).isOurs(request) ? 'sign-in of known browsers at' : 'sign-in';
  const refusal = await countRequest(services, `${who} ${addressBucket(request.ip)}`);
  if (!refusal) return;
  if (!request.routeOptions.config.isByInvitation) throw refusal;
  heldBack.set(request, refusal);
}

/** Lets a request of an address that has sent too many pass if it has the token of an invitation, which has a count of its own:
 *  256 random bits are not guessed. Throws 429 otherwise. */
export async function admitInvited(services: ThrottleServices, request: FastifyRequest): Promise<void> {
  const refusal = heldBack.get(request);
  if (!refusal) return;
  const token = (request.body as { token?: unknown } | null | undefined)?.token;
  const invitation =
    typeof token === 'string'
      ? await lookUpInvitation(services.stores.live, token, services.clock.now())
      : undefined;
  if (!invitation) throw refusal;
  const refused = await countRequest(services, `sign-in by ${invitation.invitation_id}`);
  if (refused) throw refused;
}

async function countRequest(
  { limiter, clock, config }: ThrottleServices,
  bucket: string,
): Promise<AppError | undefined> {
  const limit = { limit: config.RATE_LIMIT_AUTH, windowMs: RATE_WINDOW_MS };
  const { isAllowed, resetAt } = await limiter.hit(bucket, limit);
  return isAllowed ? undefined : tooManyAttempts(secondsUntil(resetAt, clock));
}

/** Counts an attempt at a secret of an account, and throws 429 for one too many. Strangers are counted by their address first,
 *  then all together; browsers that the account was signed in with have a count of their own, so that strangers cannot
 *  use it up. Counted before the secret is looked at, so that many at once are no way around it; `succeeded` gives the count back.
 *  isKnown: the request is signed in to the account already. */
export async function throttle(
  services: ThrottleServices,
  request: FastifyRequest,
  email: string,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<{ succeeded(): Promise<void> }> {
  const { limiter, clock } = services;
  const counts: [string, Limit][] =
    isKnown || (await isFromKnownBrowser(services, request, email))
      ? [[`sign-in of a known browser ${email}`, FROM_KNOWN_BROWSERS]]
      : [
          [`sign-in ${email} ${addressBucket(request.ip)}`, FROM_ONE_ADDRESS],
          [`sign-in ${email}`, AT_AN_ACCOUNT],
        ];
  const counted: [string, Limit, Hit][] = [];
  const takeBack = async (): Promise<void> => {
    for (const count of counted) await limiter.takeBack(...count);
  };
  for (const [bucket, limit] of counts) {
    const hit = await limiter.hit(bucket, limit);
    counted.push([bucket, limit, hit]);
    if (hit.isAllowed) continue;
    // It is not tried, so it uses up nothing: neither here nor at the levels before and after.
    await takeBack();
    throw tooManyAttempts(secondsUntil(hit.resetAt, clock));
  }
  return { succeeded: takeBack };
}

/** Counts a sign-in attempt. The count is given back when the password was right, also while only the code of two-step sign-in
 *  is missing, and when the request was refused before any password was checked. */
export async function countAttempt<T>(
  services: ThrottleServices,
  request: FastifyRequest,
  { email, code, claim = false }: { email: string; code?: string | undefined; claim?: boolean | undefined },
  enter: () => Promise<T>,
): Promise<T> {
  const attempt = await throttle(services, request, email);
  try {
    const entered = await enter();
    await attempt.succeeded();
    return entered;
  } catch (error) {
    const isUntried = error instanceof AppError && error.status === 422 && !claim;
    const isCodeMissing =
      code === undefined && error instanceof AppError && error.details?.[0]?.field === 'code';
    if (isUntried || isCodeMissing) await attempt.succeeded();
    throw error;
  }
}

async function isFromKnownBrowser(
  services: ThrottleServices,
  request: FastifyRequest,
  email: string,
): Promise<boolean> {
  const device = deviceCookie(services);
  if (!device.isOurs(request)) return false;
  const account = await services.stores.live.people.accounts.findByEmail(email);
  return account !== undefined && device.isOf(request, account);
}

const tooManyAttempts = (seconds: number) =>
  tooMany(`Too many sign-in attempts. Try again in ${waitOf(seconds)}.`, seconds);
