import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import { findGrants, unrevoked } from '#grants/end-grants.ts';
import { endGrantsOfMember } from '#grants/end-grants-of-member.ts';
import { Grant, toGrants } from '#grants/schema.ts';
import type { NeedsConfirmation } from '#http/access.ts';
import { baseUrlsOf } from '#http/base-urls.ts';
import { commitPeople } from '#http/commit-live.ts';
import { ADOPTING, isAdopting } from '#http/confirmation.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { assertOwner } from '#http/people-alone.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { AccountId, InvitationId, SignInId } from '#lib/ids.ts';
import { recordAudit } from '#records/audit.ts';
import { pageQuery } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import { isPowerful, RoleSchema } from '#records/roles.ts';
import type { Services } from '#services.ts';
import type { MemberWithAccount, Store, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { Role } from '#storage/tables.ts';
import { joinLink, newInvitation } from './new-invitation.ts';
import {
  AdoptQuery,
  CreateInvitation,
  Invitation,
  Member,
  NewInvitation,
  toInvitation,
  toMember,
  UpdateMember,
} from './schema.ts';

const params = z.object({ id: z.string() });
const OWNERS = 'Only an owner who is signed in makes, changes or removes an owner.';
const POWERFUL = `${OWNERS} Members who are or become admin or owner need a confirmation from people. ${ADOPTING}`;
const REMOVING = `${OWNERS} Removing an admin or owner, other than yourself, needs a confirmation from people. ${ADOPTING}`;

type EndHere = (tx: WorkspaceTransaction) => Promise<Record<string, unknown>>;

type Dependencies = Pick<Services, 'store' | 'clock' | 'config'> & { stores: Record<Environment, Store> };

/** Who works in the workspace, for admins. They work in both environments, and are kept in the live one. */
export const memberRoutes =
  ({ clock, store, stores, config }: Dependencies, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const access = { access: 'admin', isForLiveKeys: true } as const;
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

    const isAboutPower: NeedsConfirmation = (request) => {
      const { role } = request.body as z.output<typeof UpdateMember>;
      return (
        isPowerful(memberOfPath.of(request).role) ||
        (role !== undefined && isPowerful(role)) ||
        isAdopting(request)
      );
    };
    const isRemovingPower: NeedsConfirmation = (request) => {
      const { account_id, role } = memberOfPath.of(request);
      const isLeaving = account_id === contextOf(request).principal.actor.id;
      return (isPowerful(role) && !isLeaving) || isAdopting(request);
    };

    /** What `endGrantsOfMember` is told of a request. */
    const leavingOf = (request: FastifyRequest, accountId: AccountId) => {
      const { actor } = contextOf(request).principal;
      const { adopt = false } = request.query as z.output<typeof AdoptQuery>;
      if (adopt && actor.id === accountId)
        throw invalidField('adopt', 'must not be true for yourself: ask another admin to take it over');
      return { accountId, actor, now: clock.now(), adopt };
    };

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

    app.get(
      '/members/:id/grants',
      {
        config: { ...access, access: 'admin-or-self' },
        onRequest: memberOfPath.load,
        schema: {
          summary: 'List what ends with a member',
          description:
            'What they made and what goes on without them, with what was made with those API keys. Members who joined by an invitation of theirs are listed and stay, unless you ask about a role. A live key is shown what is in the live environment; people are shown both.',
          params,
          querystring: z.strictObject({
            role: RoleSchema.optional().meta({ description: 'What would end if they got this role.' }),
          }),
          response: { 200: listEnvelope(Grant) },
        },
      },
      async (request) => {
        const { principal, people } = contextOf(request);
        const { account_id } = memberOfPath.of(request);
        const environments = principal.role === undefined ? (['live'] as const) : ENVIRONMENTS;
        const found = await Promise.all(
          environments.map(async (environment) => {
            const reads = stores[environment].workspace(people.workspaceId);
            const { all } = await findGrants(reads, account_id, { role: request.query.role });
            return toGrants(unrevoked(all), environment);
          }),
        );
        return answerPage(request, { items: found.flat(), nextCursor: undefined });
      },
    );

    app.patch(
      '/members/:id',
      {
        config: { ...access, condition: POWERFUL, confirmation: isAboutPower },
        onRequest: memberOfPath.load,
        schema: {
          summary: 'Give a member another role',
          description:
            'At once: requests of theirs that are running are ended. With a lower role, what they made and what gives more than it ends (see `GET /v1/members/{id}/grants`). Owners are made and changed by owners who are signed in, and one always stays.',
          params,
          querystring: AdoptQuery,
          body: UpdateMember,
          response: { 200: envelope(Member) },
        },
      },
      async (request, reply) => {
        const { principal, people, otherWorkspace } = contextOf(request);
        const { account_id, role: before } = memberOfPath.of(request);
        const { role } = request.body;
        const leaving = leavingOf(request, account_id);
        const change = (endHere: EndHere) =>
          commitPeople(request, reply, async (tx) => {
            const present = await tx.members.find(account_id);
            if (present && (role === undefined || role === present.role)) return { data: toMember(present) };
            const member = await changeable(tx, account_id, principal.role, role);
            const ended = await endHere(tx);
            await tx.members.setRole(account_id, role ?? member.role);
            await tx.signIns.interrupt(account_id);
            await recordAudit(tx, {
              actor: principal.actor,
              action: 'member.updated',
              subjectId: account_id,
              details: { email: member.email, role: { from: member.role, to: role }, ...ended },
              now: clock.now(),
            });
            return { data: toMember({ ...member, role: role ?? member.role }) };
          });
        const isSame = role === undefined || role === before;
        if (!isSame) await changeable(people, account_id, principal.role, role);
        const sandbox = otherWorkspace('sandbox', people.workspaceId);
        return await endGrantsOfMember({ stores, sandbox }, { ...leaving, role, isSame }, change);
      },
    );

    app.delete(
      '/members/:id',
      {
        config: { ...access, access: 'admin-or-self', condition: REMOVING, confirmation: isRemovingPower },
        onRequest: memberOfPath.load,
        schema: {
          summary: 'Remove a member, or leave',
          description:
            'At once: they are signed out of the workspace, and what they have running is ended. What they made and what goes on without them ends too, in both environments (see `GET /v1/members/{id}/grants`): API keys are revoked, publishable tokens and pending invitations deleted, webhooks disabled. People may leave by their own id, whatever their role; the browser they ask with then shows another workspace of theirs, if they have one. 409 for the last owner.',
          params,
          querystring: AdoptQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, people, otherWorkspace } = contextOf(request);
        const { account_id } = memberOfPath.of(request);
        const isLeaving = account_id === principal.actor.id;
        const leaving = leavingOf(request, account_id);
        const memberships = isLeaving ? await live.people.membershipsOf(account_id) : [];
        const next = memberships.find(({ workspace_id }) => workspace_id !== people.workspaceId);
        await changeable(people, account_id, principal.role);
        const sandbox = otherWorkspace('sandbox', people.workspaceId);
        await endGrantsOfMember({ stores, sandbox }, leaving, (endHere) =>
          people.transaction(async (tx) => {
            const { name, email, role } = await changeable(tx, account_id, principal.role);
            await tx.members.remove(account_id);
            await tx.signIns.interrupt(account_id);
            if (next) await tx.signIns.moveTo(principal.credentialId as SignInId, next.workspace_id);
            await tx.signIns.end(account_id, { inWorkspace: true });
            await recordAudit(tx, {
              actor: principal.actor,
              action: 'member.removed',
              subjectId: account_id,
              details: { name, email, role, ...(await endHere(tx)) },
              now: clock.now(),
            });
          }),
        );
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
        config: { ...access, condition: OWNERS, confirmation: true },
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
        const { row, token } = newInvitation(clock, { role, email, invitedBy: makerOf(principal) });
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
  tx: Pick<WorkspaceReads, 'members'>,
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
