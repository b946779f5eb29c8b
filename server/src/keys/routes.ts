import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { findGrants, unrevoked } from '#grants/end-grants.ts';
import { revokeKey } from '#grants/revoke-key.ts';
import { Grant, toGrants } from '#grants/schema.ts';
import { ADOPTING, isAdopting } from '#http/access/confirmation.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import type { Environment } from '#lib/environment.ts';
import { ApiKey, toApiKey } from '#records/api-key.ts';
import { changedFields } from '#records/audit.ts';
import { flag, idParams, pageQuery } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import { assertKnowledgeBasesExist } from '#records/resolve-knowledge-base.ts';
import { writeBarrier } from '#records/write-barrier.ts';
import type { Services } from '#services.ts';
import type { Store } from '#storage/store.ts';
import { addKey, newKey } from './create-key.ts';
import { CreateApiKey, NewApiKey, UpdateApiKey } from './schema.ts';

const params = idParams('API key', 'key');

const keyOfPath = pathResource({ noun: 'API key', prefix: 'key', find: (store, id) => store.keys.find(id) });

/** The API keys of the workspace, for admins. Each environment manages its own keys. */
export const keyRoutes =
  (
    { clock, stores }: Pick<Services, 'clock'> & { stores: Record<Environment, Store> },
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { access: 'admin' } as const;

    app.get(
      '/api-keys',
      {
        config,
        schema: {
          operationId: 'apiKeys.list',
          summary: 'List API keys',
          description:
            'Newest first, also revoked and expired ones. The keys themselves are never shown again.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(ApiKey) },
        },
      },
      async (request) => {
        const { keys, environment } = contextOf(request).store;
        return await listPage(request, cursors, {
          context: ['api-keys'],
          read: (page: Page<string>) => keys.list(page),
          keyOf: (row) => row.key_id,
          show: (row) => toApiKey(row, environment),
        });
      },
    );

    app.post(
      '/api-keys',
      {
        config: { ...config, confirmation: true },
        schema: {
          operationId: 'apiKeys.create',
          summary: 'Create an API key',
          description:
            'The key belongs to the environment that you send the request to. Only this answer shows its full text.',
          body: CreateApiKey,
          response: { 201: envelope(NewApiKey) },
        },
      },
      async (request, reply) => {
        const { store, principal } = contextOf(request);
        const { name, scope, expires_at, knowledge_base_ids: knowledgeBaseIds } = request.body;
        const expiresAt = expires_at ? Date.parse(expires_at) : null;
        const createdBy = makerOf(principal);
        const { row, secret } = newKey(
          { store, clock },
          { name, scope, expiresAt, knowledgeBaseIds, createdBy },
        );
        reply.header('cache-control', 'no-store');
        return await commit(request, reply, async (tx) => {
          if (knowledgeBaseIds) await assertKnowledgeBasesExist(tx, knowledgeBaseIds);
          const { environment } = store;
          await addKey(tx, row, { environment, actor: principal.actor });
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
          operationId: 'apiKeys.get',
          summary: 'Get an API key',
          description: 'Without the key itself, which only the answer to its creation shows.',
          params,
          response: { 200: envelope(ApiKey) },
        },
      },
      async (request) =>
        answer(request, toApiKey(keyOfPath.of(request), contextOf(request).store.environment)),
    );

    app.get(
      '/api-keys/:id/grants',
      {
        config,
        onRequest: keyOfPath.load,
        schema: {
          operationId: 'apiKeys.listGrants',
          summary: 'List what ends with an API key',
          description:
            'Invitations, keys, publishable tokens and webhooks made with the key, with those keys, and so on, even if someone else has taken them over. Works for revoked keys too. Members who joined through an invitation made with the key are listed and stay.',
          params,
          querystring: z.strictObject({}),
          response: { 200: listEnvelope(Grant) },
        },
      },
      async (request) => {
        const { store } = contextOf(request);
        const { all } = await findGrants(store, keyOfPath.of(request).key_id, { isEverMade: true });
        return answerPage(request, {
          items: toGrants(unrevoked(all), store.environment),
        });
      },
    );

    app.patch(
      '/api-keys/:id',
      {
        config,
        onRequest: keyOfPath.load,
        schema: {
          operationId: 'apiKeys.update',
          summary: 'Rename an API key',
          description:
            'What a key may do never changes. To change it, create another key and revoke this one.',
          params,
          body: UpdateApiKey,
          response: { 200: envelope(ApiKey) },
        },
      },
      async (request, reply) => {
        const { store, audit } = contextOf(request);
        const before = keyOfPath.of(request);
        const { key_id } = before;
        return await commit(request, reply, async (tx) => {
          const row = await tx.keys.rename(key_id, request.body.name);
          if (!row) throw notFound('API key', key_id);
          await audit(tx, 'key.updated', key_id, changedFields(before, row, ['name']));
          return { data: toApiKey(row, store.environment) };
        });
      },
    );

    app.delete(
      '/api-keys/:id',
      {
        config: { ...config, confirmation: isAdopting, condition: ADOPTING },
        onRequest: keyOfPath.load,
        schema: {
          operationId: 'apiKeys.revoke',
          summary: 'Revoke an API key',
          description:
            'Takes effect at once, for good, and ends running requests. What was made with the key ends as well (see `GET /v1/api-keys/{id}/grants`), unless this is a rotation: sent with the key itself, which changes nothing about it, or with a key that was made with it, which takes it over. Invitations always end. Revoking a key again changes nothing, unless `adopt` says what to do with what was made with it.',
          params,
          querystring: z.strictObject({
            adopt: flag.optional().meta({
              description:
                '`true`: you take over what was made with the key, and it stays valid. `false`: it ends, even in a rotation, and even if someone else has taken it over.',
            }),
          }),
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { store, principal } = contextOf(request);
        const { key_id } = keyOfPath.of(request);
        const revocation = {
          environment: store.environment,
          actor: principal.actor,
          now: clock.now(),
          adopt: request.query.adopt,
        };
        await store.transaction((tx) => revokeKey(tx, key_id, revocation));
        // A live key may have started to remove a member, whose grants in the sandbox end first.
        if (store.environment === 'live') await writeBarrier(stores, [store.workspaceId], ['sandbox']);
        return reply.status(204).send(null);
      },
    );
  };
