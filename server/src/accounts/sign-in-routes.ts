import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answer, envelope } from '#http/envelope.ts';
import { enterByPassword } from './enter.ts';
import type { EntranceServices } from './entrance-services.ts';
import { Account, SignInBody, SignInMethods } from './schema.ts';
import { countAttempt } from './throttle.ts';

/** Signing in by email and password. */
export const signInRoutes =
  (services: EntranceServices): FastifyPluginAsyncZod =>
  async (app) => {
    const { config, stores, command } = services;
    const open = { access: 'open' } as const;

    app.get(
      '/account/sign-in-methods',
      {
        config: open,
        schema: {
          operationId: 'account.listSignInMethods',
          summary: 'Get the sign-in methods',
          description: 'What the sign-in page offers, beside a password. Needs no sign-in.',
          response: { 200: envelope(SignInMethods) },
        },
      },
      async (request) => {
        const openid_connect = config.OIDC_ISSUER === undefined ? null : { name: config.OIDC_NAME };
        return answer(request, {
          openid_connect,
          has_accounts: await stores.live.people.accounts.exist(),
          command,
        });
      },
    );

    app.post(
      '/account/sign-in',
      {
        config: open,
        schema: {
          operationId: 'account.signIn',
          summary: 'Sign in',
          description:
            'Sets a cookie that signs the browser in. The session ends after 12 hours without use, and at the latest after 30 days. An account with two-step sign-in gets 401 with `details` about `code` until you send one.',
          body: SignInBody,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const account = await countAttempt(services, request, request.body, () =>
          enterByPassword(services, request, reply, request.body),
        );
        return answer(request, account);
      },
    );
  };
