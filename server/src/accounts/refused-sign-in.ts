import { AppError } from '#errors.ts';

/** Why a person whom the provider vouches for, or who has an invitation, is not let in, and what to do about it. The sign-in page
 *  has its own words for each code (dashboard/src/strings/account.ts). */
const REFUSALS = {
  not_invited: 'No one has invited your e-mail address. Ask an admin for an invitation to it.',
  email_not_verified:
    'Your provider has not verified your e-mail address. Verify it there, then sign in again.',
  other_identity:
    'The account with your e-mail address belongs to someone else at the provider. Ask an admin to remove it.',
  not_begun_here: 'This sign-in did not begin in this browser, or took too long. Start again.',
  account_unproved:
    'There is an account with your e-mail address, and no one has proved that the address is theirs. If it is yours, sign in with its password and connect it on the page "My account"; otherwise ask an admin for an invitation to your address.',
  not_claimable:
    'The account with this e-mail address is a member of the workspace already, and this link does not take it over. Sign in with its password, or ask whoever runs this service for a new one (footnote accounts reset-password EMAIL).',
  last_owner:
    'There is an account with your e-mail address that was never proved, and it is the only owner of a workspace. If it is yours, sign in with its password first; otherwise ask another admin to make someone else an owner, or whoever runs this service for a new password (footnote accounts reset-password).',
} as const;

export type Refusal = keyof typeof REFUSALS;

/** A 403 with a reason that the sign-in page knows. */
export class RefusedSignIn extends AppError {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super('forbidden', REFUSALS[reason]);
    this.reason = reason;
  }
}
