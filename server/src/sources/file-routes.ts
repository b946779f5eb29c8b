import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import { isKnown, rangeOf, sendRange } from '#http/byte-range.ts';
import { contextOf } from '#http/context.ts';
import { etagOf } from '#http/precondition.ts';
import { idParams } from '#records/fields.ts';
import { asUserParameter } from '#records/principals.ts';
import type { SourceRow } from '#storage/tables.ts';
import { sourceFor, sourceOfPath } from './source-of-path.ts';

/** Keeps what a source holds from running code in a browser. */
export const HARMLESS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cache-control': 'private, no-store',
};

export const fileRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/knowledge-base/sources/:id/file',
    {
      onRequest: sourceOfPath.load,
      schema: {
        operationId: 'sources.download',
        summary: 'Download the original file of a source',
        description:
          'The original bytes, even before they are indexed; for a page, as last fetched. Answers 404 for a page that was never fetched. `Range` gets a part of them, with 206, and `If-None-Match` with the `ETag` of an earlier answer 304 if they are the same.',
        params: idParams('source', 'src'),
        querystring: z.strictObject({ as_user: asUserParameter }),
        response: {
          // The type of the file, whatever it is.
          200: { content: { 'application/octet-stream': { schema: z.file() }, '*/*': { schema: z.file() } } },
          206: { content: { '*/*': { schema: z.file() } }, description: 'The range that `Range` names.' },
          304: z.null().meta({ description: 'The client has it already.' }),
        },
      },
    },
    async (request, reply) => {
      const { source, store } = await sourceFor(request, request.query.as_user);
      const { signal } = contextOf(request);
      const etag = source.content_sha256 === null ? undefined : etagOf(source.content_sha256);
      const isCached = isKnown(request, etag);
      let range: ReturnType<typeof rangeOf>;
      const file = await store.contents.fileParts(source.source_id, source.revision, (sizeBytes) => {
        range = rangeOf(request, { sizeBytes, etag });
        return range === 'unsatisfiable' ? undefined : range;
      });
      if (!file)
        throw new AppError(
          'not_found',
          `The source "${source.source_id}" has no original yet, because its page has not been fetched.`,
        );
      const isBeyond = !isCached && range === 'unsatisfiable';
      reply.headers({ ...HARMLESS, 'accept-ranges': 'bytes', ...(etag && { etag }) });
      if (isCached || isBeyond) await file.parts.return(undefined);
      if (isCached) return reply.status(304).send(null);
      if (isBeyond) throw beyondEnd(file.sizeBytes);
      const body = Readable.from(file.parts, { objectMode: false, signal });
      // The headers are sent by then, so a broken connection is all that the client sees.
      body.on('error', (error) => {
        if (!signal.aborted)
          request.log.error({ err: error, source_id: source.source_id }, 'a download was cut off');
      });
      const sent = range === 'unsatisfiable' ? undefined : range;
      return sendRange(reply, { sizeBytes: file.sizeBytes, range: sent })
        .header('content-disposition', contentDisposition(fileNameOf(source)))
        .type(source.mime_type ?? TYPES[source.type])
        .send(body as never);
    },
  );
};

const beyondEnd = (sizeBytes: number): AppError =>
  new AppError('invalid_request', `The file has ${sizeBytes} bytes, and the range begins after them.`, {
    status: 416,
    headers: { 'content-range': `bytes */${sizeBytes}` },
  });

/** Media types of sources whose content has not been examined yet. */
const TYPES: Record<SourceRow['type'], string> = {
  text: 'text/plain; charset=utf-8',
  url: 'text/html',
  document: 'application/octet-stream',
};
const EXTENSIONS: Partial<Record<SourceRow['type'], string>> = { text: '.txt', url: '.html' };

const fileNameOf = ({ file_name, name, type }: SourceRow): string =>
  file_name ?? `${name}${EXTENSIONS[type] ?? ''}`;
