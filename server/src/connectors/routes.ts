import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, notFound } from '#errors.ts';
import type { NeedsConfirmation } from '#http/access/access.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, answerPage, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { versionOfColumns } from '#http/precondition.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { type ConnectorId, type ConnectorRunId, newId, type SourceId } from '#lib/ids.ts';
import { idParams, pageQuery } from '#records/fields.ts';
import { makerOf } from '#records/principal.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { auditOf, changesOf, queueSync, restart, seal, update } from './change-connector.ts';
import {
  Connector,
  ConnectorDocument,
  ConnectorRun,
  CreateConnector,
  DeleteConnectorQuery,
  ListConnectorDocumentsQuery,
  toConnector,
  toConnectorDocument,
  toConnectorRun,
  UpdateConnector,
} from './schema.ts';
import type { SourceTools } from './source-tools.ts';

const params = idParams('connector', 'con');

const connectorOfPath = pathResource({
  noun: 'connector',
  prefix: 'con',
  find: (store, id) => store.connectors.find(id),
  // Not `updated_at`: every run changes that.
  versionOf: (row) =>
    versionOfColumns(row, [
      'name',
      'settings',
      'credentials',
      'interval_minutes',
      'tags',
      'metadata',
      'allowed',
      'is_paused',
    ]),
});

/** For admins only: a connector reads whatever the server can reach, and stores credentials. */
const config = { access: 'admin' } as const;

const REACHES_MORE = 'People need a confirmation to change `settings` or `credentials`.';

const reachesMore: NeedsConfirmation = (request) => {
  const { settings, credentials } = request.body as z.output<typeof UpdateConnector>;
  return settings !== undefined || credentials !== undefined;
};

type Dependencies = Pick<Services, 'clock' | 'config'> & { removeSource: SourceTools['remove'] };

export const connectorRoutes =
  (services: Dependencies, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(writeRoutes(services));
    await app.register(readRoutes(cursors));
  };

const writeRoutes =
  ({ clock, config: settings, removeSource }: Dependencies): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      '/connectors',
      {
        config: { ...config, confirmation: true },
        schema: {
          operationId: 'connectors.create',
          summary: 'Connect a place',
          description:
            'Answers at once. The first run begins within a second, and `state` and `error` tell how it went.',
          body: CreateConnector,
          response: { 201: envelope(Connector) },
        },
      },
      async (request, reply) => {
        const { body } = request;
        const now = clock.now();
        const { store, principal, audit } = contextOf(request);
        const connector_id = newId('connector');
        const of = { workspace_id: store.workspaceId, connector_id };
        const credentials =
          body.credentials === undefined ? null : seal(settings.CREDENTIALS_KEY, of, body.credentials);
        return await commit(request, reply, async (tx) => {
          if ((await tx.connectors.count()) >= LIMITS.connectors) throw tooManyConnectors();
          const row = await tx.connectors.insert({
            connector_id,
            knowledge_base_id: await resolveKnowledgeBase(tx, body.knowledge_base_id),
            name: body.name,
            kind: body.kind,
            settings: JSON.stringify(body.settings),
            credentials,
            interval_minutes: body.interval_minutes,
            tags: JSON.stringify(body.tags),
            metadata: JSON.stringify(body.metadata),
            allowed: body.allowed && JSON.stringify(body.allowed),
            state: 'pending',
            is_paused: 0,
            error: null,
            failures: 0,
            cursor: null,
            resume: null,
            next_sync_at: null,
            last_synced_at: null,
            created_by: makerOf(principal),
            created_at: now,
            updated_at: now,
          });
          await audit(tx, 'connector.created', connector_id, { name: row.name, kind: row.kind });
          await queueSync(tx, connector_id, now);
          return { status: 201, location: `/v1/connectors/${connector_id}`, data: toConnector(row) };
        });
      },
    );

    app.patch(
      '/connectors/:id',
      {
        config: { isVersioned: true, ...config, confirmation: reachesMore, condition: REACHES_MORE },
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.update',
          summary: 'Update a connector',
          description:
            'Changes only the fields that you send. New settings or credentials start a run at once; one that is running is cancelled.',
          params,
          body: UpdateConnector,
          response: { 200: envelope(Connector) },
        },
      },
      async (request, reply) => {
        const before = connectorOfPath.of(request);
        const changes = changesOf(before, request.body, settings.CREDENTIALS_KEY);
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          const current = await tx.connectors.find(before.connector_id);
          if (!current) throw notFound('connector', before.connector_id);
          const row = await update(tx, current, { ...changes, updated_at: now });
          await contextOf(request).audit(tx, 'connector.updated', row.connector_id, auditOf(current, row));
          return { data: toConnector(await restart(tx, current, row, now)) };
        });
      },
    );

    app.post(
      '/connectors/:id/sync',
      {
        config,
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.sync',
          summary: 'Synchronise a connector now',
          description:
            'Starts a run, unless one is running or about to. Answers 409 while the connector is paused.',
          params,
          response: { 202: envelope(Connector) },
        },
      },
      async (request, reply) => {
        const { connector_id } = connectorOfPath.of(request);
        const now = clock.now();
        return await commit(request, reply, async (tx) => {
          const connector = await tx.connectors.find(connector_id);
          if (!connector) throw notFound('connector', connector_id);
          if (connector.is_paused === 1)
            throw new AppError(
              'conflict',
              'The connector is paused. Send PATCH with paused false, which starts a run.',
            );
          await contextOf(request).audit(tx, 'connector.sync_requested', connector_id);
          if (await tx.jobs.isQueued(connector_id)) return { status: 202, data: toConnector(connector) };
          const row = await update(tx, connector, { state: 'pending', next_sync_at: null, updated_at: now });
          await queueSync(tx, connector_id, now);
          return { status: 202, data: toConnector(row) };
        });
      },
    );

    app.delete(
      '/connectors/:id',
      {
        config,
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.delete',
          summary: 'Delete a connector',
          description: 'With its credentials and history, at once. `sources=delete` deletes the sources too.',
          params,
          querystring: DeleteConnectorQuery,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { connector_id, name } = connectorOfPath.of(request);
        const { sources } = request.query;
        const { store, audit } = contextOf(request);
        await store.transaction(
          async (tx) => {
            await tx.jobs.cancel(connector_id);
            const ids = sources === 'delete' ? await sourcesOf(tx, connector_id) : [];
            let deleted = 0;
            for (const id of ids) if (await removeSource(tx, id, clock.now())) deleted += 1;
            if (!(await tx.connectors.remove(connector_id))) throw notFound('connector', connector_id);
            await audit(tx, 'connector.deleted', connector_id, { name, sources, deleted_sources: deleted });
          },
          { isLarge: sources === 'delete' },
        );
        return reply.status(204).send(null);
      },
    );
  };

