import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { notFound } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import type { Outline } from '#records/outline.ts';
import { asUserParameter } from '#records/principals.ts';
import { Source } from '#records/source.ts';
import { recordHistory } from '#records/source-history.ts';
import { keyInOrder } from '#records/source-order.ts';
import type { Services } from '#services.ts';
import type { SourceKey, Store } from '#storage/store.ts';
import { addSource } from './add-source.ts';
import { archiveRoutes } from './archive-routes.ts';
import { batchRoutes } from './batch-routes.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { changeSource, reindexSource } from './change-source.ts';
import { fileRoutes } from './file-routes.ts';
import { folderRoutes } from './folder-routes.ts';
import { historyRoutes } from './history-routes.ts';
import { contextOfList, filterOf, ListSourcesQuery, orderOf } from './list-query.ts';
import { moveSource } from './move-source.ts';
import { overviewRoutes } from './overview-routes.ts';
import { partOf } from './part-of-content.ts';
import { placesRoutes } from './places-routes.ts';
import { readSourceBody } from './read-body.ts';
import { removeSource } from './remove-source.ts';
import { renderRoutes } from './render-routes.ts';
import { resumableUploadRoutes } from './resumable-routes.ts';
import {
  ContentQuery,
  CreateSource,
  DOCUMENTED_CREATE_SOURCE,
  DOCUMENTED_UPDATE_SOURCE,
  SourceChunk,
  SourceContent,
  toSourceChunk,
  UpdateSource,
  waitFor,
} from './schema.ts';
import { deepModelOfSource, showingSources, understandingOf } from './show-source.ts';
import { similarRoutes } from './similar-routes.ts';
import { sourceExportRoute } from './source-export-route.ts';
import { sourceFor, sourceOfPath } from './source-of-path.ts';
import { upsertRoutes } from './upsert-routes.ts';
import { waitUntilSettled } from './wait-until-settled.ts';

const params = idParams('source', 'src');

type Dependencies = Pick<Services, 'config' | 'clock' | 'models'> & { store: Pick<Store, 'listen'> };

const base = '/knowledge-base/sources';

export const sourceRoutes =
  (services: Dependencies, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(writeRoutes(services));
    await app.register(upsertRoutes(services));
    await app.register(batchRoutes(services));
    await app.register(readRoutes(services, cursors));
    await app.register(overviewRoutes(services));
    await app.register(folderRoutes);
    await app.register(sourceExportRoute(services));
    await app.register(bulkRoutes(services));
    await app.register(fileRoutes);
    await app.register(renderRoutes);
    await app.register(placesRoutes);
    await app.register(historyRoutes(cursors));
    await app.register(similarRoutes(services));
    await app.register(resumableUploadRoutes(services));
    await app.register(archiveRoutes(services, cursors));
  };

const writeRoutes =
  ({ config, clock, models: { embedders } }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      base,
      {
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { form: DOCUMENTED_CREATE_SOURCE, rateClass: 'upload' },
        schema: {
          operationId: 'sources.create',
          summary: 'Add a source',
          description:
            'Stored at once and indexed in the background. Read its `status`, or wait with `GET …/:id?wait=30`.',
          response: { 201: envelope(Source), 200: envelope(Source) },
        },
      },
      async (request, reply) => {
        const body = await readSourceBody({ config }, request, CreateSource, ({ type }) => ({
          type,
          isContentRequired: true,
        }));
        try {
          const added = await commit(
            request,
            reply,
            async (tx) => {
              const { source, isNew } = await addSource(tx, {
                ...body,
                actor: contextOf(request).principal.actor,
                now: clock.now(),
              });
              return {
                status: isNew ? 201 : 200,
                location: `/v1${base}/${source.source_id}`,
                data: await showingSources(tx, embedders)(source),
              };
            },
            { isLarge: isLarge(body.content?.sizeBytes) },
          );
          if (reply.statusCode === 201) contextOf(request).count('sources');
          return added;
        } finally {
          await body.content?.dispose();
        }
      },
    );

    app.patch(
      `${base}/:id`,
      {
        onRequest: sourceOfPath.load,
        bodyLimit: LIMITS.jsonBodyBytes,
        config: { isVersioned: true, form: DOCUMENTED_UPDATE_SOURCE, rateClass: 'upload' },
        schema: {
          operationId: 'sources.update',
          summary: 'Update a source',
          description:
            'With new `content`, `url` or `file`, the old content keeps answering until the new content is indexed. `knowledge_base_id` moves the source.',
          params,
          response: { 200: envelope(Source) },
        },
      },
      async (request, reply) => {
        const { source_id, type } = sourceOfPath.of(request);
        const body = await readSourceBody({ config }, request, UpdateSource, () => ({
          type,
          isContentRequired: false,
        }));
        try {
          return await commit(
            request,
            reply,
            async (tx) => {
              const now = clock.now();
              const { knowledge_base_id: to, external_id: externalId } = body.fields;
              const moved = to && (await moveSource(tx, source_id, { to, externalId, embedders, now }));
              const { source, entries } = await changeSource(tx, source_id, { ...body, now });
              const { actor } = contextOf(request).principal;
              await recordHistory(tx, { actor, now, entries: [...(moved ?? []), ...entries] });
              return { data: await showingSources(tx, embedders)(source) };
            },
            { isLarge: isLarge(body.content?.sizeBytes) },
          );
        } finally {
          await body.content?.dispose();
        }
      },
    );

    app.post(
      `${base}/:id/reindex`,
      {
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.reindex',
          summary: 'Reindex a source',
          description:
            'Uses the stored content, or fetches the page again. Use it after `failed`. What is indexed keeps answering meanwhile.',
          params,
          response: { 200: envelope(Source) },
        },
      },
      async (request, reply) => {
        const { source_id } = sourceOfPath.of(request);
        return await commit(request, reply, async (tx) => {
          const now = clock.now();
          const { source, entries } = await reindexSource(tx, source_id, now);
          await recordHistory(tx, { actor: contextOf(request).principal.actor, now, entries });
          return { data: await showingSources(tx, embedders)(source) };
        });
      },
    );

    app.delete(
      `${base}/:id`,
      {
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.delete',
          summary: 'Delete a source',
          description: 'Deletes its text and chunks too, at once and for good.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { source_id, size_bytes } = sourceOfPath.of(request);
        const { store, audit } = contextOf(request);
        await store.transaction(
          async (tx) => {
            if (!(await removeSource(tx, source_id, clock.now()))) throw notFound('source', source_id);
            // Without the name, which is deleted content too.
            await audit(tx, 'source.deleted', source_id);
          },
          { isLarge: isLarge(size_bytes) },
        );
        return reply.status(204).send(null);
      },
    );
  };

