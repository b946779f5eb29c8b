import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import { type Address, ownOrigin } from '#http/base-urls.ts';
import { createLimiter } from '#http/rate-limits/limiter.ts';
import { decrypt, encrypt } from '#lib/encrypt.ts';
import type { AccountId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { Store, WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow, PasskeyRow } from '#storage/tables.ts';
import { ownCookie } from './cookie.ts';
import type { PasskeyAssertion, PasskeyAttestation } from './passkey-schema.ts';

/** How long a person may take for a fingerprint or PIN. */
export const CEREMONY_MS = 300_000;
/** EdDSA, ECDSA with P-256 and RSA, which authenticators support. */
const ALGORITHMS = [-8, -7, -257];

const Ceremony = z.object({ challenge: z.string(), accountId: z.string().nullable(), endsAt: z.number() });

type Dependencies = Pick<Services, 'store' | 'clock'> & { address: Address; cursorSecret: string };

/** Challenges for authenticators. The browser keeps its challenge in an encrypted cookie, so that strangers use no memory
 *  here. Each challenge works once.
 *  accountId: the account that adds a passkey; null when using one. */
export function passkeyCeremonies({ store, clock, address, cursorSecret }: Dependencies) {
  const cookie = ownCookie(address, { name: 'footnote_passkey', maxAge: CEREMONY_MS / 1_000 });
  const key = {
    secret: cursorSecret,
    belongsTo: 'the browser',
    purpose: 'the challenge of a passkey',
  } as const;
  // On regardless of the settings, because security depends on this limit.
  const used = createLimiter({ store, clock, config: { RATE_LIMITS: { isOn: true } } });
  return {
    begin: (request: FastifyRequest, reply: FastifyReply, accountId: AccountId | null): string => {
      const challenge = randomBytes(32).toString('base64url');
      const ceremony: z.infer<typeof Ceremony> = { challenge, accountId, endsAt: clock.now() + CEREMONY_MS };
      cookie.set(request, reply, encrypt(key, JSON.stringify(ceremony)));
      return challenge;
    },

    /** The browser's challenge; undefined if it had none, or the challenge was used or has expired. */
    end: async (
      request: FastifyRequest,
      reply: FastifyReply,
      accountId: AccountId | null,
    ): Promise<string | undefined> => {
      const sealed = cookie.read(request);
      if (sealed === undefined || sealed.length > 1_000) return undefined;
      cookie.clear(request, reply);
      const ceremony = Ceremony.safeParse(JSON.parse(decrypt(key, sealed) ?? 'null')).data;
      if (!ceremony || ceremony.accountId !== accountId || ceremony.endsAt <= clock.now()) return undefined;
      const { isAllowed } = await used.hit(`passkey ${ceremony.challenge}`, {
        limit: 1,
        // Twice its lifetime, so that it is remembered until it has expired.
        windowMs: 2 * CEREMONY_MS,
      });
      return isAllowed ? ceremony.challenge : undefined;
    },
  };
}

export type PasskeyCeremonies = ReturnType<typeof passkeyCeremonies>;

type RelyingParty = { id: string; origin: string };

/** The relying party of this URL. Throws 409 for IP addresses, for which browsers do not support passkeys. */
export function relyingPartyOf(address: Address, request: FastifyRequest): RelyingParty {
  const origin = ownOrigin(address, request);
  const id = URL.parse(origin)?.hostname ?? '';
  if (id === '' || isIP(id.replace(/^\[|\]$/g, '')) !== 0)
    throw new AppError(
      'conflict',
      `Browsers do not support passkeys for an IP address (${id}). Open the dashboard by a host name, such as localhost.`,
    );
  return { id, origin };
}

const handleOf = (accountId: AccountId): Uint8Array<ArrayBuffer> => new TextEncoder().encode(accountId);

/** Imported on first use: the library takes 27 MB and 0.1 s, which installations without passkeys save. */
const webAuthn = () => import('@simplewebauthn/server');

/** The options for creating a discoverable passkey. */
export async function creationOptions(
  { id, challenge }: RelyingParty & { challenge: string },
  { account_id, email, name }: AccountRow,
  present: readonly PasskeyRow[],
) {
  const { generateRegistrationOptions } = await webAuthn();
  return await generateRegistrationOptions({
    rpName: 'Footnote',
    rpID: id,
    userID: handleOf(account_id),
    userName: email,
    userDisplayName: name,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CEREMONY_MS,
    attestationType: 'none',
    excludeCredentials: present.map(({ credential_id }) => ({ id: credential_id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

/** The columns of a new passkey; undefined when the browser's answer is invalid. */
export async function readAttestation(
  { id, origin, challenge }: RelyingParty & { challenge: string },
  response: z.output<typeof PasskeyAttestation>,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count' | 'transports'> | undefined> {
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(unreadable);
  if (!registrationInfo) return undefined;
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: JSON.stringify(response.response.transports ?? []),
  };
}

/** The library throws for any invalid answer, with messages for developers. */
const unreadable = (): { registrationInfo?: never; verified: false } => ({ verified: false });

/** A passkey that was used. `note` records the use and returns false if the passkey was removed or used meanwhile. */
export type UsedPasskey = {
  passkey: PasskeyRow;
  account: AccountRow;
  isRight: boolean;
  note: (tx: Pick<WorkspaceTransaction, 'passkeys'>, now: number) => Promise<boolean>;
};

/** The passkey in a browser's answer, and whether the answer is valid; undefined when there is no such passkey. */
export async function readAssertion(
  live: Store,
  { id, origin, challenge }: RelyingParty & { challenge: string },
  response: z.output<typeof PasskeyAssertion>,
): Promise<UsedPasskey | undefined> {
  const passkey = await live.people.passkeys.findByCredential(response.id);
  const account = passkey && (await live.people.accounts.find(passkey.account_id));
  // People without a password sign in through their provider, which may have removed them.
  if (!account || account.password_hash === null) return undefined;
  const { userHandle } = response.response;
  const handle = Buffer.from(handleOf(account.account_id)).toString('base64url');
  const isHandle = userHandle === undefined || userHandle === handle;
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.sign_count,
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  const sign_count = authenticationInfo?.newCounter ?? passkey.sign_count;
  return {
    passkey,
    account,
    isRight: isHandle && verified,
    note: (tx, now) => tx.passkeys.use(passkey, { sign_count, last_used_at: now }),
  };
}
