import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, invalidField } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { newId, type SourceId, type UploadId } from '#lib/ids.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import { idParams, isId, timestamp } from '#records/fields.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { UploadRow } from '#storage/tables.ts';
import { assertExternalIdIsFree } from './external-id.ts';
import { finishUpload } from './finish-upload.ts';
import { beyondLength, receiveBytes } from './receive-bytes.ts';
import { tooLarge } from './upload.ts';
import { assertVersion, bytesOf, readMetadata, TUS_VERSION } from './upload-headers.ts';

const Upload = z
  .object({
    id: z.string().meta({ description: 'Prefix `up_`.' }),
    status: z.enum(['receiving', 'stored']).meta({
      description: '`receiving` until all bytes have arrived, then `stored`: there is a source.',
    }),
    offset: z.int().meta({ description: 'Bytes that have arrived.' }),
    length: z.int().meta({ description: 'Bytes of the whole file.' }),
    created_at: timestamp,
    expires_at: timestamp.meta({ description: 'When it is deleted. The source stays.' }),
    source_id: z.string().optional().meta({ description: 'The source, once the upload is `stored`.' }),
  })
  .meta({ id: 'Upload', description: 'A file that is uploaded in parts, by the tus protocol.' });

const toUpload = (row: UploadRow): z.infer<typeof Upload> => ({
  id: row.upload_id,
  status: row.source_id === null ? 'receiving' : 'stored',
  offset: row.received_bytes,
  length: row.length_bytes,
  created_at: toIso(row.created_at),
  expires_at: toIso(row.expires_at),
  ...(row.source_id !== null && { source_id: row.source_id }),
});

/** How long a client has, from the beginning of an upload to its end. */
const KEPT_MS = 24 * 3_600_000;
const BYTES = 'application/offset+octet-stream';
const path = '/uploads/:id';
const params = idParams('upload', 'up');

/** Uploads that go on after a broken connection, on any node: the bytes are in the database. POST, HEAD and PATCH are called by
 *  clients of tus, which know them; the document of the API has only what others call. */
