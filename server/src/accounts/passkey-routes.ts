import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import type { Address } from '#http/base-urls.ts';
import { commitPeople } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { type AccountId, newId, type PasskeyId } from '#lib/ids.ts';
import { LIMITS } from '#lib/limits.ts';
import { recordAudit } from '#records/audit.ts';
import type { PasskeyRow } from '#storage/tables.ts';
import { type EntranceServices, enter } from './enter.ts';
import { noteFailedSignIn } from './note-failure.ts';
import { ownAccount } from './own-account.ts';
import {
  AddPasskey,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  PasskeySignIn,
  toPasskey,
  UpdatePasskey,
} from './passkey-schema.ts';
import {
  CEREMONY_MS,
  creationOptions,
  type PasskeyCeremonies,
  readAssertion,
  readAttestation,
  relyingPartyOf,
} from './passkeys.ts';
import { Account } from './schema.ts';

type Dependencies = EntranceServices & { address: Address; ceremonies: PasskeyCeremonies };

const params = z.object({ id: z.string() });

/** Signing in by a passkey, and the passkeys of one's own account. */
export const passkeyRoutes =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(passkeyEntrance(services));
    await app.register(ownPasskeys(services));
  };

const passkeyEntrance =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock, ceremonies, address } = services;
    const open = { access: 'open' } as const;

    app.post(
      '/account/passkey-sign-in/options',
      {
        config: open,
        schema: {
          summary: 'Begin to use a passkey',
          description: "For signing in, and for confirming it's you. Sets a cookie that lasts five minutes.",
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
          summary: 'Sign in with a passkey',
          description: 'Takes what the browser made of the options. The answer signs in, by a cookie.',
          body: PasskeySignIn,
          response: { 200: envelope(Account) },
        },
      },
      async (request, reply) => {
        const party = relyingPartyOf(address, request);
        const challenge = await ceremonies.end(request, reply, null);
        if (challenge === undefined)
          throw new AppError('unauthorized', 'This sign-in took too long, or was used already. Try again.');
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
  new AppError(
    'unauthorized',
    'This passkey does not sign anybody in here. Use another one, or your password.',
  );

const ownPasskeys =
  (services: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock, ceremonies, address } = services;
    const live = stores.live;
    const self = { access: 'self' } as const;

    const passkeysOf = async (request: FastifyRequest): Promise<PasskeyRow[]> =>
      await live.people.passkeys.ofAccount(contextOf(request).principal.actor.id as AccountId);

    const passkeyOf = async (request: FastifyRequest, id: string): Promise<PasskeyRow> => {
      const row = (await passkeysOf(request)).find(({ passkey_id }) => passkey_id === id);
      if (!row) throw notFound('passkey', id);
      return row;
    };

    app.get(
      '/account/passkeys',
      {
        config: self,
        schema: {
          summary: 'List your passkeys',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(Passkey) },
        },
      },
      async (request) =>
        answerPage(request, { items: (await passkeysOf(request)).map(toPasskey), nextCursor: undefined }),
    );

    app.post(
      '/account/passkeys/options',
      {
        config: { ...self, confirmation: true },
        schema: {
          summary: 'Begin to add a passkey',
          description: 'Sets a cookie that lasts five minutes. For accounts with a password.',
          response: { 200: envelope(PasskeyCreationOptions) },
        },
      },
      async (request, reply) => {
        const account = await ownAccount(live, contextOf(request).principal);
        if (account.password_hash === null)
          throw new AppError(
            'conflict',
            'You sign in by your organisation, without a password here: add a passkey there.',
          );
        const party = relyingPartyOf(address, request);
        const present = await passkeysOf(request);
        if (present.length >= LIMITS.passkeysOfAnAccount) throw tooManyPasskeys();
        const challenge = ceremonies.begin(request, reply, account.account_id);
        const options = await creationOptions({ ...party, challenge }, account, present);
        return answer(request, { ...options });
      },
    );

    app.post(
      '/account/passkeys',
      {
        config: { ...self, confirmation: true },
        bodyLimit: LIMITS.passkeyBodyBytes,
        schema: {
          summary: 'Add a passkey',
          description: 'Takes what the browser made of the options.',
          body: AddPasskey,
          response: { 201: envelope(Passkey) },
        },
      },
      async (request, reply) => {
        const { principal } = contextOf(request);
        const { name, credential } = request.body;
        const account_id = principal.actor.id as AccountId;
        const party = relyingPartyOf(address, request);
        const challenge = await ceremonies.end(request, reply, account_id);
        if (challenge === undefined)
          throw invalidField('credential', 'took too long, or was sent before; begin with the options again');
        const made = await readAttestation({ ...party, challenge }, credential);
        if (!made)
          throw invalidField(
            'credential',
            `was not made for ${party.origin} and these options, or not verified`,
          );
        const now = clock.now();
        const row = {
          passkey_id: newId('passkey'),
          account_id,
          name,
          ...made,
          created_at: now,
          last_used_at: null,
        };
        return await commitPeople(request, reply, async (tx) => {
          if ((await tx.passkeys.ofAccount(account_id)).length >= LIMITS.passkeysOfAnAccount)
            throw tooManyPasskeys();
          if (!(await tx.passkeys.insert(row)))
            throw new AppError('conflict', 'This passkey is registered already: use it to sign in.');
          const details = { passkey_id: row.passkey_id, name };
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'passkey.added',
            subjectId: account_id,
            details,
            now,
          });
          return { status: 201, location: '/v1/account/passkeys', data: toPasskey(row) };
        });
      },
    );

    app.patch(
      '/account/passkeys/:id',
      {
        config: self,
        schema: {
          summary: 'Rename a passkey',
          params,
          body: UpdatePasskey,
          response: { 200: envelope(Passkey) },
        },
      },
      async (request, reply) => {
        const { principal } = contextOf(request);
        const row = await passkeyOf(request, request.params.id);
        const { name } = request.body;
        return await commitPeople(request, reply, async (tx) => {
          await tx.passkeys.rename(row.account_id, row.passkey_id, name);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'passkey.updated',
            subjectId: row.account_id,
            details: { passkey_id: row.passkey_id, name: { from: row.name, to: name } },
            now: clock.now(),
          });
          return { data: toPasskey({ ...row, name }) };
        });
      },
    );

    app.delete(
      '/account/passkeys/:id',
      {
        config: { ...self, confirmation: true },
        schema: {
          summary: 'Remove a passkey',
          description: 'From here on it signs nobody in. Browsers stay signed in.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, people } = contextOf(request);
        const { passkey_id, account_id, name } = await passkeyOf(request, request.params.id);
        await people.transaction(async (tx) => {
          if (!(await tx.passkeys.remove(account_id, passkey_id as PasskeyId)))
            throw notFound('passkey', passkey_id);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'passkey.removed',
            subjectId: account_id,
            details: { passkey_id, name },
            now: clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };

const tooManyPasskeys = (): AppError =>
  new AppError(
    'conflict',
    `An account has at most ${LIMITS.passkeysOfAnAccount} passkeys: remove one that you don't use.`,
  );
