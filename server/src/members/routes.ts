import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField, notFound } from '#errors.ts';
import { findGrants, unrevoked } from '#grants/end-grants.ts';
import { endGrantsOfMember } from '#grants/end-grants-of-member.ts';
import { Grant, toGrants } from '#grants/schema.ts';
import type { NeedsConfirmation } from '#http/access/access.ts';
import { ADOPTING, isAdopting } from '#http/access/confirmation.ts';
import { commitLive } from '#http/commit-live.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { assertUnchanged } from '#http/precondition.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { AccountId, SignInId } from '#lib/ids.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { assertOwner, isPowerful, RoleSchema } from '#records/roles.ts';
import type { Services } from '#services.ts';
import type { MemberWithAccount, Store, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { Role } from '#storage/tables.ts';
import { AdoptQuery, Member, toMember, UpdateMember } from './schema.ts';

const params = idParams('member, which is that of the account', 'acc');

export const OWNERS = 'Only signed-in owners can add, change or remove an owner.';
const POWERFUL = `${OWNERS} People need a confirmation to change a member who is or becomes an admin or owner. ${ADOPTING}`;
const REMOVING = `${OWNERS} People need a confirmation to remove an admin or owner other than themselves. ${ADOPTING}`;

type EndHere = (tx: WorkspaceTransaction) => Promise<Record<string, unknown>>;

export type MemberServices = Pick<Services, 'store' | 'clock' | 'config'> & {
  stores: Record<Environment, Store>;
};

/** The members of the workspace, for admins. Members work in both environments and are stored in the live one. */
export const memberRoutes =
  ({ clock, stores }: MemberServices, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const access = { access: 'admin', isForLiveKeys: true } as const;
    const live = stores.live;
    const memberOfPath = pathResource({
      noun: 'member',
      prefix: 'acc',
      storeOf: ({ people }) => people,
      find: ({ members }, id) => members.find(id),
      // Only the role can be changed.
      versionOf: ({ role }) => role,
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

    /** The request's data for `endGrantsOfMember`. */
    const leavingOf = (request: FastifyRequest, accountId: AccountId) => {
      const { actor } = contextOf(request).principal;
      const { adopt = false } = request.query as z.output<typeof AdoptQuery>;
      if (adopt && actor.id === accountId)
        throw invalidField('adopt', 'must not be true for yourself; ask another admin to take over');
      return { accountId, actor, now: clock.now(), adopt };
    };

    app.get(
      '/members',
      {
        config: access,
        schema: {
          operationId: 'members.list',
          summary: 'List members',
          description: 'Newest account first.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Member) },
        },
      },
      async (request) => {
        const { members } = contextOf(request).people;
        return await listPage(request, cursors, {
          context: ['members'],
          read: members.list,
          keyOf: (row) => row.account_id,
          show: toMember,
        });
      },
    );

    app.get(
      '/members/:id',
      {
        config: { ...access, isVersioned: true },
        onRequest: memberOfPath.load,
        schema: {
          operationId: 'members.get',
          summary: 'Get a member',
          description: 'A person of the workspace, by the id of their account.',
          params,
          response: { 200: envelope(Member) },
        },
      },
      async (request) => answer(request, toMember(memberOfPath.of(request))),
    );

    app.get(
      '/members/:id/grants',
      {
        config: { ...access, access: 'admin-or-self' },
        onRequest: memberOfPath.load,
        schema: {
          operationId: 'members.listGrants',
          summary: 'List what ends with a member',
          description:
            'Invitations, API keys, publishable tokens and webhooks that the member made, and what was made with those keys. Members who joined through their invitations are listed and stay, unless you ask about a role. Live keys see the live environment; people see both.',
          params,
          querystring: z.strictObject({
            role: RoleSchema.optional().meta({
              description: 'Lists what would end if the member got this role.',
            }),
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
        return answerPage(request, { items: found.flat() });
      },
    );

    app.patch(
      '/members/:id',
      {
        config: { isVersioned: true, ...access, condition: POWERFUL, confirmation: isAboutPower },
        onRequest: memberOfPath.load,
        schema: {
          operationId: 'members.update',
          summary: "Change a member's role",
          description:
            'Takes effect at once and ends their running requests. A lower role ends what they made that allows more than the role does (see `GET /v1/members/{id}/grants`). Only signed-in owners can add or change owners, and a workspace always keeps one.',
          params,
          querystring: AdoptQuery,
          body: UpdateMember,
          response: { 200: envelope(Member) },
        },
      },
      async (request, reply) => {
        const { principal, people, otherWorkspace, audit } = contextOf(request);
        const { account_id, role: before } = memberOfPath.of(request);
        const { role } = request.body;
        const leaving = leavingOf(request, account_id);
        const change = (endHere: EndHere) =>
          commitLive(request, reply, async (tx) => {
            const present = await tx.members.find(account_id);
            if (present && (role === undefined || role === present.role)) return { data: toMember(present) };
            const member = await changeable(tx, account_id, principal.role, role);
            const ended = await endHere(tx);
            await tx.members.setRole(account_id, role ?? member.role);
            await tx.signIns.interrupt(account_id);
            await audit(tx, 'member.updated', account_id, {
              email: member.email,
              role: { from: member.role, to: role },
              ...ended,
            });
            return { data: toMember({ ...member, role: role ?? member.role }) };
          });
        const isSame = role === undefined || role === before;
        if (!isSame) await changeable(people, account_id, principal.role, role);
        const sandbox = otherWorkspace('sandbox', people.workspaceId);
        // Grants in the sandbox end in a transaction of their own, before the role changes.
        await assertUnchanged(request, people);
        return await endGrantsOfMember({ stores, sandbox }, { ...leaving, role, isSame }, change);
      },
    );

    app.delete(
      '/members/:id',
      {
        config: { ...access, access: 'admin-or-self', condition: REMOVING, confirmation: isRemovingPower },
        onRequest: memberOfPath.load,
        schema: {
          operationId: 'members.delete',
          summary: 'Remove a member, or leave',
          description:
            'Takes effect at once: signs the member out of the workspace and ends their running requests. What they made ends too, in both environments (see `GET /v1/members/{id}/grants`): API keys are revoked, publishable tokens and pending invitations deleted, webhooks disabled. To leave, send your own id; any role may. Your browser then shows another workspace of yours, if you have one. Answers 409 for the last owner.',
          params,
          querystring: AdoptQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { principal, people, otherWorkspace, audit } = contextOf(request);
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
            await audit(tx, 'member.removed', account_id, { name, email, role, ...(await endHere(tx)) });
          }),
        );
        return reply.status(204).send(null);
      },
    );
  };

/** The member, if a person with the role `byRole` may change their role to `role` or remove them. Throws 409 if the last
 *  owner would leave. */
async function changeable(
  tx: Pick<WorkspaceReads, 'members'>,
  accountId: AccountId,
  byRole: Role | undefined,
  role?: Role,
): Promise<MemberWithAccount> {
  const member = await tx.members.find(accountId);
  if (!member) throw notFound('member', accountId);
  if (member.role === 'owner' || role === 'owner') assertOwner(byRole, 'Adding or changing an owner');
  if (member.role === 'owner' && role !== 'owner' && (await tx.members.ownerCount()) === 1)
    throw role === undefined
      ? new AppError(
          'conflict',
          'You are the last owner of the workspace. Make someone else an owner first, or delete the workspace.',
        )
      : invalidField('role', 'belongs to the last owner; make someone else an owner first');
  return member;
}
