import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access/access.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { newId, type PublishableTokenId } from '#lib/ids.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import { idParams, isId, pageQuery } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import { newPublishableToken } from '#records/publishable-token.ts';
import { budgetColumns, raisesBudget } from '#records/token-budget.ts';
import type { Services } from '#services.ts';
import { agentOfPath } from './agent-of-path.ts';
import { assertMayChangeToken, assertMayPublish } from './assert-may-publish.ts';
import {
  CreatePublishableToken,
  PublishableToken,
  toPublishableToken,
  UpdatePublishableToken,
} from './token-schema.ts';

const base = '/agents/:id/tokens';
const params = idParams('agent', 'agt');
const tokenParams = params.extend({
  token_id: z.string().meta({ description: 'The id of the publishable token, prefix `tok_`.' }),
});
const tokenIdOf = (request: FastifyRequest): PublishableTokenId =>
  (request.params as z.infer<typeof tokenParams>).token_id as PublishableTokenId;

const CHANGEABLE = ['name', 'allowed_origins', 'enabled', 'messages_per_minute', 'token_budget'] as const;

/** Runs before the body is parsed. */
async function assertTokenExists(request: FastifyRequest): Promise<void> {
  const tokenId = tokenIdOf(request);
  const row = isId('tok', tokenId)
    ? await contextOf(request).store.publishableTokens.find(tokenId)
    : undefined;
  if (row?.agent_id !== agentOfPath.of(request).agent_id) throw notFound('token', tokenId);
}

const OPENS_MORE = 'People must confirm setting `enabled` to true, and raising or removing a token budget.';

const opensMore: NeedsConfirmation = async (request) => {
  const { enabled, token_budget } = request.body as z.output<typeof UpdatePublishableToken>;
  const row = await contextOf(request).store.publishableTokens.find(tokenIdOf(request));
  return row !== undefined && ((enabled === true && row.is_enabled === 0) || raisesBudget(token_budget, row));
};

/** The tokens with which chat widgets on web pages reach an agent. */
export const tokenRoutes =
  (services: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(collectionRoutes(services, cursors));
    await app.register(itemRoutes(services));
  };

const collectionRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      base,
      {
        config: {
          confirmation: true,
          condition:
            'Needs an admin, or the workspace setting `members_may_publish`; `token_budget` always needs an admin.',
        },
        onRequest: [(request) => assertMayPublish(request), agentOfPath.load],
        schema: {
          operationId: 'agentTokens.create',
          summary: 'Create a publishable token of an agent',
          description:
            'For a chat widget. It only works on pages of its origins, and gives access to nothing else. For admins; with the workspace setting `members_may_publish` also for members and read_write keys. It stops working when the member or key that created it is removed.',
          params,
          body: CreatePublishableToken,
          response: { 201: envelope(PublishableToken) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const { name, allowed_origins, messages_per_minute, token_budget } = request.body;
        const budget = budgetColumns(contextOf(request).principal, token_budget);
        const { store, principal } = contextOf(request);
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          await assertMayPublish(request, tx);
          if (!(await tx.agents.find(agent_id))) throw notFound('agent', agent_id);
          const row = await tx.publishableTokens.insert({
            token_id: newId('publishableToken'),
            agent_id,
            name,
            token: newPublishableToken(store.environment),
            allowed_origins: JSON.stringify(allowed_origins),
            is_enabled: 1,
            messages_per_minute,
            ...budget,
            created_at: now,
            last_used_at: null,
            created_by: makerOf(principal),
          });
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'publishable_token.created',
            subjectId: row.token_id,
            details: { name, agent_id, allowed_origins },
            now,
          });
          return { status: 201, data: toPublishableToken(row) };
        });
      },
    );

    app.get(
      base,
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentTokens.list',
          summary: 'List the publishable tokens of an agent',
          description: 'Newest first.',
          params,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(PublishableToken) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'tokens', agent_id];
        const after = cursors.read<PublishableTokenId>(cursor, context);
        const rows = await store.publishableTokens.list(agent_id, { limit, after });
        const page = cursors.page(rows, limit, context, (row) => row.token_id);
        return answerPage(request, { items: page.rows.map(toPublishableToken), nextCursor: page.nextCursor });
      },
    );
  };

const itemRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.patch(
      `${base}/:token_id`,
      {
        config: {
          confirmation: opensMore,
          condition: `Everyone here may set only \`enabled\` to false. The rest needs an admin, or the workspace setting \`members_may_publish\`; \`token_budget\` always needs an admin. ${OPENS_MORE}`,
        },
        onRequest: [agentOfPath.load, assertTokenExists],
        preValidation: assertMayChangeToken,
        schema: {
          operationId: 'agentTokens.update',
          summary: 'Change a publishable token',
          description: 'For those who may create one; everyone with write access may set `enabled` to false.',
          params: tokenParams,
          body: UpdatePublishableToken,
          response: { 200: envelope(PublishableToken) },
        },
      },
      async (request, reply) => {
        const tokenId = tokenIdOf(request);
        const { name, allowed_origins, enabled, messages_per_minute, token_budget } = request.body;
        const budget = budgetColumns(contextOf(request).principal, token_budget);
        return await commit(request, reply, async (tx) => {
          const changes = {
            ...(name !== undefined && { name }),
            ...(allowed_origins && { allowed_origins: JSON.stringify(allowed_origins) }),
            ...(enabled !== undefined && { is_enabled: enabled ? (1 as const) : (0 as const) }),
            ...(messages_per_minute !== undefined && { messages_per_minute }),
            ...budget,
          };
          const before = await tx.publishableTokens.find(tokenId);
          const row =
            Object.keys(changes).length === 0 ? before : await tx.publishableTokens.update(tokenId, changes);
          if (!before || !row) throw notFound('token', tokenId);
          if (token_budget) await tx.spentTokens.forgetTold(tokenId);
          const data = toPublishableToken(row);
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'publishable_token.updated',
            subjectId: tokenId,
            details: changedFields(toPublishableToken(before), data, CHANGEABLE),
            now: clock.now(),
          });
          return { data };
        });
      },
    );

    app.delete(
      `${base}/:token_id`,
      {
        onRequest: [agentOfPath.load, assertTokenExists],
        schema: {
          operationId: 'agentTokens.delete',
          summary: 'Delete a publishable token',
          description: 'Immediate and permanent. Chats that use it end.',
          params: tokenParams,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const tokenId = tokenIdOf(request);
        const { store, principal } = contextOf(request);
        await store.transaction(async (tx) => {
          const row = await tx.publishableTokens.find(tokenId);
          if (!row || !(await tx.publishableTokens.remove(tokenId))) throw notFound('token', tokenId);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'publishable_token.deleted',
            subjectId: tokenId,
            details: { name: row.name, agent_id: row.agent_id },
            now: clock.now(),
          });
        });
        return reply.status(204).send(null);
      },
    );
  };
