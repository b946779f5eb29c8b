import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '#errors.ts';
import type { Address } from '#http/base-urls.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { enter } from './enter.ts';
import type { EntranceServices } from './entrance-services.ts';
import { noteFailedSignIn } from './note-failure.ts';
import { PasskeyRequestOptions, PasskeySignIn } from './passkey-schema.ts';
import { CEREMONY_MS, type PasskeyCeremonies, readAssertion, relyingPartyOf } from './passkeys.ts';
import { Account } from './schema.ts';

type Dependencies = EntranceServices & { address: Address; ceremonies: PasskeyCeremonies };

/** Signing in with a passkey. */
export const passkeySignInRoutes =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock, ceremonies, address } = services;
    const open = { access: 'open' } as const;

    app.post(
      '/account/passkey-sign-in/options',
      {
        config: open,
        schema: {
          operationId: 'account.startPasskeySignIn',
          summary: 'Get options for using a passkey',
          description: "For signing in and for confirming it's you. Sets a cookie that lasts five minutes.",
          response: { 200: envelope(PasskeyRequestOptions) },
        },
      },
      async (request, reply) => {
        const { id } = relyingPartyOf(address, request);
        const challenge = ceremonies.begin(request, reply, null);
        return answer(request, {
          challenge,
          rpId: id,
          timeout: CEREMONY_MS,
          userVerification: 'required' as const,
        });
      },
    );

    app.post(
      '/account/passkey-sign-in',
      {
        config: open,
        bodyLimit: LIMITS.passkeyBodyBytes,
        schema: {
          operationId: 'account.signInWithPasskey',
          summary: 'Sign in with a passkey',
          description: 'Takes what the browser made of the options. Sets a cookie that signs the browser in.',
          body: PasskeySignIn,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const party = relyingPartyOf(address, request);
        const challenge = await ceremonies.end(request, reply, null);
        if (challenge === undefined)
          throw new AppError('unauthorized', 'This sign-in took too long or was already used. Try again.');
        const { credential } = request.body;
        const used = await readAssertion(stores.live, { ...party, challenge }, credential);
        if (used && !used.isRight) noteFailedSignIn(services, request, reply, used.account, 'passkey');
        if (!used?.isRight) throw unknownPasskey();
        const account = await enter(services, request, reply, {
          account: used.account,
          more: async (tx) => {
            if (!(await used.note(tx, clock.now()))) throw unknownPasskey();
          },
        });
        return answer(request, account);
      },
    );
  };

const unknownPasskey = (): AppError =>
  new AppError('unauthorized', "This passkey isn't registered here. Use another one, or your password.");