export const resumableUploadRoutes =
  (services: Pick<Services, 'config' | 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    const { clock, config } = services;
    const tus = { rateClass: 'upload', protocol: 'tus' } as const;
    const rows = new WeakMap<FastifyRequest, UploadRow>();
    const receiving = new Map<UploadId, Receiving>();
    const finishing = new Map<UploadId, Promise<SourceId>>();
    const uploadOf = (request: FastifyRequest): UploadRow => {
      const row = rows.get(request);
      if (!row) throw new Error(`The route ${request.routeOptions.url} does not load its upload.`);
      return row;
    };
    const load = async (request: FastifyRequest): Promise<void> => {
      const { store, principal } = contextOf(request);
      const { id } = request.params as { id: string };
      const row = isId('up', id) ? await store.uploads.find(id as UploadId) : undefined;
      if (!row || row.actor_id !== principal.actor.id || row.expires_at <= clock.now()) throw unknown(id);
      rows.set(request, row);
    };
    // The bytes stay on the stream, for the route.
    app.addContentTypeParser(BYTES, (_request, _payload, done) => done(null));
    app.addHook('onRequest', async (_request, reply) => void reply.header('tus-resumable', TUS_VERSION));

    app.options('/uploads', { config: tus, schema: { hide: true } }, async (_request, reply) =>
      reply
        .status(204)
        .headers(abilities(maxFileBytes(config)))
        .send(),
    );

    app.post(
      '/uploads',
      {
        onRequest: async ({ headers }) => assertVersion(headers),
        config: tus,
        schema: { hide: true, querystring: z.strictObject({}), response: { 201: envelope(Upload) } },
      },
      async (request, reply) => {
        const { headers } = request;
        const length = bytesOf(headers, 'Upload-Length');
        const largest = maxFileBytes(config);
        if (length > largest) throw tooLarge('file', largest);
        if (length === 0)
          throw invalidField('Upload-Length', 'must be at least 1, because an empty file has no text');
        const metadata = String(headers['upload-metadata'] ?? '');
        const { fields } = readMetadata(metadata);
        const now = clock.now();
        const begun = await commit(request, reply, async (tx) => {
          const knowledgeBaseId = await resolveKnowledgeBase(tx, fields.knowledge_base_id);
          if (fields.external_id !== undefined)
            await assertExternalIdIsFree(tx, knowledgeBaseId, fields.external_id);
          await assertRoom(tx, length, now);
          const row = await tx.uploads.insert({
            upload_id: newId('upload'),
            actor_id: contextOf(request).principal.actor.id,
            length_bytes: length,
            metadata,
            created_at: now,
            expires_at: now + KEPT_MS,
          });
          return { status: 201, location: `/v1/uploads/${row.upload_id}`, data: toUpload(row) };
        });
        reply.header('upload-expires', new Date(now + KEPT_MS).toUTCString());
        return begun;
      },
    );

    app.head(
      path,
      {
        onRequest: [load, async ({ headers }) => assertVersion(headers)],
        config: tus,
        schema: { hide: true, params },
      },
      async (request, reply) => {
        await receiving.get(uploadOf(request).upload_id)?.end();
        const row = await contextOf(request).store.uploads.find(uploadOf(request).upload_id);
        if (!row) throw unknown(uploadOf(request).upload_id);
        // A process may have died before it made the source, and the client sends nothing more.
        if (row.received_bytes === row.length_bytes) await addSourceTo(reply, request, row);
        return reply
          .headers({
            'cache-control': 'no-store',
            'upload-offset': row.received_bytes,
            'upload-length': row.length_bytes,
            'upload-expires': new Date(row.expires_at).toUTCString(),
            ...(row.metadata !== '' && { 'upload-metadata': row.metadata }),
          })
          .send();
      },
    );

    app.patch(
      path,
      {
        onRequest: [
          load,
          async ({ headers }) => {
            assertVersion(headers);
            if (headers['content-type'] !== BYTES) throw otherType();
          },
        ],
        config: tus,
        schema: { hide: true, params },
      },
      async (request, reply) => {
        const row = uploadOf(request);
        const { headers, raw } = request;
        const offset = bytesOf(headers, 'Upload-Offset');
        if (offset !== row.received_bytes) throw otherOffset(offset, row);
        if (offset + Number(headers['content-length'] ?? 0) > row.length_bytes)
          throw beyondLength(row.length_bytes);
        const { store } = contextOf(request);
        const run = receiveBytes(raw, { store, upload: row });
        const current = { end: () => endReceiving(raw, run) };
        receiving.set(row.upload_id, current);
        const received = await run.finally(() => {
          if (receiving.get(row.upload_id) === current) receiving.delete(row.upload_id);
        });
        if (received === row.length_bytes) await addSourceTo(reply, request, row);
        return reply.status(204).headers({ 'upload-offset': received }).send();
      },
    );

    // A client that asks again while a large file is copied must not have it copied twice.
    const addSourceTo = async (
      reply: FastifyReply,
      request: FastifyRequest,
      row: UploadRow,
    ): Promise<void> => {
      const id = row.upload_id;
      const run =
        finishing.get(id) ?? finishUpload(services, request, row).finally(() => finishing.delete(id));
      finishing.set(id, run);
      reply.header('footnote-source-id', await run);
    };

    app.get(
      path,
      {
        exposeHeadRoute: false,
        onRequest: load,
        schema: {
          operationId: 'uploads.get',
          summary: 'Get a resumable upload',
          description:
            'How much of it has arrived, and its source. Clients of the tus protocol begin one at `POST /v1/uploads`. Only the key that began it sees it.',
          params,
          querystring: z.strictObject({}),
          response: { 200: envelope(Upload) },
        },
      },
      async (request) => answer(request, toUpload(uploadOf(request))),
    );

    app.delete(
      path,
      {
        onRequest: load,
        schema: {
          operationId: 'uploads.delete',
          summary: 'Delete a resumable upload',
          description: 'Deletes what has arrived. A source that was made of it stays.',
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        const { upload_id: id } = uploadOf(request);
        await contextOf(request).store.transaction((tx) => tx.uploads.remove(id), { isLarge: true });
        return reply.status(204).send(null);
      },
    );
  };

/** A request whose bytes are arriving on this node. */
type Receiving = { end(): Promise<void> };

/** Ends a request whose client asks for the offset: it has lost the connection, which the service may not know yet, and what
 *  the old request still stored would make that offset wrong. */
async function endReceiving(body: IncomingMessage, run: Promise<unknown>): Promise<void> {
  body.destroy(new AppError('conflict', 'Another request asked for the offset.'));
  await run.catch(() => undefined);
}

/** Throws 409 if the workspace has too much that is unfinished. */
async function assertRoom(
  tx: Pick<WorkspaceTransaction, 'uploads'>,
  length: number,
  now: number,
): Promise<void> {
  const { count, bytes } = await tx.uploads.unfinished(now);
  const { unfinishedUploads, unfinishedUploadBytes } = LIMITS;
  if (count < unfinishedUploads && bytes + length <= unfinishedUploadBytes) return;
  throw new AppError(
    'conflict',
    `The workspace has ${count} unfinished uploads of ${bytes} bytes together. With this one they must be at most ${unfinishedUploads}, and ${unfinishedUploadBytes} bytes. Finish or delete some.`,
  );
}

const abilities = (largest: number) => ({
  'tus-version': TUS_VERSION,
  'tus-extension': 'creation,expiration,termination',
  'tus-max-size': largest,
});

const unknown = (id: string): AppError =>
  new AppError(
    'not_found',
    `No upload of this key has the id "${id.slice(0, 200)}". Uploads are deleted after 24 hours; start it again.`,
  );

const otherType = (): AppError =>
  new AppError('invalid_request', `Send the bytes with "Content-Type: ${BYTES}".`, { status: 415 });

const otherOffset = (offset: number, { received_bytes: received }: UploadRow): AppError =>
  new AppError(
    'conflict',
    `Upload-Offset is ${offset}, but ${received} bytes have arrived. Go on from there; HEAD says the offset.`,
  );
