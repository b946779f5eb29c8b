import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { afterAnswers } from '#http/after-answer.ts';
import type { Services } from '#services.ts';
import { confirmRoute } from './confirm-route.ts';
import { assertNotForeign, signInCookie } from './cookie.ts';
import { invitationRoutes } from './invitation-routes.ts';
import { openIdConnectRoutes } from './openid-connect-routes.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { passkeySignInRoutes } from './passkey-sign-in-routes.ts';
import { passkeyCeremonies } from './passkeys.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { type ThrottleServices, throttleAddress } from './throttle.ts';

type Dependencies = ThrottleServices &
  Pick<Services, 'log' | 'models'> & {
    /** Also encrypts the challenges of passkeys. */
    cursorSecret: string;
    /** How the command line is called here. */
    command: string;
  };

/** Sign-in, and what people may do with their own account. Accounts belong to the live environment and work in both. */
export const accountRoutes =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { store, config, log } = services;
    const address = { config, environment: store.environment };
    const cookie = signInCookie(address);
    const ceremonies = passkeyCeremonies({ ...services, address });
    const entrance = { ...services, address, ceremonies, cookie, afterAnswer: afterAnswers(app, log) };

    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      if (request.routeOptions.config.access !== 'open') return;
      assertNotForeign(address, request);
      if (request.method === 'POST') await throttleAddress(services, request);
    });
    if (config.OIDC_ISSUER !== undefined) openIdConnectRoutes(app, entrance);
    await app.register(secondFactorRoutes(entrance));
    await app.register(confirmRoute(entrance));
    await app.register(passkeySignInRoutes(entrance));
    await app.register(passkeyRoutes(entrance));
    await app.register(signInRoutes(entrance));
    await app.register(invitationRoutes(entrance));
    await app.register(ownAccountRoutes(entrance));
    await app.register(sessionRoutes(entrance));
  };
