import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { constant, requiredName, text, timestamp } from '#records/fields.ts';
import type { PasskeyRow } from '#storage/tables.ts';

/** Bytes of a credential in base64url; the whole body is bounded too. */
const bytes = (max: number) =>
  text(max)
    .refine((value) => /^[A-Za-z0-9_-]+$/.test(value), 'must be base64url without padding')
    .meta({ pattern: '^[A-Za-z0-9_-]+$' });
/** WebAuthn allows 1,023 bytes. */
const credentialId = bytes(1_364);
const part = bytes(LIMITS.passkeyBodyBytes);

/** Browsers may send more fields than these. */
const credential = {
  id: credentialId.meta({ description: 'The id of the credential, base64url.' }),
  rawId: credentialId.meta({ description: 'The same as `id`.' }),
  type: constant('public-key'),
  clientExtensionResults: z.object({}).meta({ description: 'Ignored.' }),
};

export const PasskeyAttestation = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: part.meta({ description: 'What the browser signed, base64url.' }),
        attestationObject: part.meta({ description: 'The new public key, base64url.' }),
        transports: z
          .array(text(20))
          .max(10)
          .optional()
          .meta({ description: 'How the authenticator can be reached, such as `internal` or `usb`.' }),
      })
      .meta({ description: 'What the authenticator returned.' }),
  })
  .meta({ id: 'PasskeyAttestation', description: '`RegistrationResponseJSON` of WebAuthn.' });

export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z
      .object({
        clientDataJSON: part.meta({ description: 'What the browser signed, base64url.' }),
        authenticatorData: part.meta({ description: 'The state of the authenticator, base64url.' }),
        signature: part.meta({ description: 'The signature over both, base64url.' }),
        userHandle: bytes(100)
          .optional()
          .meta({ description: 'The account that the passkey belongs to, base64url.' }),
      })
      .meta({ description: 'What the authenticator returned.' }),
  })
  .meta({ id: 'PasskeyAssertion', description: '`AuthenticationResponseJSON` of WebAuthn.' });

export const PasskeyCreationOptions = z
  .looseObject({
    challenge: z.string().meta({
      description: 'Random bytes that the passkey signs, base64url. Valid once, for a few minutes.',
    }),
  })
  .meta({
    id: 'PasskeyCreationOptions',
    description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`.',
  });

export const PasskeyRequestOptions = z
  .object({
    challenge: z.string().meta({
      description: 'Random bytes that the passkey signs, base64url. Valid once, for a few minutes.',
    }),
    rpId: z.string().meta({ description: 'The host name that the passkeys belong to.' }),
    timeout: z.int().meta({ description: 'Milliseconds that the browser waits for the person.' }),
    userVerification: constant('required'),
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`.',
  });

const name = requiredName(LIMITS.nameCharacters).meta({
  description: 'To tell your passkeys apart, such as the device.',
});

export const AddPasskey = z
  .strictObject({ name: name.default('Passkey'), credential: PasskeyAttestation })
  .meta({ id: 'AddPasskey', description: 'A passkey that the browser has created.' });

export const UpdatePasskey = z
  .strictObject({ name })
  .meta({ id: 'UpdatePasskey', description: 'Changes of a passkey.' });

export const PasskeySignIn = z
  .strictObject({ credential: PasskeyAssertion })
  .meta({ id: 'PasskeySignIn', description: 'The answer of a passkey.' });

export const Passkey = z
  .object({
    id: z.string().meta({ description: 'Prefix `pky_`.' }),
    name: z.string().meta({ description: 'To tell your passkeys apart.' }),
    created_at: timestamp,
    last_used_at: timestamp.nullable().meta({ description: 'ISO 8601, UTC; null if it was never used.' }),
  })
  .meta({ id: 'Passkey', description: 'A passkey of an account.' });

export const toPasskey = (row: PasskeyRow): z.infer<typeof Passkey> => ({
  id: row.passkey_id,
  name: row.name,
  created_at: toIso(row.created_at),
  last_used_at: row.last_used_at === null ? null : toIso(row.last_used_at),
});
