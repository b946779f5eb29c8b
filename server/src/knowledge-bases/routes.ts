import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { pageQuery } from '#http/fields.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { defined } from '#lib/defined.ts';
import { type KnowledgeBaseId, newId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import { CreateKnowledgeBase, KnowledgeBase, toKnowledgeBase, UpdateKnowledgeBase } from './schema.ts';

const knowledgeBaseOfPath = pathResource({
  noun: 'knowledge base',
  prefix: 'kb',
  find: (store, id) => store.knowledgeBases.find(id),
});
const params = z.object({ id: z.string() });

export const knowledgeBaseRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/knowledge-bases',
      {
        schema: {
          summary: 'Create a knowledge base',
          body: CreateKnowledgeBase,
          response: { 201: envelope(KnowledgeBase) },
        },
      },
      async (request, reply) => {
        const { store } = contextOf(request);
        const now = clock.now();
        const { name, description = '' } = request.body;
        const row = {
          knowledge_base_id: newId('knowledgeBase'),
          name,
          description,
          is_default: 0 as const,
          created_at: now,
          updated_at: now,
        };
        await store.transaction((tx) => tx.knowledgeBases.insert(row));
        reply.status(201).header('location', `/v1/knowledge-bases/${row.knowledge_base_id}`);
        return answer(request, toKnowledgeBase({ ...row, workspace_id: store.workspaceId, source_count: 0 }));
      },
    );

    app.get(
      '/knowledge-bases',
      {
        schema: {
          summary: 'List knowledge bases',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(KnowledgeBase) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'knowledge-bases'];
        const rows = await store.knowledgeBases.list({
          limit,
          after: cursors.read<KnowledgeBaseId>(cursor, context),
        });
        const page = cursors.page(rows, limit, context, (row) => row.knowledge_base_id);
        return answerPage(request, { items: page.rows.map(toKnowledgeBase), nextCursor: page.nextCursor });
      },
    );

    app.get(
      '/knowledge-bases/:id',
      {
        onRequest: knowledgeBaseOfPath.load,
        schema: { summary: 'Get a knowledge base', params, response: { 200: envelope(KnowledgeBase) } },
      },
      async (request) => answer(request, toKnowledgeBase(knowledgeBaseOfPath.of(request))),
    );

    app.patch(
      '/knowledge-bases/:id',
      {
        onRequest: knowledgeBaseOfPath.load,
        schema: {
          summary: 'Rename or describe a knowledge base',
          params,
          body: UpdateKnowledgeBase,
          response: { 200: envelope(KnowledgeBase) },
        },
      },
      async (request) => {
        const { knowledge_base_id, source_count } = knowledgeBaseOfPath.of(request);
        const changes = { ...defined(request.body), updated_at: clock.now() };
        const row = await contextOf(request).store.transaction((tx) =>
          tx.knowledgeBases.update(knowledge_base_id, changes),
        );
        if (!row) throw new AppError('not_found', 'The knowledge base was deleted meanwhile.');
        return answer(request, toKnowledgeBase({ ...row, source_count }));
      },
    );

    app.delete(
      '/knowledge-bases/:id',
      {
        onRequest: knowledgeBaseOfPath.load,
        schema: {
          summary: 'Delete a knowledge base with its sources',
          description: 'Refused with 422 for the default knowledge base, and while an agent has no other.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { knowledge_base_id, is_default } = knowledgeBaseOfPath.of(request);
        if (is_default === 1)
          throw invalidField('id', 'is the default knowledge base, which cannot be deleted');
        await contextOf(request).store.transaction(
          async (tx) => {
            const stranded = await tx.knowledgeBases.agentsThatHaveNoOther(knowledge_base_id);
            if (stranded.length > 0) {
              throw invalidField(
                'id',
                `is the only knowledge base of ${stranded.slice(0, 5).join(', ')}; connect another one or delete the agent first`,
              );
            }
            for (const source_id of await tx.sources.ids({ knowledgeBaseIds: [knowledge_base_id] })) {
              await tx.sources.remove({ source_id, knowledge_base_id });
            }
            await tx.knowledgeBases.remove(knowledge_base_id);
          },
          { isBulky: true },
        );
        return reply.status(204).send(null);
      },
    );
  };
