import type { FastifyInstance } from 'fastify';
import { authenticateSignIn } from '#accounts/authenticate.ts';
import { signInCookie } from '#accounts/cookie.ts';
import { AppError } from '#errors.ts';
import { createGuard } from '#http/access/guard.ts';
import { ignoreAnsweredRequests } from '#http/answered-requests.ts';
import { limitRequests, throttleFailures } from '#http/rate-limits/rate-limit.ts';
import { authenticateKey } from '#keys/authenticate.ts';
import type { RequestServices } from './app-services.ts';

/** Requires a key or a sign-in with access to the route, and applies the rate limits. */
export function guardRequests(app: FastifyInstance, services: RequestServices): void {
  const { store, stores, clock, config, log, limiter, admit } = services;
  const cookie = signInCookie({ config, environment: store.environment });
  const limit = limitRequests({ limiter, config, clock });
  const failures = throttleFailures({ limiter, config, clock }, (address) => log.warn({ address }, BLOCKED));
  const guard = createGuard({
    environment: store.environment,
    authenticate: (request) =>
      failures.run(request.ip, async () => {
        const { authorization } = request.headers;
        if (authorization !== undefined) return await authenticateKey({ stores, clock }, authorization);
        const token = cookie.read(request);
        if (token === undefined) throw missingKey();
        return await authenticateSignIn(services, token);
      }),
    admit: async (request, reply, principal) => {
      await admit(request, reply, principal);
      await limit(request, reply, principal);
    },
  });
  app.addHook('onRequest', guard);
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
