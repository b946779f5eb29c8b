import { z } from 'zod';
import { LIMITS } from '#lib/limits.ts';
import { requiredText, text, timestamp } from '#records/fields.ts';
import { PasskeyAssertion } from './passkey-schema.ts';

/** Longer than any code, with room for the blanks that people type. */
const CODE_CHARACTERS = 40;
export const code = requiredText(CODE_CHARACTERS).meta({
  description: 'The six digits of your authenticator app, or a recovery code. Each works once.',
});
const password = requiredText(LIMITS.passwordCharacters);

export const SecondFactor = z
  .object({
    totp_enabled_at: timestamp
      .nullable()
      .meta({ description: 'Since when a sign-in by password needs a code; null if it does not.' }),
    recovery_codes_left: z.int(),
    passkey_count: z.int(),
  })
  .meta({ id: 'SecondFactor' });

export const NewTotp = z
  .object({
    secret: z.string().meta({ description: 'In base 32, to type into an authenticator app.' }),
    url: z.string().meta({ description: '`otpauth://…`, to show as a QR code.' }),
  })
  .meta({ id: 'NewTotp' });

export const ConfirmTotp = z
  .strictObject({ code: text(CODE_CHARACTERS).meta({ description: 'What the app shows now.' }) })
  .meta({ id: 'ConfirmTotp' });

export const RecoveryCodes = z
  .object({
    recovery_codes: z.array(z.string()).meta({ description: 'Each signs you in once, without the app.' }),
  })
  .meta({ id: 'RecoveryCodes' });

export const DisableTotp = z.strictObject({ password }).meta({ id: 'DisableTotp' });

export const ConfirmBody = z
  .strictObject({
    password: password.optional(),
    code: code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    path: ['password'],
    message: 'or `code` or `passkey` is needed, and only one of them',
  })
  .meta({ id: 'ConfirmBody', description: 'One proof that you are the person who signed in.' });

export const Confirmation = z.object({ confirmed_until: timestamp }).meta({ id: 'Confirmation' });
