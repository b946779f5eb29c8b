import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import { recordAudit } from '#http/audit.ts';
import { awaitWrites } from '#http/await-writes.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import { commitPeople } from '#http/commit-people.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { pageQuery } from '#http/fields.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { assertOwner, refuseSandboxKeys } from '#http/people-alone.ts';
import type { Environment } from '#lib/environment.ts';
import type { AccountId, InvitationId, SignInId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { MemberWithAccount, Store, WorkspaceTransaction } from '#storage/store.ts';
import type { Role } from '#storage/tables.ts';
import { joinLink, newInvitation } from './new-invitation.ts';
import {
  CreateInvitation,
  Invitation,
  Member,
  NewInvitation,
  toInvitation,
  toMember,
  UpdateMember,
} from './schema.ts';

const params = z.object({ id: z.string() });

type Dependencies = Pick<Services, 'store' | 'clock' | 'config'> & { stores: Record<Environment, Store> };

/** Who works in the workspace, for admins. They work in both environments, and are kept in the live one. */
export const memberRoutes =
  ({ clock, store, stores, config }: Dependencies, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const access = { access: 'admin' } as const;
    const live = stores.live;
    const address = { config, environment: store.environment };
    const memberOfPath = pathResource({
      noun: 'member',
      prefix: 'acc',
      find: ({ workspaceId }, id) => live.workspace(workspaceId).members.find(id),
    });
    const invitationOfPath = pathResource({
      noun: 'invitation',
      prefix: 'inv',
      find: ({ workspaceId }, id) => live.workspace(workspaceId).invitations.find(id),
    });
    app.addHook('onRequest', refuseSandboxKeys);

    app.get(
      '/members',
      {
        config: access,
        schema: {
          summary: 'List members',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Member) },
        },
      },
      async (request) => {
        const { people } = contextOf(request);
        const { limit, cursor } = request.query;
        const context = [people.workspaceId, 'members'];
        const rows = await people.members.list({ limit, after: cursors.read<AccountId>(cursor, context) });
        const page = cursors.page(rows, limit, context, (row) => row.account_id);
        return answerPage(request, { items: page.rows.map(toMember), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/members/:id',
      {
        config: access,
        onRequest: memberOfPath.load,
        schema: { summary: 'Get a member', params, response: { 200: envelope(Member) } },
      },
      async (request) => answer(request, toMember(memberOfPath.of(request))),
    );

    app.patch(
      '/members/:id',
      {
        config: access,
        onRequest: memberOfPath.load,
        schema: {
          summary: 'Give a member another role',
          description:
            'At once: requests of theirs that are running are ended. Owners are made and changed by owners who are signed in, and one always stays.',
          params,
          body: UpdateMember,
          response: { 200: envelope(Member) },
        },
      },
      async (request, reply) => {
        const { principal, detach, people } = contextOf(request);
        const { account_id } = memberOfPath.of(request);
        const { role } = request.body;
        if (account_id === principal.actor.id) detach();
        const result = await commitPeople(request, reply, async (tx) => {
          const present = await tx.members.find(account_id);
          if (present && (role === undefined || role === present.role)) return { data: toMember(present) };
          const member = await changeable(tx, account_id, principal.role, role);
          await tx.members.setRole(account_id, role ?? member.role);
          await tx.signIns.interrupt(account_id);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'member.updated',
            subjectId: account_id,
            details: { email: member.email, role: { from: member.role, to: role } },
            now: clock.now(),
          });
          return { data: toMember({ ...member, role: role ?? member.role }) };
        });
        await awaitWrites(stores, [people.workspaceId]);
        return result;
      },
    );

    app.delete(
      '/members/:id',
      {
        config: { access: 'admin-or-self' },
        onRequest: memberOfPath.load,
        schema: {
          summary: 'Remove a member, or leave',
          description:
            'At once: they are signed out of the workspace, and what they have running is ended. People may leave by their own id, whatever their role; the browser they ask with then shows another workspace of theirs, if they have one. 409 for the last owner.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, detach, people } = contextOf(request);
        const { account_id } = memberOfPath.of(request);
        const isLeaving = account_id === principal.actor.id;
        if (isLeaving) detach();
        const memberships = isLeaving ? await live.people.membershipsOf(account_id) : [];
        const next = memberships.find(({ workspace_id }) => workspace_id !== people.workspaceId);
        await people.transaction(async (tx) => {
          const { email, role } = await changeable(tx, account_id, principal.role);
          await tx.members.remove(account_id);
          await tx.signIns.interrupt(account_id);
          if (next) await tx.signIns.moveTo(principal.credentialId as SignInId, next.workspace_id);
          await tx.signIns.end(account_id, { inWorkspace: true });
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'member.removed',
            subjectId: account_id,
            details: { email, role },
            now: clock.now(),
          });
        });
        await awaitWrites(stores, [people.workspaceId]);
        return reply.status(204).send(null);
      },
    );

    app.get(
      '/invitations',
      {
        config: access,
        schema: {
          summary: 'List invitations that can still be used',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Invitation) },
        },
      },
      async (request) => {
        const { people } = contextOf(request);
        const { limit, cursor } = request.query;
        const context = [people.workspaceId, 'invitations'];
        const after = cursors.read<InvitationId>(cursor, context);
        const rows = await people.invitations.list({ limit, after, now: clock.now() });
        const page = cursors.page(rows, limit, context, (row) => row.invitation_id);
        return answerPage(request, { items: page.rows.map(toInvitation), nextCursor: page.nextCursor });
      },
    );

    app.post(
      '/invitations',
      {
        config: access,
        schema: {
          summary: 'Invite somebody',
          description: 'The link works once, for seven days. It is in this answer and nowhere else.',
          body: CreateInvitation,
          response: { 201: envelope(NewInvitation) },
        },
      },
      async (request, reply) => {
        const { principal } = contextOf(request);
        const { role, email = null } = request.body;
        if (role === 'owner') assertOwner(principal.role, 'Inviting an owner');
        const invitedBy = principal.role === undefined ? null : (principal.actor.id as AccountId);
        const { row, token } = newInvitation(clock, { role, email, invitedBy });
        reply.header('cache-control', 'no-store');
        return await commitPeople(request, reply, async (tx) => {
          await tx.invitations.insert(row);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'invitation.created',
            subjectId: row.invitation_id,
            details: { role, email },
            now: clock.now(),
          });
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
        config: access,
        onRequest: invitationOfPath.load,
        schema: { summary: 'Get an invitation', params, response: { 200: envelope(Invitation) } },
      },
      async (request) => answer(request, toInvitation(invitationOfPath.of(request))),
    );

    app.delete(
      '/invitations/:id',
      {
        config: access,
        onRequest: invitationOfPath.load,
        schema: { summary: 'Take an invitation back', params, response: { 204: z.null() } },
      },
      async (request, reply) => {
        const { principal, people } = contextOf(request);
        const { invitation_id, role, email } = invitationOfPath.of(request);
        await people.transaction(async (tx) => {
          if (!(await tx.invitations.remove(invitation_id))) return;
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'invitation.deleted',
            subjectId: invitation_id,
            details: { role, email },
            now: clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };

/** The member, if the role of who asks allows to give them another (`role`), or to remove them. Throws 409 when they are the
 *  last owner who would leave: it takes an owner to remove one. */
async function changeable(
  tx: WorkspaceTransaction,
  accountId: AccountId,
  byRole: Role | undefined,
  role?: Role,
): Promise<MemberWithAccount> {
  const member = await tx.members.find(accountId);
  if (!member) throw notFound('member', accountId);
  if (member.role === 'owner' || role === 'owner') assertOwner(byRole, 'Making or changing an owner');
  if (member.role === 'owner' && role !== 'owner' && (await tx.members.ownerCount()) === 1)
    throw role === undefined
      ? new AppError(
          'conflict',
          'You are the last owner of the workspace: make somebody else an owner first, or delete the workspace.',
        )
      : invalidField('role', 'is of the last owner; make somebody else an owner first');
  return member;
}
