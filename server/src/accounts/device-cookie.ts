import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken } from '#lib/token.ts';
import type { Services } from '#services.ts';
import type { AccountRow } from '#storage/tables.ts';
import { ownCookie } from './cookie.ts';

const LASTS_SECONDS = 400 * 24 * 3600;

/** A cookie that says the account was used in this browser before, so that strangers who guess passwords cannot lock out
 *  its owner (OWASP "device cookies"). It is not a sign-in and only gives the browser a count of its own. Its signature
 *  covers the password hash, so a new password ends it.
 *  deviceSecret: signs it. Belongs to the live environment, which stores people. */
export function deviceCookie({
  store,
  clock,
  config,
  deviceSecret,
}: Pick<Services, 'store' | 'clock' | 'config'> & { deviceSecret: string }) {
  const address = { config, environment: store.environment };
  const cookie = ownCookie(address, { name: 'footnote_device', maxAge: LASTS_SECONDS });
  const sign = ({ account_id, password_hash }: AccountRow, issuedAt: string): string =>
    createHmac('sha256', deviceSecret)
      .update(JSON.stringify([account_id, hashToken(password_hash ?? ''), issuedAt]))
      .digest('base64url');
  /** Proves that the service issued a cookie, without looking up the account. */
  const seal = (issuedAt: string, signature: string): string =>
    createHmac('sha256', deviceSecret)
      .update(JSON.stringify(['device cookie', issuedAt, signature]))
      .digest('base64url');
  const parts = (request: FastifyRequest): [issuedAt: string, signature: string, seal: string] => {
    const [issuedAt = '', signature = '', sealed = ''] = cookie.read(request)?.split('.') ?? [];
    return [issuedAt, signature, sealed];
  };
  const isCurrent = (issuedAt: string): boolean =>
    /^\d{1,15}$/.test(issuedAt) && clock.now() - Number(issuedAt) <= LASTS_SECONDS * 1_000;
  return {
    set: (request: FastifyRequest, reply: FastifyReply, account: AccountRow): void => {
      const issuedAt = String(clock.now());
      const signature = sign(account, issuedAt);
      cookie.set(request, reply, `${issuedAt}.${signature}.${seal(issuedAt, signature)}`);
    },
    /** Whether the service issued the browser's cookie, for any account. Costs one HMAC and no database query. */
    isOurs: (request: FastifyRequest): boolean => {
      const [issuedAt, signature, sealed] = parts(request);
      return isCurrent(issuedAt) && isEqual(sealed, seal(issuedAt, signature));
    },
    /** Whether the account was used in this browser before. */
    isOf: (request: FastifyRequest, account: AccountRow): boolean => {
      const [issuedAt, signature] = parts(request);
      return isCurrent(issuedAt) && isEqual(signature, sign(account, issuedAt));
    },
  };
}

function isEqual(sent: string, right: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
