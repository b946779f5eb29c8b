import type { FastifyRequest } from 'fastify';
import { addressBucket } from '#http/client-address.ts';
import type { Limiter } from '#http/limiter.ts';
import { secondsUntil, tooMany } from '#http/rate-limit.ts';
import type { Services } from '#services.ts';

type Dependencies = Pick<Services, 'clock' | 'config'> & { limiter: Limiter };

const MINUTE_MS = 60_000;
/** Whoever tries passwords from many addresses gets 20 at an account in this time. */
const AT_AN_ACCOUNT = { limit: 20, windowMs: 10 * MINUTE_MS };

/** Throws 429 when an address, or everybody together at one account, has tried a secret too often. Counted before the secret is
 *  looked at, so that many at once are no way around it. */
export async function throttle(
  { limiter, clock, config }: Dependencies,
  request: FastifyRequest,
  email?: string,
): Promise<void> {
  const limit = { limit: config.RATE_LIMIT_AUTH, windowMs: MINUTE_MS };
  const address = await limiter.hit(`sign-in ${addressBucket(request.ip)}`, limit);
  const account = email === undefined ? address : await limiter.hit(`sign-in ${email}`, AT_AN_ACCOUNT);
  const refused = [address, account].find(({ isAllowed }) => !isAllowed);
  if (refused)
    throw tooMany(
      'There were too many attempts to sign in: wait before the next.',
      secondsUntil(refused.resetAt, clock),
    );
}