const readRoutes =
  (
    { store: environmentStore, models: { embedders } }: Dependencies,
    cursors: Cursors,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    // A waiting request must not delay the shutdown.
    const closing = new AbortController();
    app.addHook('preClose', async () => closing.abort());

    app.get(
      base,
      {
        schema: {
          operationId: 'sources.list',
          summary: 'List sources',
          description: 'Newest first, or sorted as you ask.',
          querystring: ListSourcesQuery,
          response: { 200: listEnvelope(Source) },
        },
      },
      async (request) => {
        const { query } = request;
        const store = contextOf(request).storeFor(query.as_user);
        const order = orderOf(query.sort);
        const filter = filterOf(query);
        return await listPage(request, cursors, {
          context: contextOfList(query),
          read: (page: Page<SourceKey>) => store.sources.list({ ...page, ...filter, order }),
          keyOf: (row) => keyInOrder(row, order),
          show: showingSources(store, embedders),
        });
      },
    );

    app.get(
      `${base}/:id`,
      {
        config: { isVersioned: true },
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.get',
          summary: 'Get a source',
          description: 'With `wait`, the answer comes once the source has been processed or the time is up.',
          params,
          querystring: z.strictObject({ wait: waitFor, as_user: asUserParameter }),
          response: { 200: envelope(Source) },
        },
      },
      async (request) => {
        const { signal: gone, holdOpen } = contextOf(request);
        const { wait, as_user } = request.query;
        const {
          store,
          source: { source_id },
        } = await sourceFor(request, as_user);
        if (wait !== 0) holdOpen();
        const signal = AbortSignal.any([gone, closing.signal]);
        const source = await waitUntilSettled(environmentStore, store, source_id, {
          isSettled: async (row) =>
            row.status !== 'processing' &&
            (wait !== 'deep' ||
              understandingOf(row, await deepModelOfSource(store, embedders, row.knowledge_base_id)) !==
                'pending'),
          timeoutMs: (wait === 'deep' ? LIMITS.waitSeconds : wait) * 1_000,
          signal,
        });
        if (!source) throw notFound('source', source_id);
        return answer(request, await showingSources(store, embedders)(source));
      },
    );

    app.get(
      `${base}/:id/content`,
      {
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.getContent',
          summary: 'Get the extracted text of a source',
          description:
            'The text that citations and chunks point into, with its headings and pages, whole or in parts. Empty until the source is indexed.',
          params,
          querystring: ContentQuery,
          response: { 200: envelope(SourceContent) },
        },
      },
      async (request) => {
        const { as_user, ...part } = request.query;
        const { source, store } = await sourceFor(request, as_user);
        const { source_id, indexed_revision } = source;
        const row =
          indexed_revision === null ? undefined : await store.contents.text(source_id, indexed_revision);
        const outline: Outline = row ? JSON.parse(row.outline) : { headings: [], pages: [] };
        return answer(request, { source_id, ...partOf({ text: row?.text ?? '', outline }, part) });
      },
    );

    app.get(
      `${base}/:id/chunks`,
      {
        onRequest: sourceOfPath.load,
        schema: {
          operationId: 'sources.listChunks',
          summary: 'List the chunks of a source',
          description:
            'In the order of the text: the passages that searches return. Empty until the source is indexed.',
          params,
          querystring: z.strictObject({ ...pageQuery, as_user: asUserParameter }),
          response: { 200: listEnvelope(SourceChunk) },
        },
      },
      async (request) => {
        const { source, store } = await sourceFor(request, request.query.as_user);
        const { source_id, indexed_revision: revision } = source;
        return await listPage(request, cursors, {
          context: ['chunks', source_id, revision, request.query.as_user],
          read: async (page: Page<number>) =>
            revision === null ? [] : await store.contents.listChunks(source_id, revision, page),
          keyOf: (row) => row.position,
          show: toSourceChunk,
        });
      },
    );
  };
