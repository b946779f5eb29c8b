import type { FastifyRequest } from 'fastify';
import { type AppError, invalidField } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import type { AccountRow } from '#storage/tables.ts';
import { isPassword } from './password.ts';
import { type ThrottleServices, throttle } from './throttle.ts';

export const WRONG_PASSWORD = "isn't the password of your account";

/** Throws 422 unless a signed-in person sent their password in `field`, and 429 after too many wrong ones. */
export async function assertPassword(
  services: ThrottleServices,
  request: FastifyRequest,
  account: AccountRow,
  { field, password }: { field: string; password: string },
): Promise<void> {
  const attempt = await throttle(services, request, account.email, { isKnown: true });
  if (!(await isPassword(password, account.password_hash)))
    throw await noteFailedConfirmation(request, field, WRONG_PASSWORD);
  await attempt.succeeded();
}

/** Adds a wrong proof to the audit log and returns the 422 to throw. */
export async function noteFailedConfirmation(
  request: FastifyRequest,
  field: string,
  reason: string,
): Promise<AppError> {
  const { people, principal, audit } = contextOf(request);
  await people.transaction((tx) =>
    audit(tx, 'account.confirmation_failed', principal.actor.id, { wrong: field, address: request.ip }),
  );
  return invalidField(field, reason);
}
