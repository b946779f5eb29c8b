import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { changedFields, recordAudit } from '#http/audit.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { pageQuery } from '#http/fields.ts';
import { assertKnowledgeBasesExist } from '#http/known-ids.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import type { Services } from '#services.ts';
import { addKey, newKey } from './create-key.ts';
import { revokeKey } from './revoke-key.ts';
import { ApiKey, CreateApiKey, NewApiKey, toApiKey, UpdateApiKey } from './schema.ts';

const keyOfPath = pathResource({ noun: 'API key', prefix: 'key', find: (store, id) => store.keys.find(id) });

/** API keys of the workspace, for admin keys: an environment's keys are managed at its own address. */
export const keyRoutes =
  ({ clock }: Pick<Services, 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin' } as const;

    app.get(
      '/api-keys',
      {
        config,
        schema: {
          summary: 'List API keys',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(ApiKey) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { limit, cursor } = request.query;
        const context = [store.workspaceId, 'api-keys'];
        const rows = await store.keys.list({ limit, after: cursors.read<string>(cursor, context) });
        const page = cursors.page(rows, limit, context, (row) => row.key_id);
        return answerPage(request, {
          items: page.rows.map((row) => toApiKey(row, store.environment)),
          nextCursor: page.nextCursor,
        });
      },
    );

    app.post(
      '/api-keys',
      {
        config,
        schema: {
          summary: 'Create an API key',
          description:
            'The key belongs to the environment of the address. Its full text is in this answer and nowhere else.',
          body: CreateApiKey,
          response: { 201: envelope(NewApiKey) },
        },
      },
      async (request, reply) => {
        const { store } = contextOf(request);
        const { name, scope, expires_at, knowledge_base_ids: knowledgeBaseIds } = request.body;
        const { row, secret } = newKey(
          { store, clock },
          { name, scope, expiresAt: expires_at ? Date.parse(expires_at) : null, knowledgeBaseIds },
        );
        reply.header('cache-control', 'no-store');
        return await commit(request, reply, async (tx) => {
          if (knowledgeBaseIds) await assertKnowledgeBasesExist(tx, knowledgeBaseIds);
          const { environment } = store;
          await addKey(tx, row, { environment, actor: contextOf(request).principal.actor });
          return {
            status: 201,
            location: `/v1/api-keys/${row.key_id}`,
            data: { ...toApiKey(row, store.environment), key: secret },
          };
        });
      },
    );

    app.get(
      '/api-keys/:id',
      {
        config,
        onRequest: keyOfPath.load,
        schema: {
          summary: 'Get an API key',
          params: z.object({ id: z.string() }),
          response: { 200: envelope(ApiKey) },
        },
      },
      async (request) =>
        answer(request, toApiKey(keyOfPath.of(request), contextOf(request).store.environment)),
    );

    app.patch(
      '/api-keys/:id',
      {
        config,
        onRequest: keyOfPath.load,
        schema: {
          summary: 'Rename an API key',
          description: 'What a key may do never changes: make another one, and revoke this.',
          params: z.object({ id: z.string() }),
          body: UpdateApiKey,
          response: { 200: envelope(ApiKey) },
        },
      },
      async (request, reply) => {
        const { store, principal } = contextOf(request);
        const before = keyOfPath.of(request);
        const { key_id } = before;
        return await commit(request, reply, async (tx) => {
          const row = await tx.keys.rename(key_id, request.body.name);
          if (!row) throw notFound('API key', key_id);
          await recordAudit(tx, {
            actor: principal.actor,
            action: 'key.updated',
            subjectId: key_id,
            details: changedFields(before, row, ['name']),
            now: clock.now(),
          });
          return { data: toApiKey(row, store.environment) };
        });
      },
    );

    app.delete(
      '/api-keys/:id',
      {
        config,
        onRequest: keyOfPath.load,
        schema: {
          summary: 'Revoke an API key',
          description: 'At once and for good: requests that are running with the key are ended too.',
          params: z.object({ id: z.string() }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { store, principal, detach } = contextOf(request);
        const { key_id } = keyOfPath.of(request);
        if (key_id === principal.credentialId) detach();
        const revocation = {
          environment: store.environment,
          actor: principal.actor,
          now: clock.now(),
        };
        await store.transaction((tx) => revokeKey(tx, key_id, revocation));
        return reply.status(204).send(null);
      },
    );
  };
