import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { emit, emitDeleted } from '#jobs/emit.ts';
import { defined } from '#lib/defined.ts';
import { type AgentId, newId } from '#lib/ids.ts';
import { changedFields, recordAudit } from '#records/audit.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import { budgetColumns, raisesBudget } from '#records/token-budget.ts';
import type { Services } from '#services.ts';
import { activityRoutes } from './activity-routes.ts';
import { agentOfPath } from './agent-of-path.ts';
import { appearanceRoutes } from './appearance-routes.ts';
import { PUBLISHED_CONDITION } from './assert-may-publish.ts';
import { goLive, keepVersion } from './go-live.ts';
import { Agent, AgentStatus, CreateAgent, toAgent, UpdateAgent } from './schema.ts';
import { tokenRoutes } from './token-routes.ts';
import { versionRoutes } from './version-routes.ts';

const params = idParams('agent', 'agt');

const BUDGET = 'Setting `token_budget` needs an admin.';

/** Fields that the audit log lists as changed, without their values. */
const PROMPTS = ['system_prompt', 'welcome_message', 'fallback_message'] as const;

export const agentRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(tokenRoutes({ clock }, cursors));
    await app.register(versionRoutes({ clock }, cursors));
    await app.register(appearanceRoutes({ clock }));
    await app.register(activityRoutes({ clock }));

    app.post(
      '/agents',
      {
        config: { condition: BUDGET },
        schema: {
          operationId: 'agents.create',
          summary: 'Create an agent',
          description: 'The agent is active: you can chat with it immediately.',
          body: CreateAgent,
          response: { 201: envelope(Agent) },
        },
      },
      async (request, reply) => {
        const {
          knowledge_base_ids,
          name,
          response_length,
          welcome_message = null,
          fallback_message = null,
          system_prompt = null,
          min_confidence = null,
          temperature = null,
          handover,
          token_budget,
        } = request.body;
        const now = clock.now();
        const row = {
          agent_id: newId('agent'),
          name,
          status: 'active' as const,
          welcome_message,
          fallback_message,
          system_prompt,
          response_length,
          min_confidence,
          temperature,
          handover,
          ...budgetColumns(contextOf(request).principal, token_budget),
          created_at: now,
          updated_at: now,
        };
        return await commit(request, reply, async (tx) => {
          await assertKnowledgeBasesExist(tx, knowledge_base_ids);
          const agent = await tx.agents.insert(row);
          await tx.agents.setKnowledgeBases(row.agent_id, knowledge_base_ids);
          const made = { ...agent, knowledge_base_ids };
          await keepVersion(tx, made, { actor: contextOf(request).principal.actor, now });
          const data = toAgent(made);
          await emit(tx, { type: 'agent.created', subjectId: row.agent_id, data, now });
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.created',
            subjectId: row.agent_id,
            details: { name },
            now,
          });
          return { status: 201, location: `/v1/agents/${row.agent_id}`, data };
        });
      },
    );

    app.get(
      '/agents',
      {
        schema: {
          operationId: 'agents.list',
          summary: 'List agents',
          description: 'Newest first, active and inactive ones.',
          querystring: z.strictObject({
            ...pageQuery,
            status: AgentStatus.optional().meta({ description: 'Only agents with this status.' }),
          }),
          response: { 200: listEnvelope(Agent) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor, status } = request.query;
        const context = [store.workspaceId, 'agents', status];
        const rows = await store.agents.list({
          limit,
          status,
          after: cursors.read<AgentId>(cursor, context),
        });
        const page = cursors.page(rows, limit, context, (row) => row.agent_id);
        return answerPage(request, { items: page.rows.map(toAgent), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/agents/:id',
      {
        config: { isVersioned: true },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agents.get',
          summary: 'Get an agent',
          description: 'Its settings and what it may spend.',
          params,
          response: { 200: envelope(Agent) },
        },
      },
      async (request) => answer(request, toAgent(agentOfPath.of(request))),
    );

    app.patch(
      '/agents/:id',
      {
        config: {
          isVersioned: true,
          confirmation: (request) =>
            raisesBudget(
              (request.body as z.output<typeof UpdateAgent>).token_budget,
              agentOfPath.of(request),
            ),
          condition: `${PUBLISHED_CONDITION} ${BUDGET} People must confirm raising or removing one.`,
        },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agents.update',
          summary: 'Update an agent',
          description:
            'Only the fields you send change, and are live at once, as a new version. `knowledge_base_ids` replaces the whole list. "" or null clears a message, null clears a number. A draft keeps its changes.',
          params,
          body: UpdateAgent,
          response: { 200: envelope(Agent) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const { token_budget, status, ...configuration } = request.body;
        const budget = budgetColumns(contextOf(request).principal, token_budget);
        return await commit(request, reply, async (tx) => {
          const now = clock.now();
          const columns = { ...(status && { status }), ...budget };
          const { before, after: agent } = await goLive(request, tx, {
            agentId: agent_id,
            configuration: defined(configuration),
            columns,
            now,
          });
          if (token_budget) await tx.spentTokens.forgetTold(agent_id);
          const data = toAgent(agent);
          await emit(tx, { type: 'agent.updated', subjectId: agent_id, data, now });
          const fields = Object.keys(defined(request.body)) as (keyof typeof data)[];
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.updated',
            subjectId: agent_id,
            details: changedFields(toAgent(before), data, fields, PROMPTS),
            now,
          });
          return { data };
        });
      },
    );

    app.delete(
      '/agents/:id',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agents.delete',
          summary: 'Delete an agent and its conversations',
          description: 'Deletes its publishable tokens too, at once and for good.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        await contextOf(request).store.transaction(async (tx) => {
          const agent = await tx.agents.find(agent_id);
          if (!agent || !(await tx.agents.remove(agent_id))) throw notFound('agent', agent_id);
          const data = toAgent(agent);
          const now = clock.now();
          await emitDeleted(tx, { type: 'agent.deleted', subjectId: agent_id, data, now });
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.deleted',
            subjectId: agent_id,
            details: { name: agent.name },
            now,
          });
        });
        return reply.status(204).send(null);
      },
    );
  };
