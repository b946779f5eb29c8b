import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { requiredName, text, timestamp } from '#records/fields.ts';
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
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};

export const PasskeyAttestation = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: part,
      attestationObject: part,
      transports: z.array(text(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'PasskeyAttestation', description: '`RegistrationResponseJSON` of WebAuthn.' });

export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: part,
      authenticatorData: part,
      signature: part,
      userHandle: bytes(100).optional(),
    }),
  })
  .meta({ id: 'PasskeyAssertion', description: '`AuthenticationResponseJSON` of WebAuthn.' });

export const PasskeyCreationOptions = z.looseObject({ challenge: z.string() }).meta({
  id: 'PasskeyCreationOptions',
  description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`.',
});

export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  })
  .meta({
    id: 'PasskeyRequestOptions',
    description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`.',
  });

const name = requiredName(LIMITS.nameCharacters);

export const AddPasskey = z
  .strictObject({ name: name.default('Passkey'), credential: PasskeyAttestation })
  .meta({ id: 'AddPasskey' });

export const UpdatePasskey = z.strictObject({ name }).meta({ id: 'UpdatePasskey' });

export const PasskeySignIn = z.strictObject({ credential: PasskeyAssertion }).meta({ id: 'PasskeySignIn' });

export const Passkey = z
  .object({
    id: z.string().meta({ description: 'Prefix `pky_`.' }),
    name: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });

export const toPasskey = (row: PasskeyRow): z.infer<typeof Passkey> => ({
  id: row.passkey_id,
  name: row.name,
  created_at: toIso(row.created_at),
  last_used_at: row.last_used_at === null ? null : toIso(row.last_used_at),
});