const readRoutes =
  (cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/connectors',
      {
        config,
        schema: {
          operationId: 'connectors.list',
          summary: 'List connectors',
          description: 'Newest first.',
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(Connector) },
        },
      },
      async (request) => {
        const { connectors } = contextOf(request).store;
        return await listPage(request, cursors, {
          context: ['connectors'],
          read: (page: Page<ConnectorId>) => connectors.list(page),
          keyOf: (row) => row.connector_id,
          show: toConnector,
        });
      },
    );

    app.get(
      '/connectors/:id',
      {
        config: { ...config, isVersioned: true },
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.get',
          summary: 'Get a connector',
          description: 'Without its credentials, which no answer shows.',
          params,
          response: { 200: envelope(Connector) },
        },
      },
      async (request) => answer(request, toConnector(connectorOfPath.of(request))),
    );

    app.get(
      '/connectors/:id/runs',
      {
        config,
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.listRuns',
          summary: 'List the runs of a connector',
          description: `Newest first; the latest ${LIMITS.connectorRuns} are kept.`,
          params,
          querystring: z.strictObject(pageQuery),
          response: { 200: listEnvelope(ConnectorRun) },
        },
      },
      async (request) => {
        const { connectors } = contextOf(request).store;
        const { connector_id } = connectorOfPath.of(request);
        return await listPage(request, cursors, {
          context: ['connector-runs', connector_id],
          read: (page: Page<ConnectorRunId>) => connectors.listRuns(connector_id, page),
          keyOf: (row) => row.run_id,
          show: toConnectorRun,
        });
      },
    );

    app.get(
      '/connectors/:id/documents',
      {
        config,
        onRequest: connectorOfPath.load,
        schema: {
          operationId: 'connectors.listDocuments',
          summary: 'List the documents of a connector',
          description: 'In the order of their ids, with what became of each.',
          params,
          querystring: ListConnectorDocumentsQuery,
          response: { 200: listEnvelope(ConnectorDocument) },
        },
      },
      async (request) => {
        const { connectors, sources, workspaceId } = contextOf(request).store;
        const { connector_id } = connectorOfPath.of(request);
        const { limit, cursor, status } = request.query;
        const context = [workspaceId, 'connector-documents', connector_id, status];
        const after = cursors.read<string>(cursor, context);
        const rows = await connectors.listDocuments(connector_id, { limit, after, status });
        const page = cursors.page(rows, limit, context, (row) => row.document_id);
        const named = page.rows.flatMap(({ source_id }) => source_id ?? []);
        const existing = new Set((await sources.findMany(named)).map(({ source_id }) => source_id));
        return answerPage(request, {
          items: page.rows.map((row) => toConnectorDocument(row, existing)),
          nextCursor: page.nextCursor,
        });
      },
    );
  };

async function sourcesOf(tx: WorkspaceTransaction, connectorId: ConnectorId): Promise<SourceId[]> {
  const ids: SourceId[] = [];
  for (let after: string | undefined; ; ) {
    const rows = await tx.connectors.listDocuments(connectorId, { limit: 1_000, after });
    for (const { source_id } of rows.slice(0, 1_000)) if (source_id !== null) ids.push(source_id);
    if (rows.length <= 1_000) return ids;
    after = rows[999]?.document_id;
  }
}

const tooManyConnectors = (): AppError =>
  new AppError(
    'unprocessable_entity',
    `A workspace has at most ${LIMITS.connectors} connectors. Delete one that you no longer need.`,
  );
