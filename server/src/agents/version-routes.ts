import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import type { Cursors } from '#http/pagination.ts';
import { emit } from '#jobs/emit.ts';
import { defined } from '#lib/defined.ts';
import type { AgentId } from '#lib/ids.ts';
import { type AgentConfiguration, existingBases } from '#records/agent-configuration.ts';
import { recordAudit } from '#records/audit.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import type { AgentVersionRow } from '#storage/tables.ts';
import { agentOfPath } from './agent-of-path.ts';
import { PUBLISHED_CONDITION } from './assert-may-publish.ts';
import { draftRoutes } from './draft-routes.ts';
import { goLive } from './go-live.ts';
import { readDraft } from './read-draft.ts';
import { Agent, toAgent } from './schema.ts';
import {
  AgentVersion,
  ListedAgentVersion,
  PublishAgent,
  RestoreAgentVersion,
  toListedVersion,
  toVersion,
} from './version-schema.ts';

const params = idParams('agent', 'agt');
const versionParams = params.extend({
  number: z.string().meta({ description: 'The number of the version.' }),
});

/** Versions of an agent: what it was published as, publishing, and rolling back. */
export const versionRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(draftRoutes({ clock }));

    app.get(
      '/agents/:id/versions',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.list',
          summary: 'List the versions of an agent',
          description: 'Newest first; the first one is live. The newest 100 are kept.',
          params,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(ListedAgentVersion) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'versions', agent_id];
        const after = cursors.read<number>(cursor, context);
        const rows = await store.agentVersions.list(agent_id, { limit, after });
        const page = cursors.page(rows, limit, context, (row) => row.number);
        return answerPage(request, { items: page.rows.map(toListedVersion), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/agents/:id/versions/:number',
      {
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.get',
          summary: 'Get a version of an agent',
          description: 'With its settings. Knowledge bases in it may have been deleted since.',
          params: versionParams,
          response: { 200: envelope(AgentVersion) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { agent_id } = agentOfPath.of(request);
        return answer(request, toVersion(await findVersion(store, agent_id, request.params.number)));
      },
    );

    app.post(
      '/agents/:id/publish',
      {
        config: { isVersioned: true, condition: PUBLISHED_CONDITION },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.publish',
          summary: 'Publish the draft of an agent',
          description:
            'The draft goes live as a new version, and is gone as a draft. `changes` are published in its place. Answers 409 if there is nothing to publish.',
          params,
          body: PublishAgent,
          response: { 200: envelope(Agent) },
        },
      },
      async (request, reply) => {
        const agent = agentOfPath.of(request);
        const { note, changes } = request.body;
        return await commit(request, reply, async (tx) => {
          const saved = await readDraft(tx, agent);
          const configuration: Partial<AgentConfiguration> = changes
            ? defined(changes)
            : (saved?.changes ?? {});
          const now = clock.now();
          const columns = { draft_saved_at: null };
          const going = { agentId: agent.agent_id, configuration, columns, note, now };
          const { before, after } = await goLive(request, tx, going);
          if (before.version === after.version)
            throw new AppError(
              'conflict',
              'There is nothing to publish: no setting differs from what is live.',
            );
          await tx.agentVersions.removeDraft(agent.agent_id);
          await tell(tx, { before, after, note, now });
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.published',
            subjectId: agent.agent_id,
            details: { name: after.name, version: after.version },
            now,
          });
          return { data: toAgent(after) };
        });
      },
    );

    app.post(
      '/agents/:id/versions/:number/restore',
      {
        config: { isVersioned: true, condition: PUBLISHED_CONDITION },
        onRequest: agentOfPath.load,
        schema: {
          operationId: 'agentVersions.restore',
          summary: 'Roll an agent back to a version',
          description:
            'Publishes the settings of that version as a new one. Knowledge bases that were deleted since are left out. The draft stays. Answers 409 if it is what is live, or if none of its knowledge bases exists any more.',
          params: versionParams,
          body: RestoreAgentVersion,
          response: { 200: envelope(Agent) },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = agentOfPath.of(request);
        const { note } = request.body;
        return await commit(request, reply, async (tx) => {
          const row = await findVersion(tx, agentId, request.params.number);
          const { number } = row;
          const { configuration } = toVersion(row) as { configuration: AgentConfiguration };
          const knowledge_base_ids = await existingBases(tx, configuration.knowledge_base_ids);
          if (knowledge_base_ids.length === 0)
            throw new AppError(
              'conflict',
              `Version ${number} can't be restored: all its knowledge bases were deleted.`,
            );
          const now = clock.now();
          const restored = { ...configuration, knowledge_base_ids };
          const going = { agentId, configuration: restored, note, restoredFrom: number, now };
          const { before, after } = await goLive(request, tx, going);
          if (before.version === after.version)
            throw new AppError('conflict', `The settings of version ${number} are live already.`);
          await tell(tx, { before, after, note, restoredFrom: number, now });
          await recordAudit(tx, {
            actor: contextOf(request).principal.actor,
            action: 'agent.rolled_back',
            subjectId: agentId,
            details: { name: after.name, version: after.version, restored_from: number },
            now,
          });
          return { data: toAgent(after) };
        });
      },
    );
  };

/** The version that a path names. Throws 404 if there is none, which the draft is not. */
async function findVersion(
  { agentVersions }: Pick<WorkspaceReads, 'agentVersions'>,
  agentId: AgentId,
  named: string,
): Promise<AgentVersionRow> {
  const row = /^[1-9]\d{0,8}$/.test(named) ? await agentVersions.find(agentId, Number(named)) : undefined;
  if (!row) throw notFound('version', named);
  return row;
}

type Told = {
  before: AgentWithBases;
  after: AgentWithBases;
  note?: string | null | undefined;
  restoredFrom?: number;
  now: number;
};

/** Emits that the agent has changed, and that a version of it went live. */
async function tell(
  tx: WorkspaceTransaction,
  { before, after, note = null, restoredFrom, now }: Told,
): Promise<void> {
  const { agent_id: subjectId } = after;
  await emit(tx, { type: 'agent.updated', subjectId, data: toAgent(after), now });
  const data = {
    agent_id: subjectId,
    name: after.name,
    version: after.version,
    previous_version: before.version,
    restored_from: restoredFrom ?? null,
    note,
  };
  await emit(tx, { type: 'agent.published', subjectId, data, now });
}
