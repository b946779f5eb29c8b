import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { type Address, ownOrigin } from '#http/base-urls.ts';
import { ownCookie } from './cookie.ts';
import { enterByIdentity } from './enter-by-identity.ts';
import type { EntranceServices } from './entrance-services.ts';
import { openIdConnect, packAttempt, unpackAttempt } from './openid-connect.ts';
import { RefusedSignIn } from './refused-sign-in.ts';
import { throttleAddress } from './throttle.ts';

const ATTEMPT_SECONDS = 600;
const CALLBACK = '/v1/account/oidc/callback';

/** Sign-in with OpenID Connect for browsers. Every answer is a redirect, even errors. */
export function openIdConnectRoutes(
  app: FastifyInstance,
  services: EntranceServices & { address: Address },
): void {
  const { config, address } = services;
  const provider = openIdConnect(config);
  const cookie = ownCookie(address, { name: 'footnote_oidc', maxAge: ATTEMPT_SECONDS });
  const options = { config: { access: 'open' }, schema: { hide: true } } as const;
  const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    // Without the provider's message, which may be about a person.
    if (!(error instanceof AppError))
      request.log.warn({ reason: (error as Error).message }, 'a sign-in by OpenID Connect failed');
    return reply.redirect(`/sign-in#error=${codeOf(error)}`);
  };

  app.get('/account/oidc/start', options, async (request, reply) => {
    try {
      const { fresh, connect } = request.query as { fresh?: string; connect?: string };
      const redirectUri = `${ownOrigin(address, request)}${CALLBACK}`;
      const { url, attempt } = await provider.begin(redirectUri, { isFresh: fresh === 'true' });
      cookie.set(request, reply, packAttempt({ ...attempt, isConnecting: connect !== undefined }));
      return reply.redirect(url);
    } catch (error) {
      return failed(request, reply, error);
    }
  });

  app.get('/account/oidc/callback', options, async (request, reply) => {
    try {
      await throttleAddress(services, request);
      const attempt = unpackAttempt(cookie.read(request));
      cookie.clear(request, reply);
      if (!attempt) throw new RefusedSignIn('not_begun_here');
      const identity = await provider.end(new URL(request.url, ownOrigin(address, request)), attempt);
      const signInToken = services.cookie.ofBrowser(request);
      await enterByIdentity(services, request, reply, { who: identity, signInToken });
      return reply.redirect(attempt.isConnecting ? '/settings/profile' : '/');
    } catch (error) {
      return failed(request, reply, error);
    }
  });
}

/** An error code that the sign-in page knows. Never a sentence, because anyone can link to that page. */
function codeOf(error: unknown): string {
  if (error instanceof RefusedSignIn) return error.reason;
  return error instanceof AppError && error.code === 'rate_limited' ? 'too_many_attempts' : 'failed';
}
