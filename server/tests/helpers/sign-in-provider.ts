import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, openBrowser } from './people.ts';

/** Who signs in at the provider next. */
export type Person = { sub: string; email: string; email_verified?: boolean; name?: string };

export type SignInProvider = {
  issuer: string;
  /** What the provider says of whoever comes next; `nonce` and the like in `claims` make it lie. */
  next: { person: Person; claims?: Record<string, unknown> };
  /** Since when they are signed in there, in milliseconds, for `auth_time`; undefined: the provider doesn't tell. Whoever is
   *  asked to sign in anew (`prompt=login`) does so at once. */
  sessionSince?: number | undefined;
  stop(): Promise<void>;
};

const CLIENT = { id: 'footnote', secret: 'a secret of the client' };
export const providerSettings = ({ issuer }: SignInProvider) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: 'Example',
});

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A small provider of OpenID Connect with the authorization code flow and PKCE, whose tokens are signed for real. Everybody who
 *  comes is `next`, at once. */
export async function startSignInProvider(): Promise<SignInProvider> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
  type Grant = { challenge: string; nonce: string; isFresh: boolean; next: SignInProvider['next'] };
  const codes = new Map<string, Grant>();
  const provider: SignInProvider = {
    issuer: '',
    next: { person: { sub: '1', email: 'nobody@example.com' } },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };

  const tokenFor = (code: string, verifier: string): unknown => {
    const grant = codes.get(code);
    codes.delete(code);
    if (!grant || createHash('sha256').update(verifier).digest('base64url') !== grant.challenge)
      return undefined;
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: provider.issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 60,
      nonce: grant.nonce,
      email_verified: true,
      ...(provider.sessionSince !== undefined && {
        auth_time: grant.isFresh ? now : Math.floor(provider.sessionSince / 1_000),
      }),
      ...grant.next.person,
      ...grant.next.claims,
    };
    const content = `${base64url({ alg: 'RS256', kid: key.kid })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(content), privateKey).toString('base64url');
    return { access_token: randomUUID(), token_type: 'bearer', id_token: `${content}.${signature}` };
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    const json = (value: unknown, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (url.pathname === '/.well-known/openid-configuration')
      return json({
        issuer: provider.issuer,
        authorization_endpoint: `${provider.issuer}/authorize`,
        token_endpoint: `${provider.issuer}/token`,
        jwks_uri: `${provider.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    if (url.pathname === '/keys') return json({ keys: [key] });
    if (url.pathname === '/authorize') {
      const code = randomUUID();
      const asked = url.searchParams;
      codes.set(code, {
        challenge: asked.get('code_challenge') ?? '',
        nonce: asked.get('nonce') ?? '',
        isFresh: asked.get('prompt') === 'login' && asked.get('max_age') === '0',
        next: provider.next,
      });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return response.writeHead(302, { location: back.href }).end();
    }
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    const token =
      form.get('client_secret') === CLIENT.secret
        ? tokenFor(form.get('code') ?? '', form.get('code_verifier') ?? '')
        : undefined;
    return token ? json(token) : json({ error: 'invalid_grant' }, 400);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return provider;
}

/** Goes to the provider and back as a browser does, with its cookies. Returns where it ends, and the browser.
 *  from: the cookie of a browser in which somebody is signed in already. */
export async function signInByProvider(
  provider: SignInProvider,
  baseUrl: string,
  person: Person,
  {
    claims = {},
    tamper = (url: URL) => url,
    withCookies = true,
    from,
    isFresh = false,
  }: {
    claims?: object;
    tamper?: (url: URL) => URL;
    withCookies?: boolean;
    from?: string | undefined;
    isFresh?: boolean;
  } = {},
): Promise<{ location: string; browser: Browser }> {
  provider.next = { person, claims: { ...claims } };
  const start = await fetch(`${baseUrl}/v1/account/oidc/start${isFresh ? '?fresh=true' : ''}`, {
    redirect: 'manual',
  });
  const attempt = start.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const there = await fetch(start.headers.get('location') ?? '', { redirect: 'manual' });
  const cookies = [...(withCookies ? [attempt] : []), ...(from === undefined ? [] : [from])];
  const back = await fetch(tamper(new URL(there.headers.get('location') ?? '')), {
    redirect: 'manual',
    headers: { ...(cookies.length > 0 && { cookie: cookies.join('; ') }), 'sec-fetch-site': 'cross-site' },
  });
  const set = back.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const cookie = set.find((each) => each.startsWith('footnote_sign_in='));
  return {
    location: back.headers.get('location') ?? '',
    browser: openBrowser(baseUrl, { ...(cookie !== undefined && { cookie }) }),
  };
}
