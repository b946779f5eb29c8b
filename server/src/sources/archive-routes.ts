import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AppError } from '#errors.ts';
import { commit } from '#http/commit.ts';
import { contextOf } from '#http/context.ts';
import { answer, envelope, listEnvelope } from '#http/envelope.ts';
import { listPage, type Page } from '#http/list-page.ts';
import type { Cursors } from '#http/pagination.ts';
import { pathResource } from '#http/path-resource.ts';
import { validate } from '#http/validate.ts';
import { isLarge, LIMITS } from '#isomorphic/limits.ts';
import { enqueue } from '#jobs/enqueue.ts';
import { type ArchiveId, newId } from '#lib/ids.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import { assertRoomForChunks } from '#records/chunk-limit.ts';
import { spoolFolder } from '#records/content.ts';
import { idParams } from '#records/fields.ts';
import { resolveKnowledgeBase } from '#records/resolve-knowledge-base.ts';
import type { Services } from '#services.ts';
import {
  Archive,
  ArchiveEntry,
  CreateArchive,
  CreateArchiveForm,
  ListArchiveEntriesQuery,
  ListArchivesQuery,
  toArchive,
  toArchiveEntry,
} from './archive-schema.ts';
import { withTypes } from './read-body.ts';
import { readForm } from './upload.ts';

const params = idParams('archive', 'arc');
const base = '/knowledge-base/archives';
const KEPT_MS = 30 * 24 * 3_600_000;

const archiveOfPath = pathResource({
  noun: 'archive',
  prefix: 'arc',
  find: (store, id) => store.archives.find(id),
});

export const archiveRoutes =
  ({ config, clock }: Pick<Services, 'config' | 'clock'>, cursors: Cursors): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      base,
      {
        bodyLimit: LIMITS.smallBodyBytes,
        config: { form: { multipart: CreateArchiveForm }, rateClass: 'upload' },
        schema: {
          operationId: 'archives.create',
          summary: 'Unpack an archive into sources',
          description:
            'Adds each file of a ZIP, TAR or TAR.GZ as a source with the external id `name/path`, one after another. The same archive again, or a newer one of the same name, changes only what differs. `GET …/archives/:id` shows the progress.',
          response: { 201: envelope(Archive) },
        },
      },
      async (request, reply) => {
        if (!request.isMultipart()) throw notAForm();
        const { signal, noteForm, principal } = contextOf(request);
        const form = withTypes(
          await readForm(
            request,
            {
              folder: spoolFolder(config.DATA_DIR),
              fileBytes: maxFileBytes(config),
              names: Object.keys(CreateArchive.shape),
            },
            signal,
          ),
        );
        const { file } = form;
        try {
          await noteForm?.(form.hash);
          const { name, knowledge_base_id, ...fields } = validate(CreateArchive, form.fields);
          if (!file) throw notAForm();
          const fileName = file.fileName ?? 'file';
          const now = clock.now();
          return await commit(
            request,
            reply,
            async (tx) => {
              const knowledgeBaseId = await resolveKnowledgeBase(tx, knowledge_base_id);
              if ((await tx.archives.unfinished()) >= LIMITS.unfinishedArchives) throw tooManyUnfinished();
              await assertRoomForChunks(tx, 'file');
              const row = await tx.archives.insert(
                {
                  archive_id: newId('archive'),
                  knowledge_base_id: knowledgeBaseId,
                  name: name ?? fileName,
                  file_name: fileName,
                  size_bytes: file.sizeBytes,
                  fields: JSON.stringify(fields),
                  started_by: JSON.stringify(principal.actor),
                  created_at: now,
                  updated_at: now,
                  expires_at: now + KEPT_MS,
                },
                file.parts(),
                { keep: LIMITS.keptArchives },
              );
              const { archive_id } = row;
              await enqueue(tx, {
                kind: 'unpack-archive',
                subjectId: archive_id,
                payload: { archive_id },
                now,
              });
              const location = `/v1${base}/${archive_id}`;
              return { status: 201, location, data: toArchive(row, await tx.archives.counts(archive_id)) };
            },
            { isLarge: isLarge(file.sizeBytes) },
          );
        } finally {
          await file?.dispose();
        }
      },
    );

    app.get(
      base,
      {
        schema: {
          operationId: 'archives.list',
          summary: 'List archives',
          description: `Newest first: the last ${LIMITS.keptArchives} that have ended, for 30 days.`,
          querystring: ListArchivesQuery,
          response: { 200: listEnvelope(Archive) },
        },
      },
      async (request) => {
        const { archives } = contextOf(request).store;
        const { status, knowledge_base_ids: knowledgeBaseIds } = request.query;
        return await listPage(request, cursors, {
          context: ['archives', status, knowledgeBaseIds],
          read: (page: Page<ArchiveId>) => archives.list({ ...page, status, knowledgeBaseIds }),
          keyOf: (row) => row.archive_id,
          show: async (row) => toArchive(row, await archives.counts(row.archive_id)),
        });
      },
    );

    app.get(
      `${base}/:id`,
      {
        onRequest: archiveOfPath.load,
        schema: {
          operationId: 'archives.get',
          summary: 'Get an archive',
          description: 'How far it is unpacked. The numbers change while it is `processing`.',
          params,
          response: { 200: envelope(Archive) },
        },
      },
      async (request) => {
        const archive = archiveOfPath.of(request);
        const counts = await contextOf(request).store.archives.counts(archive.archive_id);
        return answer(request, toArchive(archive, counts));
      },
    );

    app.get(
      `${base}/:id/entries`,
      {
        onRequest: archiveOfPath.load,
        schema: {
          operationId: 'archives.listEntries',
          summary: 'List the entries of an archive',
          description: 'In the order of the archive, without folders, with the outcome of each.',
          params,
          querystring: ListArchiveEntriesQuery,
          response: { 200: listEnvelope(ArchiveEntry) },
        },
      },
      async (request) => {
        const { archives } = contextOf(request).store;
        const { archive_id } = archiveOfPath.of(request);
        const { status } = request.query;
        return await listPage(request, cursors, {
          context: ['archive-entries', archive_id, status],
          read: (page: Page<number>) => archives.listEntries(archive_id, { ...page, status }),
          keyOf: (row) => row.position,
          show: toArchiveEntry,
        });
      },
    );
  };

function notAForm(): AppError {
  const reason = 'is required; send the archive as multipart/form-data';
  return new AppError('invalid_request', `file: ${reason}.`, { details: [{ field: 'file', reason }] });
}

const tooManyUnfinished = (): AppError =>
  new AppError(
    'conflict',
    `The workspace is unpacking ${LIMITS.unfinishedArchives} archives, which is the most at once. Try again when one has ended.`,
  );
