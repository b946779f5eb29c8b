import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answerPage, listEnvelope } from '#http/envelope.ts';
import type { AccountId, SignInId } from '#lib/ids.ts';
import { idParams } from '#records/fields.ts';
import { writeBarrierOfAccount } from '#records/write-barrier.ts';
import type { EntranceServices } from './entrance-services.ts';
import { SignIn, toSignIn } from './schema.ts';

/** The browsers that a person is signed in with. */
export const sessionRoutes =
  ({ stores, clock, cookie }: EntranceServices): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'self' } as const;

    /** Ends a sign-in of the caller's account. False if the account has no such sign-in. */
    const endSignIn = async (request: FastifyRequest, id: SignInId): Promise<boolean> => {
      const { principal, people, audit } = contextOf(request);
      const accountId = principal.actor.id as AccountId;
      const isEnded = await people.transaction(async (tx) => {
        if ((await tx.signIns.end(accountId, { only: id })) === 0) return false;
        await audit(tx, 'account.signed_out', accountId, { sign_in_id: id });
        return true;
      });
      if (isEnded) await writeBarrierOfAccount(stores, accountId, principal.workspaceId);
      return isEnded;
    };

    app.post(
      '/account/sign-out',
      {
        config,
        schema: {
          operationId: 'account.signOut',
          summary: 'Sign out',
          description: 'Ends the session of this browser only, and removes its cookie.',
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await endSignIn(request, contextOf(request).principal.credentialId as SignInId);
        cookie.clear(request, reply);
        return reply.status(204).send(null);
      },
    );

    app.get(
      '/account/sign-ins',
      {
        config,
        schema: {
          operationId: 'account.listSignIns',
          summary: 'List your signed-in browsers',
          description: 'Most recently used first. Sign out those that you do not recognize.',
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(SignIn) },
        },
      },
      async (request) => {
        const { principal } = contextOf(request);
        const rows = await stores.live.people.signIns.ofAccount(principal.actor.id as AccountId);
        const items = rows
          .filter((row) => row.expires_at > clock.now())
          .map((row) => toSignIn(row, principal.credentialId));
        return answerPage(request, { items });
      },
    );

    app.delete(
      '/account/sign-ins/:id',
      {
        config,
        schema: {
          operationId: 'account.endSignIn',
          summary: 'Sign out another browser',
          description: 'At once: its next request gets 401.',
          params: idParams('sign-in', 'sgn'),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        if (!(await endSignIn(request, id as SignInId))) throw notFound('sign-in', id);
        return reply.status(204).send(null);
      },
    );
  };
