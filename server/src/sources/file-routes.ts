import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
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
          'The original bytes, even before they are indexed; for a page, as last fetched. Answers 404 for a page that was never fetched.',
        params: idParams('source', 'src'),
        querystring: z.strictObject({ as_user: asUserParameter }),
        response: {
          // The type of the file, whatever it is.
          200: { content: { 'application/octet-stream': { schema: z.file() }, '*/*': { schema: z.file() } } },
        },
      },
    },
    async (request, reply) => {
      const { source, store } = await sourceFor(request, request.query.as_user);
      const { signal } = contextOf(request);
      const file = await store.contents.fileParts(source.source_id, source.revision);
      if (!file)
        throw new AppError(
          'not_found',
          `The source "${source.source_id}" has no original yet, because its page has not been fetched.`,
        );
      const body = Readable.from(file.parts, { objectMode: false, signal });
      // The headers are sent by then, so a broken connection is all that the client sees.
      body.on('error', (error) => {
        if (!signal.aborted)
          request.log.error({ err: error, source_id: source.source_id }, 'a download was cut off');
      });
      return reply
        .headers({
          ...HARMLESS,
          'content-disposition': contentDisposition(fileNameOf(source)),
          'content-length': file.sizeBytes,
        })
        .type(source.mime_type ?? TYPES[source.type])
        .send(body as never);
    },
  );
};

/** Media types of sources whose content has not been examined yet. */
const TYPES: Record<SourceRow['type'], string> = {
  text: 'text/plain; charset=utf-8',
  url: 'text/html',
  document: 'application/octet-stream',
};
const EXTENSIONS: Partial<Record<SourceRow['type'], string>> = { text: '.txt', url: '.html' };

const fileNameOf = ({ file_name, name, type }: SourceRow): string =>
  file_name ?? `${name}${EXTENSIONS[type] ?? ''}`;
