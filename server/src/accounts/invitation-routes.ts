import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { enterByInvitation } from './enter.ts';
import type { EntranceServices } from './entrance-services.ts';
import { findInvitation } from './join.ts';
import { AcceptInvitation, Account, InvitationDetails, InvitationToken } from './schema.ts';
import { admitInvited, countAttempt } from './throttle.ts';

/** Joining a workspace with the link of an invitation. */
export const invitationRoutes =
  (services: EntranceServices): FastifyPluginAsyncZod =>
  async (app) => {
    const { stores, clock } = services;
    const byInvitation = {
      config: { access: 'open', isByInvitation: true },
      // Addresses that have sent too many requests get as far as the body.
      bodyLimit: LIMITS.invitationBodyBytes,
      preValidation: (request: FastifyRequest) => admitInvited(services, request),
    } as const;

    app.post(
      '/account/invitation',
      {
        ...byInvitation,
        schema: {
          operationId: 'account.getInvitation',
          summary: 'Get the invitation of a link',
          description:
            'Who invites you to what, before you accept. Needs no sign-in; the token in the body is enough.',
          body: InvitationToken,
          response: { 200: envelope(InvitationDetails) },
        },
      },
      async (request) => {
        const { live } = stores;
        const row = await findInvitation(live, request.body.token, clock.now());
        const { workspace_id: id, name } = await live.workspace(row.workspace_id).workspace.get();
        const { role, email, expires_at } = row;
        return answer(request, {
          workspace: { id, name },
          role,
          email,
          expires_at: toIso(expires_at),
          is_first_account: !(await live.people.accounts.exist()),
        });
      },
    );

    app.post(
      '/account/accept-invitation',
      {
        ...byInvitation,
        schema: {
          operationId: 'account.acceptInvitation',
          summary: 'Accept an invitation',
          description:
            'Creates an account, or adds the workspace to the account with this email address. Sets a cookie that signs the browser in.',
          body: AcceptInvitation,
          response: { 201: envelope(Account) },
        },
      },
      async (request, reply) => {
        const account = await countAttempt(services, request, request.body, () =>
          enterByInvitation(services, request, reply, request.body),
        );
        reply.status(201).header('location', '/v1/account');
        return answer(request, account);
      },
    );
  };
