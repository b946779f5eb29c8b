import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { requiredText, text, timestamp } from '#records/fields.ts';
import { PasskeyAssertion } from './passkey-schema.ts';

/** Longer than any code, with room for spaces that people type. */
const CODE_CHARACTERS = 40;
export const code = requiredText(CODE_CHARACTERS).meta({
  description: 'The six-digit code of your authenticator app, or a recovery code. Each works once.',
});
const password = requiredText(LIMITS.passwordCharacters).meta({ description: 'Your present password.' });

export const SecondFactor = z
  .object({
    totp_enabled_at: timestamp
      .nullable()
      .meta({ description: 'When two-step sign-in was turned on; null if it is off.' }),
    recovery_codes_left: z.int().meta({ description: 'Recovery codes that were not used yet.' }),
    passkey_count: z.int().meta({ description: 'Passkeys of the account.' }),
  })
  .meta({ id: 'SecondFactor', description: 'The second factors of an account.' });

export const NewTotp = z
  .object({
    secret: z.string().meta({ description: 'The secret in base 32, for typing into an authenticator app.' }),
    url: z.string().meta({ description: 'An `otpauth://…` URL, to show as a QR code.' }),
  })
  .meta({ id: 'NewTotp', description: 'What an authenticator app needs to know.' });

export const ConfirmTotp = z
  .strictObject({ code: text(CODE_CHARACTERS).meta({ description: 'The code that the app shows now.' }) })
  .meta({ id: 'ConfirmTotp', description: 'The proof that the app is set up.' });

export const RecoveryCodes = z
  .object({
    recovery_codes: z
      .array(z.string())
      .meta({ description: 'Each code signs you in once, without the app.' }),
  })
  .meta({ id: 'RecoveryCodes', description: 'Codes for the day you lose your authenticator app.' });

export const DisableTotp = z
  .strictObject({ password })
  .meta({ id: 'DisableTotp', description: 'The proof that it is you.' });

export const ConfirmBody = z
  .strictObject({
    password: password.optional(),
    code: code.optional(),
    passkey: PasskeyAssertion.optional(),
  })
  .refine((body) => Object.values(body).filter((value) => value !== undefined).length === 1, {
    path: ['password'],
    message: 'is required, or `code` or `passkey`, but only one of them',
  })
  .meta({ id: 'ConfirmBody', description: 'One proof of your identity.' });

export const Confirmation = z
  .object({ confirmed_until: timestamp })
  .meta({ id: 'Confirmation', description: 'How long you count as confirmed.' });
