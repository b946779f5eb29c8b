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
/** At most 100 guesses at an account in any 60 minutes, from all addresses together (OWASP ASVS 2.2.1): 60 minutes
 *  overlap seven windows of ten minutes and three of 30, and 7 * 12 + 3 * 5 = 99. */
const AT_AN_ACCOUNT = { limit: 12, windowMs: 10 * MINUTE_MS };
const FROM_KNOWN_BROWSERS = { limit: 5, windowMs: 30 * MINUTE_MS };
const FROM_ONE_ADDRESS = { limit: 5, windowMs: 10 * MINUTE_MS };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body contains the token of an invitation: `admitInvited` decides about blocked addresses. */
    isByInvitation?: true;
  }
}

/** The 429 of requests from blocked addresses, until their invitation is checked. */
const heldBack = new WeakMap<FastifyRequest, AppError>();

/** Throws 429 if an address has sent too many requests without a sign-in, whatever they were. Runs before the body is
 *  read, so that malformed requests count too. Browsers with an earlier sign-in share a separate count per address:
 *  strangers behind the same address cannot use it up, and a stolen cookie only gives access to one count. */
export async function throttleAddress(services: ThrottleServices, request: FastifyRequest): Promise<void> {
  const who = deviceCookie(services).isOurs(request) ? 'sign-in of known browsers at' : 'sign-in';
  const refusal = await countRequest(services, `${who} ${addressBucket(request.ip)}`);
  if (!refusal) return;
  if (!request.routeOptions.config.isByInvitation) throw refusal;
  heldBack.set(request, refusal);
}

/** Admits a request from a blocked address if it has the token of an invitation, whose 256 random bits cannot be guessed.
 *  Invitations have a separate count. Throws 429 otherwise. */
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
  const limit = { limit: config.RATE_LIMITS.auth, windowMs: RATE_WINDOW_MS };
  const { isAllowed, resetAt } = await limiter.hit(bucket, limit);
  return isAllowed ? undefined : tooManyAttempts(secondsUntil(resetAt, clock));
}

/** Counts an attempt at a secret of an account, and throws 429 above the limit. Strangers are counted by address first,
 *  then all together. Browsers with an earlier sign-in to the account have a separate count, so that strangers cannot use
 *  it up. Counts before the secret is checked, so that parallel requests cannot evade the limit; `succeeded` undoes the
 *  count.
 *  isKnown: the request is already signed in to the account. */
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
    // The attempt is refused, so it uses up nothing, neither here nor at the other levels.
    await takeBack();
    throw tooManyAttempts(secondsUntil(hit.resetAt, clock));
  }
  return { succeeded: takeBack };
}

/** Counts a sign-in attempt. Undoes the count if the password was right, even if the code of two-step sign-in is still
 *  missing, or if the request was refused before a password was checked. */
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
