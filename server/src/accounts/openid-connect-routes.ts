import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { type Address, ownOrigin } from '#http/base-urls.ts';
import { ownCookie } from './cookie.ts';
import type { EntranceServices } from './enter.ts';
import { enterByIdentity } from './enter-by-identity.ts';
import { openIdConnect, packAttempt, unpackAttempt } from './openid-connect.ts';
import { throttle } from './throttle.ts';

const ATTEMPT_SECONDS = 600;
const CALLBACK = '/v1/account/oidc/callback';

/** The way to the provider of OpenID Connect and back, for browsers: answers are redirections, also of what went wrong. */
export function openIdConnectRoutes(
  app: FastifyInstance,
  services: EntranceServices & { address: Address },
): void {
  const { config, address } = services;
  const provider = openIdConnect(config);
  const cookie = ownCookie(address, { name: 'footnote_oidc', maxAge: ATTEMPT_SECONDS });
  const options = { config: { access: 'open' }, schema: { hide: true } } as const;
  const failed = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    // Without what the provider said: it may be about a person.
    if (!(error instanceof AppError))
      request.log.warn({ reason: (error as Error).message }, 'a sign-in by OpenID Connect failed');
    const message =
      error instanceof AppError ? error.message : `${config.OIDC_NAME} did not sign you in: try again.`;
    return reply.redirect(`/sign-in#error=${encodeURIComponent(message)}`);
  };

  app.get('/account/oidc/start', options, async (request, reply) => {
    try {
      const { url, attempt } = await provider.begin(`${ownOrigin(address, request)}${CALLBACK}`);
      cookie.set(request, reply, packAttempt(attempt));
      return reply.redirect(url);
    } catch (error) {
      return failed(request, reply, error);
    }
  });

  app.get('/account/oidc/callback', options, async (request, reply) => {
    try {
      await throttle(services, request);
      const attempt = unpackAttempt(cookie.read(request));
      cookie.clear(request, reply);
      if (!attempt)
        throw new AppError('forbidden', 'This sign-in was not begun here, or took too long: begin again.');
      const identity = await provider.end(new URL(request.url, ownOrigin(address, request)), attempt);
      await enterByIdentity(services, request, reply, identity);
      return reply.redirect('/sign-in');
    } catch (error) {
      return failed(request, reply, error);
    }
  });
}
