import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { commitPeople } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { toIso } from '#lib/clock.ts';
import { recordAudit } from '#records/audit.ts';
import type { AuditAction } from '#records/audit-actions.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AccountRow } from '#storage/tables.ts';
import { noteFailedConfirmation } from './confirm-route.ts';
import type { EntranceServices } from './enter.ts';
import { NO_SECOND_FACTOR } from './no-second-factor.ts';
import { ownAccount } from './own-account.ts';
import { isPassword } from './password.ts';
import {
  hasSecondFactor,
  newRecoveryCodes,
  newTotpSecret,
  recoveryHashesOf,
  stepOf,
  throttleCodes,
} from './second-factor.ts';
import { ConfirmTotp, DisableTotp, NewTotp, RecoveryCodes, SecondFactor } from './second-factor-schema.ts';
import { throttle } from './throttle.ts';

/** Two-step sign-in by an authenticator app, of one's own account. */
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
        schema: { summary: 'Get your second factors', response: { 200: envelope(SecondFactor) } },
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
          summary: 'Begin two-step sign-in',
          description:
            'Makes a secret for an authenticator app, shown only in this answer. Nothing changes until a code of it is confirmed.',
          response: { 200: envelope(NewTotp) },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        if (account.password_hash === null)
          throw new AppError(
            'conflict',
            'You sign in by your organisation, without a password here: turn on two-step sign-in there.',
          );
        assertOff(account);
        const made = newTotpSecret(account.email);
        return await commitPeople(request, reply, async (tx) => {
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
          summary: 'Turn two-step sign-in on',
          description:
            'Takes a code of the new secret. The recovery codes are in this answer and nowhere else.',
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
          throw invalidField('code', "is not what the authenticator app shows; check the phone's clock");
        await attempt.succeeded();
        const { codes, column } = newRecoveryCodes();
        return await commitPeople(request, reply, async (tx) => {
          await change(tx, account, { totp_confirmed_at: now, totp_last_step: step, recovery_codes: column });
          await audit(tx, request, 'second_factor.enabled', { method: 'totp' });
          return { data: { recovery_codes: codes } };
        });
      },
    );

    app.delete(
      '/account/second-factor/totp',
      {
        config: { ...self, condition: 'Takes the password of the account.' },
        schema: {
          summary: 'Turn two-step sign-in off',
          description: 'Takes your password. The recovery codes stop working too; passkeys stay.',
          body: DisableTotp,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        const attempt = await throttle(services, request, account.email, { isKnown: true });
        if (!(await isPassword(request.body.password, account.password_hash)))
          throw await noteFailedConfirmation(
            services,
            request,
            'password',
            'is not the password of your account',
          );
        await attempt.succeeded();
        await contextOf(request).people.transaction(async (tx) => {
          const wasOn = hasSecondFactor(account);
          await change(tx, account, NO_SECOND_FACTOR);
          if (wasOn) await audit(tx, request, 'second_factor.disabled', { method: 'totp' });
        });
        return reply.status(204).send(null);
      },
    );

    app.post(
      '/account/second-factor/recovery-codes',
      {
        config: { ...self, confirmation: true },
        schema: {
          summary: 'Create new recovery codes',
          description: 'Those before stop working. The new ones are in this answer and nowhere else.',
          response: { 200: envelope(RecoveryCodes) },
        },
      },
      async (request, reply) => {
        const account = await accountOf(request);
        if (!hasSecondFactor(account)) throw new AppError('conflict', 'Turn two-step sign-in on first.');
        const { codes, column } = newRecoveryCodes();
        return await commitPeople(request, reply, async (tx) => {
          await change(tx, account, { recovery_codes: column });
          await audit(tx, request, 'second_factor.recovery_codes_created');
          return { data: { recovery_codes: codes } };
        });
      },
    );

    /** Changes the second factor as long as it is what was read. Throws 409. */
    const change = async (
      tx: WorkspaceTransaction,
      account: AccountRow,
      changes: Parameters<WorkspaceTransaction['accounts']['changeSecondFactor']>[1],
    ): Promise<void> => {
      if (!(await tx.accounts.changeSecondFactor(account, changes)))
        throw new AppError(
          'conflict',
          'Your second factor was changed by another request just now: look again.',
        );
    };

    const audit = async (
      tx: WorkspaceTransaction,
      request: FastifyRequest,
      action: AuditAction,
      details: Record<string, unknown> = {},
    ): Promise<void> => {
      const { actor } = contextOf(request).principal;
      await recordAudit(tx, { actor, action, subjectId: actor.id, details, now: clock.now() });
    };
  };

/** Throws 409 while two-step sign-in is on. */
function assertOff(account: AccountRow): void {
  if (hasSecondFactor(account))
    throw new AppError('conflict', 'Two-step sign-in is on already: turn it off first.');
}
