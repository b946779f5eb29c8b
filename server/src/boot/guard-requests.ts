import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authenticateSignIn } from '#accounts/authenticate.ts';
import { signInCookie } from '#accounts/cookie.ts';
import { AppError } from '#errors.ts';
import { createGuard } from '#http/access/guard.ts';
import { ignoreAnsweredRequests } from '#http/answered-requests.ts';
import { limitRequests, throttleFailures } from '#http/rate-limits/rate-limit.ts';
import { authenticateKey } from '#keys/authenticate.ts';
import type { Principal } from '#records/principal.ts';
import type { RequestServices } from './app-services.ts';
import type { Admit } from './request-context.ts';

/** Who gets in: shared by the routes of /v1 and /mcp, so that wrong keys are counted together. */
export type Door = {
  /** Throws 401 without a valid key in `Authorization`, and 429 after many wrong ones. */
  authenticateKey(request: FastifyRequest): Promise<Principal>;
  /** The same, but a sign-in is enough. */
  authenticate(request: FastifyRequest): Promise<Principal>;
  /** Gives the request its context, and counts it. Throws 429 above the rate limit. */
  admit: Admit;
};

export function createDoor(services: RequestServices): Door {
  const { store, stores, clock, config, log, limiter, admit } = services;
  const cookie = signInCookie({ config, environment: store.environment });
  const limit = limitRequests({ limiter, config, clock });
  const failures = throttleFailures({ limiter, config, clock }, (address) => log.warn({ address }, BLOCKED));
  const authenticate = (request: FastifyRequest, mayBePerson: boolean): Promise<Principal> =>
    failures.run(request.ip, async () => {
      const { authorization } = request.headers;
      if (authorization !== undefined)
        return await authenticateKey({ stores, clock }, authorization, {
          mayBeRemembered: request.routeOptions.config.provesKey === true,
        });
      const token = mayBePerson ? cookie.read(request) : undefined;
      if (token === undefined) throw missingKey();
      return await authenticateSignIn(services, token);
    });
  return {
    authenticateKey: (request) => authenticate(request, false),
    authenticate: (request) => authenticate(request, true),
    admit: async (request, reply, principal) => {
      await admit(request, reply, principal);
      await limit(request, reply, principal);
    },
  };
}

/** Requires a key or a sign-in with access to the route, and applies the rate limits. */
export function guardRequests(
  app: FastifyInstance,
  { store }: Pick<RequestServices, 'store'>,
  { authenticate, admit }: Door,
): void {
  app.addHook('onRequest', createGuard({ environment: store.environment, authenticate, admit }));
  ignoreAnsweredRequests(app);
}

const BLOCKED =
  'blocked an address for a minute after many wrong keys; if it belongs to a proxy, add it to TRUST_PROXY';

const missingKey = (): AppError =>
  new AppError(
    'unauthorized',
    'The request has no API key. Send the header "Authorization: Bearer <API_KEY>".',
    { headers: { 'www-authenticate': 'Bearer' } },
  );
