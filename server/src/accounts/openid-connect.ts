import type { Configuration } from 'openid-client';
import { z } from 'zod';
import type { Services } from '#services.ts';
import { RefusedSignIn } from './refused-sign-in.ts';

/** Kept in the browser during the visit to the provider. Without it, the provider's response is useless. */
const Attempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  /** Started on the account page, to which the browser returns. */
  isConnecting: z.boolean().optional(),
});
export type Attempt = z.infer<typeof Attempt>;

export const packAttempt = (attempt: Attempt): string =>
  Buffer.from(JSON.stringify(attempt)).toString('base64url');

export function unpackAttempt(text: string | undefined): Attempt | undefined {
  try {
    return Attempt.parse(JSON.parse(Buffer.from(text ?? '', 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** A person that the provider vouches for. */
export type Identity = {
  /** Issuer and subject, separated by a space. */
  identity: string;
  /** In lower case, and verified. */
  email: string;
  name: string;
  /** When the provider last had them prove who they are, in milliseconds; undefined if it doesn't say. */
  authenticatedAt?: number | undefined;
};

const Claims = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.string().optional(),
  // Some providers send it as a string.
  email_verified: z.union([z.boolean(), z.literal(['true', 'false'])]).optional(),
  name: z.string().optional(),
  /** In seconds. */
  auth_time: z.number().optional(),
});

/** Only loaded when someone signs in this way: it takes 3 MB. */
const loadClient = () => import('openid-client');

/** The configured OpenID Connect provider, used with the authorization code flow and PKCE. */
export function openIdConnect({
  OIDC_ISSUER: issuer = '',
  OIDC_CLIENT_ID: clientId = '',
  OIDC_CLIENT_SECRET: clientSecret,
}: Services['config']) {
  let discovered: Promise<Configuration> | undefined;
  /** Fetched once; again after a failure. */
  const configuration = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery } = await loadClient();
    const execute = issuer.startsWith('http:') ? [allowInsecureRequests] : [];
    discovered ??= discovery(new URL(issuer), clientId, clientSecret, undefined, { execute }).catch(
      (error) => {
        discovered = undefined;
        throw error;
      },
    );
    return await discovered;
  };
  return {
    /** The URL for the browser, and the data it must keep meanwhile.
     *  isFresh: the provider should ask for credentials even if the person is signed in there. */
    begin: async (
      redirectUri: string,
      { isFresh }: { isFresh: boolean },
    ): Promise<{ url: string; attempt: Attempt }> => {
      const client = await loadClient();
      const attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const url = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return { url: url.href, attempt };
    },

    /** The person who returned to `url`. Throws if the provider's response is invalid, and 403 if the email address is
     *  not verified. */
    end: async (url: URL, { state, nonce, verifier }: Attempt): Promise<Identity> => {
      const { authorizationCodeGrant } = await loadClient();
      const tokens = await authorizationCodeGrant(await configuration(), url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const { iss, sub, email, email_verified, name, auth_time } = Claims.parse(tokens.claims());
      if (email === undefined || String(email_verified) !== 'true')
        throw new RefusedSignIn('email_not_verified');
      return {
        identity: `${iss} ${sub}`,
        email: email.toLowerCase(),
        name: name?.replace(/\p{Cc}/gu, ' ').trim() || email,
        authenticatedAt: auth_time === undefined ? undefined : auth_time * 1_000,
      };
    },
  };
}
