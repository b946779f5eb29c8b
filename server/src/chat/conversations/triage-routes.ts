import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { agentOfPath } from '#chat/agent-of-path.ts';
import type { NewAssignee } from '#chat/handover/change-handover.ts';
import { AppError, invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import type { AccountId } from '#lib/ids.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import { pageQuery } from '#records/fields.ts';
import type { Services } from '#services.ts';
import { changeConversation } from './change-conversation.ts';
import { assertFits, changeConversations } from './change-conversations.ts';
import { Conversation, toConversation } from './schema.ts';
import { assertConversationExists, sessionParams } from './session-of-path.ts';
import {
  BulkConversationChange,
  BulkConversationResult,
  ConversationCounts,
  PossibleAssignee,
  toConversationCounts,
  UpdateConversation,
} from './triage-schema.ts';

const ASSIGNING = 'A sandbox key cannot assign: members belong to the live environment.';

/** Counts, changes and assigns conversations. */
export const triageRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/conversations/counts',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'conversations.getCounts',
          summary: 'Count conversations',
          description: 'Of all agents, by state, hand-over, channel, language and tag.',
          querystring: z.strictObject({}),
          response: { 200: envelope(ConversationCounts) },
        },
      },
      async (request) => {
        const { store, principal } = contextOf(request);
        const { transcripts, handovers } = store;
        const [counts, tags, ofHandovers, assignedToMe] = await Promise.all([
          transcripts.counts(),
          transcripts.tagCounts(),
          handovers.counts(principal.actor.id),
          transcripts.assignedCount(principal.actor.id),
        ]);
        return answer(request, toConversationCounts({ counts, tags, handovers: ofHandovers, assignedToMe }));
      },
    );

    app.get(
      '/conversations/assignees',
      {
        config: { access: 'unrestricted', isForLiveKeys: true },
        schema: {
          operationId: 'conversations.listAssignees',
          summary: 'List who can look after conversations',
          description: 'The members of the workspace, newest account first.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(PossibleAssignee) },
        },
      },
      async (request) => {
        const { members } = contextOf(request).people;
        return await listPage(request, cursors, {
          context: ['assignees'],
          read: (page: Page<AccountId>) => members.list(page),
          keyOf: (row) => row.account_id,
          show: ({ account_id, name }) => ({ id: account_id, name }),
        });
      },
    );

    app.post(
      '/conversations/bulk',
      {
        config: { access: 'unrestricted', condition: ASSIGNING },
        schema: {
          operationId: 'conversations.bulkUpdate',
          summary: 'Change conversations in bulk',
          description:
            'Changes each as the endpoint of a single one would. Those that do not exist, or that have another version than you have read, are listed and left.',
          body: BulkConversationChange,
          response: { 200: envelope(BulkConversationResult) },
        },
      },
      async (request, reply) => {
        assertFits(request.body);
        const assignee = (await memberOf(request, request.body.assignee_id)) ?? null;
        const { actor } = contextOf(request).principal;
        return await commit(
          request,
          reply,
          async (tx) => ({
            data: await changeConversations(tx, request.body, { assignee, actor, now: clock.now() }),
          }),
          { isLarge: true },
        );
      },
    );

    app.patch(
      '/agents/:id/conversations/:session_id',
      {
        onRequest: [agentOfPath.load, assertConversationExists],
        config: { condition: ASSIGNING },
        schema: {
          operationId: 'conversations.update',
          summary: 'Resolve, assign or tag a session',
          description:
            'Only the fields you send change. Emits `conversation.updated`. Answers 409 if `if_version` is not its version: someone else has changed it since you read it.',
          params: sessionParams,
          body: UpdateConversation,
          response: { 200: envelope(Conversation) },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = agentOfPath.of(request);
        const { session_id: sessionId } = request.params;
        const { state, tags, assignee_id, if_version: ifVersion } = request.body;
        const assignee = await memberOf(request, assignee_id);
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          const changes = { state, tags, assignee, ifVersion, actor, now: clock.now() };
          const session = { agentId, sessionId };
          const { before, after, handover } = await changeConversation(tx, session, changes);
          if (before.version !== after.version)
            await recordAudit(tx, {
              actor,
              action: 'conversation.updated',
              subjectId: `${agentId}/${sessionId}`,
              details: changedFields(
                before,
                after,
                ['state', 'assignee_id', 'assignee_name', 'tags'],
                ['tags'],
              ),
              now: clock.now(),
            });
          return { data: toConversation(after, handover) };
        });
      },
    );
  };

/** The member with this id; null and undefined stay as they are. Throws 422 if there is none. */
async function memberOf(
  request: FastifyRequest,
  id: AccountId | null | undefined,
): Promise<NewAssignee | null | undefined> {
  if (id === null || id === undefined) return id;
  const { people, principal } = contextOf(request);
  if (principal.environment === 'sandbox')
    throw new AppError(
      'forbidden',
      'Members belong to the live environment, which a sandbox key cannot reach. Use a live key, or sign in.',
    );
  const member = await people.members.find(id);
  if (!member) throw invalidField('assignee_id', 'must be the account of a member of the workspace');
  return { type: 'account', id, name: member.name };
}
