import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import type { Address } from '#http/base-urls.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type AccountId, newId, type PasskeyId } from '#lib/ids.ts';
import { idParams } from '#records/fields.ts';
import type { PasskeyRow } from '#storage/tables.ts';
import type { EntranceServices } from './entrance-services.ts';
import { ownAccount } from './own-account.ts';
import { AddPasskey, Passkey, PasskeyCreationOptions, toPasskey, UpdatePasskey } from './passkey-schema.ts';
import { creationOptions, type PasskeyCeremonies, readAttestation, relyingPartyOf } from './passkeys.ts';

const params = idParams('passkey', 'pky');

type Dependencies = EntranceServices & { address: Address; ceremonies: PasskeyCeremonies };

/** The passkeys of the account that is signed in. */
export const passkeyRoutes =
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
          operationId: 'account.listPasskeys',
          summary: 'List your passkeys',
          description: 'Oldest first. A passkey signs you in without a password.',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(Passkey) },
        },
      },
      async (request) => answerPage(request, { items: (await passkeysOf(request)).map(toPasskey) }),
    );

    app.post(
      '/account/passkeys/options',
      {
        config: { ...self, confirmation: true },
        schema: {
          operationId: 'account.startPasskey',
          summary: 'Get options for adding a passkey',
          description: 'Sets a cookie that lasts five minutes. For accounts with a password.',
          response: { 200: envelope(PasskeyCreationOptions) },
        },
      },
      async (request, reply) => {
        const account = await ownAccount(live, contextOf(request).principal);
        if (account.password_hash === null)
          throw new AppError('conflict', 'You sign in through your organisation. Add a passkey there.');
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
          operationId: 'account.createPasskey',
          summary: 'Add a passkey',
          description: 'Takes what the browser made of the options.',
          body: AddPasskey,
          response: { 201: envelope(Passkey) },
        },
      },
      async (request, reply) => {
        const { principal, audit } = contextOf(request);
        const { name, credential } = request.body;
        const account_id = principal.actor.id as AccountId;
        const party = relyingPartyOf(address, request);
        const challenge = await ceremonies.end(request, reply, account_id);
        if (challenge === undefined)
          throw invalidField('credential', 'took too long or was sent before; get new options');
        const made = await readAttestation({ ...party, challenge }, credential);
        if (!made)
          throw invalidField(
            'credential',
            `was not made for ${party.origin} and these options, or was not verified`,
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
        return await commitLive(request, reply, async (tx) => {
          if ((await tx.passkeys.ofAccount(account_id)).length >= LIMITS.passkeysOfAnAccount)
            throw tooManyPasskeys();
          if (!(await tx.passkeys.insert(row)))
            throw new AppError('conflict', 'This passkey is already registered. Use it to sign in.');
          await audit(tx, 'passkey.added', account_id, { passkey_id: row.passkey_id, name });
          return { status: 201, location: '/v1/account/passkeys', data: toPasskey(row) };
        });
      },
    );

    app.patch(
      '/account/passkeys/:id',
      {
        config: self,
        schema: {
          operationId: 'account.updatePasskey',
          summary: 'Rename a passkey',
          description: 'The name only helps you to tell your passkeys apart.',
          params,
          body: UpdatePasskey,
          response: { 200: envelope(Passkey) },
        },
      },
      async (request, reply) => {
        const { audit } = contextOf(request);
        const row = await passkeyOf(request, request.params.id);
        const { name } = request.body;
        return await commitLive(request, reply, async (tx) => {
          await tx.passkeys.rename(row.account_id, row.passkey_id, name);
          await audit(tx, 'passkey.updated', row.account_id, {
            passkey_id: row.passkey_id,
            name: { from: row.name, to: name },
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
          operationId: 'account.deletePasskey',
          summary: 'Remove a passkey',
          description: 'It no longer signs you in. Browsers stay signed in.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { people, audit } = contextOf(request);
        const { passkey_id, account_id, name } = await passkeyOf(request, request.params.id);
        await people.transaction(async (tx) => {
          if (!(await tx.passkeys.remove(account_id, passkey_id as PasskeyId)))
            throw notFound('passkey', passkey_id);
          await audit(tx, 'passkey.removed', account_id, { passkey_id, name });
        });
        return reply.status(204).send(null);
      },
    );
  };

const tooManyPasskeys = (): AppError =>
  new AppError(
    'conflict',
    `An account has at most ${LIMITS.passkeysOfAnAccount} passkeys. Remove one that you don't use.`,
  );
