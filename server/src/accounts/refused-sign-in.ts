import { AppError } from '#errors.ts';

/** Why a person with a valid provider identity or invitation cannot sign in, and what to do about it. The sign-in
 *  page has its own sentence for each code (dashboard/src/strings/account.ts). */
const REFUSALS = {
  not_invited: 'Your email address has no invitation. Ask an admin to invite it.',
  email_not_verified:
    'Your provider has not verified your email address. Verify it there, then sign in again.',
  other_identity:
    'The account with your email address is connected to another identity at the provider. Ask an admin to remove it.',
  not_begun_here: 'This sign-in did not begin in this browser, or took too long. Start again.',
  account_unproved:
    'There is an account with your email address, but nobody has proved that the address is theirs. If it is yours, sign in with its password and connect it in Settings, "Profile". Otherwise ask an admin to invite your email address.',
  not_claimable:
    'The account with this email address is already a member of the workspace, and this link cannot take it over. Sign in with its password, or ask the operator of this service for a new one (footnote accounts reset-password EMAIL).',
  last_owner:
    'There is an account with your email address that was never proved, and it is the only owner of a workspace. If it is yours, sign in with its password first. Otherwise ask another admin to make someone else an owner, or ask the operator of this service for a new password (footnote accounts reset-password).',
} as const;

export type Refusal = keyof typeof REFUSALS;

/** A 403 with a reason code that the sign-in page knows. */
export class RefusedSignIn extends AppError {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super('forbidden', REFUSALS[reason]);
    this.reason = reason;
  }
}
