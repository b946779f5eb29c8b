import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { AppError } from '#errors.ts';
import { secondsUntil, tooMany, waitOf } from '#http/rate-limits/rate-limit.ts';
import type { AccountId } from '#lib/ids.ts';
import { hashToken } from '#lib/token.ts';
import { recordAudit } from '#records/audit.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { actorOf } from './join.ts';
import { noteFailedSignIn } from './note-failure.ts';

/** Whether signing in needs more than the password. */
export const hasSecondFactor = ({ totp_confirmed_at }: AccountRow): boolean => totp_confirmed_at !== null;

/** The parameters of all authenticator apps: SHA-1, six digits, a new code every 30 seconds (RFC 6238). */
const APP = { issuer: 'Footnote', algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A phone's clock may be a step behind or ahead. */
const STEPS_OF_SKEW = 1;

/** A new secret, and the URL from which authenticator apps read it. */
export function newTotpSecret(email: string): { secret: string; url: string } {
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, url: new TOTP({ ...APP, label: email, secret }).toString() };
}

/** The 30-second step of a code; undefined if the code is wrong. */
export function stepOf(secret: string, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...APP, secret: Secret.fromBase32(secret) });
  const distance = totp.validate({ token: code, timestamp: now, window: STEPS_OF_SKEW });
  return distance === null ? undefined : totp.counter({ timestamp: now }) + distance;
}

const RECOVERY_CODES = 10;
/** Without letters that look like digits: 32 of them, so that a random byte picks each equally often. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** Ten new recovery codes of 80 random bits each, and the column that stores their hashes. */
export function newRecoveryCodes(): { codes: string[]; column: string } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(16)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
    return letters.match(/.{4}/g)?.join('-') ?? '';
  });
  return { codes, column: JSON.stringify(codes.map((code) => hashToken(plain(code)))) };
}

/** Removes spaces, hyphens and capitals, which people may type. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

export const recoveryHashesOf = ({ recovery_codes }: AccountRow): string[] =>
  JSON.parse(recovery_codes ?? '[]') as string[];

/** Uses up a code of the authenticator app or a recovery code. False if it is wrong or was used before. */
export async function spendCode(
  tx: Pick<WorkspaceTransaction, 'accounts' | 'auditLog'>,
  accountId: AccountId,
  { code, now }: { code: string; now: number },
): Promise<boolean> {
  const account = await tx.accounts.find(accountId);
  if (!account || account.totp_secret === null || !hasSecondFactor(account)) return false;
  const typed = plain(code);
  if (/^\d{6}$/.test(typed)) {
    const step = stepOf(account.totp_secret, typed, now);
    if (step === undefined || step <= (account.totp_last_step ?? 0)) return false;
    return await tx.accounts.changeSecondFactor(account, { totp_last_step: step });
  }
  const hashes = recoveryHashesOf(account);
  const left = hashes.filter((hash) => hash !== hashToken(typed));
  if (left.length === hashes.length) return false;
  if (!(await tx.accounts.changeSecondFactor(account, { recovery_codes: JSON.stringify(left) })))
    return false;
  await recordAudit(tx, {
    actor: actorOf(account),
    action: 'account.recovery_code_used',
    subjectId: accountId,
    details: { left: left.length },
    now,
  });
  return true;
}

/** Codes are short, so wrong guesses per day are limited even with the password or a session. */
const CODES_A_DAY = { limit: 30, windowMs: 24 * 3_600_000 };

/** Counts a code before it is checked, so that parallel requests cannot evade the limit. Throws 429 above the limit.
 *  `succeeded` undoes the count, because right codes cost nothing. */
export async function throttleCodes(
  { limiter, clock }: Pick<EntranceServices, 'limiter' | 'clock'>,
  accountId: AccountId,
): Promise<{ succeeded(): Promise<void> }> {
  const bucket = `code ${accountId}`;
  const hit = await limiter.hit(bucket, CODES_A_DAY);
  if (hit.isAllowed) return { succeeded: () => limiter.takeBack(bucket, CODES_A_DAY, hit) };
  const seconds = secondsUntil(hit.resetAt, clock);
  throw tooMany(
    `Too many wrong codes were entered for this account. Try again in ${waitOf(seconds)}, or use a passkey.`,
    seconds,
  );
}

/** Returns the step that a password sign-in must run in its transaction: it asks for the code if the account has a second
 *  factor. Throws 401 if the code is missing or wrong. */
export async function demandCode(
  services: EntranceServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, code }: { account: AccountRow; code: string | undefined },
): Promise<(tx: WorkspaceTransaction) => Promise<void>> {
  const { account_id } = account;
  const attempt =
    code !== undefined && hasSecondFactor(account) ? await throttleCodes(services, account_id) : undefined;
  return async (tx) => {
    // Read again, because two-step sign-in may have been turned on since the password was checked.
    const present = await tx.accounts.find(account_id);
    if (!present || !hasSecondFactor(present)) return;
    if (code === undefined)
      throw codeError(
        'Enter the six-digit code from your authenticator app, or a recovery code.',
        'is required, because this account has two-step sign-in',
      );
    if (await spendCode(tx, account_id, { code, now: services.clock.now() })) {
      // After the transaction: the count may be in the database too.
      if (attempt) services.afterAnswer(reply, attempt.succeeded);
      return;
    }
    noteFailedSignIn(services, request, reply, account, 'code');
    throw codeError(
      'The code is wrong or was already used. Enter the next one.',
      'is wrong or was already used',
    );
  };
}

const codeError = (message: string, reason: string): AppError =>
  new AppError('unauthorized', message, { details: [{ field: 'code', reason }] });
