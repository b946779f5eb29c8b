import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { defined } from '#lib/defined.ts';
import {
  type AgentConfiguration,
  changedFieldsOf,
  configurationOf,
  versionColumns,
} from '#records/agent-configuration.ts';
import { idParams } from '#records/fields.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import { agentOfPath } from './agent-of-path.ts';
import { readDraft } from './read-draft.ts';
import { AgentDraft, SaveAgentDraft, toDraft } from './version-schema.ts';

const params = idParams('agent', 'agt');

/** The draft of an agent: settings that are saved and not live. */
export const draftRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/agents/:id/draft',
      {
        config: { isVersioned: true },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.getDraft',
          summary: 'Get the draft of an agent',
          description: 'Answers 404 without one. Its version is that of the agent, for `If-Match`.',
          params,
          response: { 200: envelope(AgentDraft) },
        },
      },
      async (request) => {
        const agent = agentOfPath.of(request);
        const draft = await readDraft(contextOf(request).store, agent);
        if (!draft) throw notFound('draft', `of ${agent.agent_id}`);
        return answer(request, toDraft(agent, draft.row, draft.changes));
      },
    );

    app.put(
      '/agents/:id/draft',
      {
        config: { isVersioned: true },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.saveDraft',
          summary: 'Save a draft of an agent',
          description:
            'Replaces the draft. Nothing of it is live before it is published; try it with `draft: true` in a chat. Settings that are as they are live are left out of it.',
          params,
          body: SaveAgentDraft,
          response: { 200: envelope(AgentDraft) },
        },
      },
      async (request, reply) => {
        const { agent_id } = agentOfPath.of(request);
        const sent: Partial<AgentConfiguration> = defined(request.body);
        const { actor } = contextOf(request).principal;
        return await commit(request, reply, async (tx) => {
          if (sent.knowledge_base_ids) await assertKnowledgeBasesExist(tx, sent.knowledge_base_ids);
          const agent = await tx.agents.find(agent_id);
          if (!agent) throw notFound('agent', agent_id);
          const changed = changedFieldsOf(configurationOf(agent), sent);
          const changes = Object.fromEntries(changed.map((field) => [field, sent[field]]));
          const now = clock.now();
          const row = {
            ...versionColumns(agent_id, changes, changed),
            note: null,
            restored_from: null,
            actor_type: actor.type,
            actor_id: actor.id,
            actor_name: actor.name,
            created_at: now,
          };
          await tx.agentVersions.putDraft(row);
          await tx.agents.update(agent_id, { draft_saved_at: now, updated_at: now });
          return { data: toDraft(agent, { ...row, workspace_id: agent.workspace_id, number: 0 }, changes) };
        });
      },
    );

    app.delete(
      '/agents/:id/draft',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.discardDraft',
          summary: 'Discard the draft of an agent',
          description: 'What is live stays.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const agent = agentOfPath.of(request);
        const { store } = contextOf(request);
        await store.transaction(async (tx) => {
          if (!(await tx.agentVersions.draft(agent.agent_id)))
            throw notFound('draft', `of ${agent.agent_id}`);
          await tx.agentVersions.removeDraft(agent.agent_id);
          await tx.agents.update(agent.agent_id, { draft_saved_at: null, updated_at: clock.now() });
        });
        return reply.status(204).send(null);
      },
    );
  };
