import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { toIso } from '#lib/clock.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { NO_SECOND_FACTOR } from './no-second-factor.ts';
import { ownAccount } from './own-account.ts';
import { assertPassword } from './prove-password.ts';
import {
  hasSecondFactor,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHashesOf,
  stepOf,
  throttleCodes,
} from './second-factor.ts';
import { ConfirmTotp, DisableTotp, NewTotp, RecoveryCodes, SecondFactor } from './second-factor-schema.ts';

/** Two-step sign-in with an authenticator app, for the account that is signed in. */
export const secondFactorRoutes =
  (services: EntranceServices): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock } = services;
    const live = stores.live;
    const self = { access: 'self' } as const;
    const accountOf = (request: FastifyRequest) => ownAccount(live, contextOf(request).principal);

    app.get(
      '/account/second-factor',
      {
        config: self,
        schema: {
          operationId: 'account.getSecondFactor',
          summary: 'Get your second factors',
          description: 'Whether two-step sign-in is on, and how many ways you have left to sign in.',
          response: { 200: envelope(SecondFactor) },
        },
      },
      async (request) => {
        const account = await accountOf(request);
        const passkeys = await live.people.passkeys.ofAccount(account.account_id);
        const { totp_confirmed_at } = account;
        return answer(request, {
          totp_enabled_at: totp_confirmed_at === null ? null : toIso(totp_confirmed_at),
          recovery_codes_left: recoveryHashesOf(account).length,
          passkey_count: passkeys.length,
        });
      },
    );

    app.post(
      '/account/second-factor/totp',
      {
        config: { ...self, confirmation: true },
        schema: {
          operationId: 'account.startTotp',
          summary: 'Start setting up two-step sign-in',
          description:
            'Creates a secret for an authenticator app; only this answer shows it. Nothing changes until you confirm a code.',
          response: { 200: envelope(NewTotp) },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        if (account.password_hash === null)
          throw new AppError(
            'conflict',
            'You sign in through your organisation. Turn on two-step sign-in there.',
          );
        assertOff(account);
        const made = newTotpSecret(account.email);
        return await commitLive(request, reply, async (tx) => {
          await change(tx, account, { totp_secret: made.secret });
          return { data: made };
        });
      },
    );

    app.post(
      '/account/second-factor/totp/confirm',
      {
        config: { ...self, confirmation: true },
        schema: {
          operationId: 'account.confirmTotp',
          summary: 'Turn on two-step sign-in',
          description: 'Takes a code of the new secret. Only this answer shows the recovery codes.',
          body: ConfirmTotp,
          response: { 200: envelope(RecoveryCodes) },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        assertOff(account);
        const { totp_secret, account_id } = account;
        if (totp_secret === null)
          throw new AppError('conflict', 'Begin with `POST /v1/account/second-factor/totp`.');
        const attempt = await throttleCodes(services, account_id);
        const now = clock.now();
        const step = stepOf(totp_secret, request.body.code.replace(/\s/g, ''), now);
        if (step === undefined)
          throw invalidField('code', "isn't what the authenticator app shows; check the phone's clock");
        await attempt.succeeded();
        const { audit } = contextOf(request);
        const { codes, column } = newRecoveryCodes();
        return await commitLive(request, reply, async (tx) => {
          await change(tx, account, { totp_confirmed_at: now, totp_last_step: step, recovery_codes: column });
          await audit(tx, 'second_factor.enabled', account_id, { method: 'totp' });
          return { data: { recovery_codes: codes } };
        });
      },
    );

    app.delete(
      '/account/second-factor/totp',
      {
        config: { ...self, condition: 'The body has the password of the account.' },
        schema: {
          operationId: 'account.deleteTotp',
          summary: 'Turn off two-step sign-in',
          description: 'Takes your password. Recovery codes stop working too; passkeys stay.',
          body: DisableTotp,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        const { password } = request.body;
        await assertPassword(services, request, account, { field: 'password', password });
        const { people, audit } = contextOf(request);
        await people.transaction(async (tx) => {
          const wasOn = hasSecondFactor(account);
          await change(tx, account, NO_SECOND_FACTOR);
          if (wasOn) await audit(tx, 'second_factor.disabled', account.account_id, { method: 'totp' });
        });
        return reply.status(204).send(null);
      },
    );

    app.post(
      '/account/second-factor/recovery-codes',
      {
        config: { ...self, confirmation: true },
        schema: {
          operationId: 'account.createRecoveryCodes',
          summary: 'Create new recovery codes',
          description: 'The previous codes stop working. Only this answer shows the new ones.',
          response: { 200: envelope(RecoveryCodes) },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        if (!hasSecondFactor(account)) throw new AppError('conflict', 'Turn on two-step sign-in first.');
        const { audit } = contextOf(request);
        const { codes, column } = newRecoveryCodes();
        return await commitLive(request, reply, async (tx) => {
          await change(tx, account, { recovery_codes: column });
          await audit(tx, 'second_factor.recovery_codes_created', account.account_id);
          return { data: { recovery_codes: codes } };
        });
      },
    );

    /** Changes the second factor. Throws 409 when another request has changed it since it was read. */
    const change = async (
      tx: WorkspaceTransaction,
      account: AccountRow,
      changes: Parameters<WorkspaceTransaction['accounts']['changeSecondFactor']>[1],
    ): Promise<void> => {
      if (!(await tx.accounts.changeSecondFactor(account, changes)))
        throw new AppError(
          'conflict',
          'Another request has just changed your second factor. Reload it and try again.',
        );
    };
  };

/** Throws 409 while two-step sign-in is on. */
function assertOff(account: AccountRow): void {
  if (hasSecondFactor(account))
    throw new AppError('conflict', 'Two-step sign-in is already on. Turn it off first.');
}
