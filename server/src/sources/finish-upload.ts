import type { FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { isLarge } from '#isomorphic/limits.ts';
import type { SourceId, UploadId } from '#lib/ids.ts';
import { type Content, openSpool, spoolFolder } from '#records/content.ts';
import type { Services } from '#services.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import { UPLOAD_PART_BYTES, type UploadRow } from '#storage/tables.ts';
import { addSource } from './add-source.ts';
import { diskFull } from './upload.ts';
import { readMetadata } from './upload-headers.ts';

/** Makes the source of an upload that has all its bytes, and returns its id; if there is one already, only that. It may be
 *  called again after a process died in the middle. Throws 422 for what is wrong with the source. */
export async function finishUpload(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  request: FastifyRequest,
  upload: UploadRow,
): Promise<SourceId> {
  const { store, principal, count } = contextOf(request);
  const { upload_id: id } = upload;
  if (upload.source_id !== null) return upload.source_id;
  const { fields, fileName, mimeType } = readMetadata(upload.metadata);
  const spool = openSpool(spoolFolder(config.DATA_DIR));
  let content: Content | undefined;
  try {
    for (let part = 0; part * UPLOAD_PART_BYTES < upload.length_bytes; part++)
      await spool.write((await store.uploads.part(id, part)) ?? (await finishedElsewhere(store, id)));
    content = await spool.finish({ fileName, mimeType });
  } catch (error) {
    await spool.discard();
    if (error instanceof FinishedElsewhere) return error.sourceId;
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error) : error;
  }
  const { sizeBytes } = content;
  try {
    const { sourceId, isNew } = await store.transaction(
      async (tx) => {
        const current = await tx.uploads.find(id);
        if (!current) throw gone();
        if (current.source_id !== null) return { sourceId: current.source_id, isNew: false };
        const added = await addSource(tx, {
          fields,
          content,
          url: undefined,
          actor: principal.actor,
          now: clock.now(),
        });
        await tx.uploads.finish(id, added.source.source_id);
        return { sourceId: added.source.source_id, isNew: added.isNew };
      },
      { isLarge: isLarge(sizeBytes) },
    );
    if (isNew) count('sources');
    return sourceId;
  } catch (error) {
    throw asRefusal(error);
  } finally {
    await content.dispose();
  }
}

/** Another request has made the source meanwhile. */
class FinishedElsewhere extends Error {
  readonly sourceId: SourceId;

  constructor(sourceId: SourceId) {
    super('another request has finished the upload');
    this.sourceId = sourceId;
  }
}

/** Called when a part is gone. */
async function finishedElsewhere(store: Pick<WorkspaceReads, 'uploads'>, id: UploadId): Promise<never> {
  const current = await store.uploads.find(id);
  if (!current?.source_id) throw gone();
  throw new FinishedElsewhere(current.source_id);
}

const gone = (): AppError =>
  new AppError('not_found', 'The upload was deleted while its source was made. Start it again.');

/** To a client of tus, 409 would say that its offset is wrong, and to try again. */
const asRefusal = (error: unknown): unknown =>
  error instanceof AppError && error.code === 'conflict'
    ? new AppError('unprocessable_entity', error.message, {
        cause: error,
        ...(error.details && { details: error.details }),
      })
    : error;
