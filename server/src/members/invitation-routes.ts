import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { baseUrlsOf } from '#http/base-urls.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import type { InvitationId } from '#lib/ids.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import { assertOwner } from '#records/roles.ts';
import { joinLink, newInvitation } from './new-invitation.ts';
import { type MemberServices, OWNERS } from './routes.ts';
import { CreateInvitation, Invitation, NewInvitation, toInvitation } from './schema.ts';

const params = idParams('invitation', 'inv');

/** Invitations to the workspace, for admins. */
export const invitationRoutes =
  ({ clock, store, config: settings }: MemberServices, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin', isForLiveKeys: true } as const;
    const address = { config: settings, environment: store.environment };
    const invitationOfPath = pathResource({
      noun: 'invitation',
      prefix: 'inv',
      storeOf: ({ people }) => people,
      find: ({ invitations }, id) => invitations.find(id),
    });

    app.get(
      '/invitations',
      {
        config,
        schema: {
          operationId: 'invitations.list',
          summary: 'List pending invitations',
          description: 'Newest first: those that nobody has accepted and that have not expired.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Invitation) },
        },
      },
      async (request) => {
        const { invitations } = contextOf(request).people;
        return await listPage(request, cursors, {
          context: ['invitations'],
          read: (page: Page<InvitationId>) => invitations.list({ ...page, now: clock.now() }),
          keyOf: (row) => row.invitation_id,
          show: toInvitation,
        });
      },
    );

    app.post(
      '/invitations',
      {
        config: { ...config, condition: OWNERS, confirmation: true },
        schema: {
          operationId: 'invitations.create',
          summary: 'Create an invitation',
          description: 'The link works once, for seven days. Only this answer shows it.',
          body: CreateInvitation,
          response: { 201: envelope(NewInvitation) },
        },
      },
      async (request, reply) => {
        const { principal, audit } = contextOf(request);
        const { role, email = null } = request.body;
        if (role === 'owner') assertOwner(principal.role, 'Inviting an owner');
        const { row, token } = newInvitation(clock, { role, email, invitedBy: makerOf(principal) });
        reply.header('cache-control', 'no-store');
        return await commitLive(request, reply, async (tx) => {
          await tx.invitations.insert(row);
          await audit(tx, 'invitation.created', row.invitation_id, { role, email });
          return {
            status: 201,
            location: `/v1/invitations/${row.invitation_id}`,
            data: { ...toInvitation(row), link: joinLink(baseUrlsOf(address, request).live, token) },
          };
        });
      },
    );

    app.get(
      '/invitations/:id',
      {
        config,
        onRequest: invitationOfPath.load,
        schema: {
          operationId: 'invitations.get',
          summary: 'Get an invitation',
          description: 'Without its link, which only the answer to its creation shows.',
          params,
          response: { 200: envelope(Invitation) },
        },
      },
      async (request) => answer(request, toInvitation(invitationOfPath.of(request))),
    );

    app.delete(
      '/invitations/:id',
      {
        config,
        onRequest: invitationOfPath.load,
        schema: {
          operationId: 'invitations.revoke',
          summary: 'Delete an invitation',
          description: 'The link stops working at once.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { people, audit } = contextOf(request);
        const { invitation_id, role, email } = invitationOfPath.of(request);
        await people.transaction(async (tx) => {
          if (await tx.invitations.remove(invitation_id))
            await audit(tx, 'invitation.deleted', invitation_id, { role, email });
        });
        return reply.status(204).send(null);
      },
    );
  };
