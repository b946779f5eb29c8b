import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';
import { emitDeleted } from '#jobs/emit.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { defined } from '#lib/defined.ts';
import { type KnowledgeBaseId, newId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import { changedFields } from '#records/audit.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { toSource } from '#records/source.ts';
import type { Services } from '#services.ts';
import type { KnowledgeBaseWithCount, WorkspaceReads, WorkspaceTransaction } from '#storage/store.ts';
import { CreateKnowledgeBase, KnowledgeBase, toKnowledgeBase, UpdateKnowledgeBase } from './schema.ts';

const params = idParams('knowledge base', 'kb');

const knowledgeBaseOfPath = pathResource({
  noun: 'knowledge base',
  prefix: 'kb',
  find: (store, id) => store.knowledgeBases.find(id),
  versionOf: (row) => versionOfRow(row),
});

export const knowledgeBaseRoutes =
  (
    { clock, models: { embedders } }: Pick<Services, 'clock' | 'models'>,
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const present = async (
      store: Pick<WorkspaceReads, 'segments' | 'understanding'>,
      row: KnowledgeBaseWithCount,
    ) => {
      const { knowledge_base_id: knowledgeBaseId, index_version: from } = row;
      const to = embedders.indexVersionFor(row.embedding_choice);
      const progress = from === to ? 1 : await store.segments.shareDone({ knowledgeBaseId, from, to });
      const deep = embedders.deepOf(from, row.embedding_choice);
      const [understood] = deep ? await store.understanding.countOf([knowledgeBaseId], deep.id) : [];
      return toKnowledgeBase(row, embedders, {
        to,
        progress,
        understood: deep ? (understood ?? NOTHING_READ) : null,
      });
    };

    app.post(
      '/knowledge-bases',
      {
        config: { access: 'unrestricted' },
        schema: {
          operationId: 'knowledgeBases.create',
          summary: 'Create a knowledge base',
          description:
            'An empty one. Name it in `knowledge_base_id` when you add sources, and connect agents to it.',
          body: CreateKnowledgeBase,
          response: { 201: envelope(KnowledgeBase) },
        },
      },
      async (request, reply) => {
        const now = clock.now();
        const { name, description = '', embedding_model = null } = request.body;
        assertConfigured(embedders, embedding_model);
        const row = {
          knowledge_base_id: newId('knowledgeBase'),
          name,
          description,
          is_default: 0 as const,
          embedding_choice: embedding_model,
          index_version: embedders.indexVersionFor(embedding_model),
          created_at: now,
          updated_at: now,
        };
        return await commit(request, reply, async (tx) => {
          const created = await tx.knowledgeBases.insert(row);
          await contextOf(request).audit(tx, 'knowledge_base.created', row.knowledge_base_id, { name });
          return {
            status: 201,
            location: `/v1/knowledge-bases/${row.knowledge_base_id}`,
            data: await present(tx, { ...created, source_count: 0 }),
          };
        });
      },
    );

    app.get(
      '/knowledge-bases',
      {
        schema: {
          operationId: 'knowledgeBases.list',
          summary: 'List knowledge bases',
          description: 'Newest first, with the number of sources in each.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(KnowledgeBase) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        return await listPage(request, cursors, {
          context: ['knowledge-bases'],
          read: (page: Page<KnowledgeBaseId>) => store.knowledgeBases.list(page),
          keyOf: (row) => row.knowledge_base_id,
          show: (row) => present(store, row),
        });
      },
    );

    app.get(
      '/knowledge-bases/:id',
      {
        config: { isVersioned: true },
        onRequest: knowledgeBaseOfPath.load,
        schema: {
          operationId: 'knowledgeBases.get',
          summary: 'Get a knowledge base',
          description: 'With the number of its sources, and how far the models have come with them.',
          params,
          response: { 200: envelope(KnowledgeBase) },
        },
      },
      async (request) =>
        answer(request, await present(contextOf(request).store, knowledgeBaseOfPath.of(request))),
    );

    app.patch(
      '/knowledge-bases/:id',
      {
        config: { isVersioned: true },
        onRequest: knowledgeBaseOfPath.load,
        schema: {
          operationId: 'knowledgeBases.update',
          summary: 'Update a knowledge base',
          description:
            'Changing the embedding model re-embeds the sources in the background; see `embedding_switch`.',
          params,
          body: UpdateKnowledgeBase,
          response: { 200: envelope(KnowledgeBase) },
        },
      },
      async (request, reply) => {
        const { knowledge_base_id } = knowledgeBaseOfPath.of(request);
        const { embedding_model, ...fields } = request.body;
        const now = clock.now();
        if (embedding_model !== undefined) assertConfigured(embedders, embedding_model);
        return await commit(request, reply, async (tx) => {
          const before = await tx.knowledgeBases.find(knowledge_base_id);
          await tx.knowledgeBases.update(knowledge_base_id, {
            ...defined(fields),
            ...(embedding_model !== undefined && { embedding_choice: embedding_model }),
            updated_at: now,
          });
          if (embedding_model !== undefined) await rebuildIndex(tx, knowledge_base_id, now);
          const row = await tx.knowledgeBases.find(knowledge_base_id);
          if (!before || !row) throw new AppError('not_found', 'The knowledge base has just been deleted.');
          const changes = changedFields(before, row, ['name', 'description', 'embedding_choice']);
          await contextOf(request).audit(tx, 'knowledge_base.updated', knowledge_base_id, changes);
          return { data: await present(tx, row) };
        });
      },
    );

    app.delete(
      '/knowledge-bases/:id',
      {
        config: { access: 'unrestricted' },
        onRequest: knowledgeBaseOfPath.load,
        schema: {
          operationId: 'knowledgeBases.delete',
          summary: 'Delete a knowledge base and its sources',
          description: 'Answers 422 for the default knowledge base, and while an agent has no other.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { knowledge_base_id, is_default, name } = knowledgeBaseOfPath.of(request);
        if (is_default === 1)
          throw invalidField('id', 'names the default knowledge base, which cannot be deleted');
        await contextOf(request).store.transaction(
          async (tx) => {
            const stranded = await tx.knowledgeBases.agentsThatHaveNoOther(knowledge_base_id);
            if (stranded.length > 0) {
              throw invalidField(
                'id',
                `is the only knowledge base of ${stranded.slice(0, 5).join(', ')}; connect another one or delete the agent first`,
              );
            }
            const sourceIds = await tx.sources.ids({ knowledgeBaseIds: [knowledge_base_id] });
            for (const source_id of sourceIds) {
              const source = await tx.sources.find(source_id);
              if (!source) continue;
              await tx.sources.remove(source);
              const data = toSource(source);
              await emitDeleted(tx, { type: 'source.deleted', subjectId: source_id, data, now: clock.now() });
            }
            await tx.jobs.cancel(knowledge_base_id);
            await tx.knowledgeBases.remove(knowledge_base_id);
            await contextOf(request).audit(tx, 'knowledge_base.deleted', knowledge_base_id, {
              name,
              source_count: sourceIds.length,
            });
          },
          { isLarge: true },
        );
        return reply.status(204).send(null);
      },
    );
  };

/** Of a knowledge base without indexed sources. */
const NOTHING_READ = { chunks: 0, understood_chunks: 0, pending_sources: 0, skipped_sources: 0 };

function assertConfigured({ names }: Embedders, model: string | null): void {
  if (model !== null && !names.includes(model))
    throw invalidField('embedding_model', `must be one of the configured models: ${names.join(', ')}`);
}

/** Queues the index that the knowledge base should have now. */
async function rebuildIndex(tx: WorkspaceTransaction, id: KnowledgeBaseId, now: number): Promise<void> {
  await tx.jobs.cancel(id);
  await enqueue(tx, { kind: 'build-index', subjectId: id, payload: { knowledge_base_id: id }, now });
}
