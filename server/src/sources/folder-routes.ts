import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { filterOf, sourceFilters } from './list-query.ts';

export const SourceFolders = z
  .object({
    folders: z
      .array(
        z.object({
          prefix: z.string().meta({ description: 'For `name_prefix`; ends with a slash.' }),
          count: z.int().meta({ description: 'Sources in it, and in folders below it.' }),
        }),
      )
      .meta({ description: `By name; at most ${LIMITS.sourceFolders}.` }),
  })
  .meta({ id: 'SourceFolders', description: 'What the names and URLs of sources have before a slash.' });

/** The folders that names and addresses of sources make. */
export const folderRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/knowledge-base/sources/folders',
    {
      schema: {
        operationId: 'sources.listFolders',
        summary: 'List folders of sources',
        description:
          'The folders directly below `name_prefix`, or all at the top without it, of the sources that the other parameters choose. The name `handbook/leave.md` is in `handbook/`, the page `https://docs.example.com/guides/start` in `docs.example.com/`.',
        querystring: z.strictObject(sourceFilters),
        response: { 200: envelope(SourceFolders) },
      },
    },
    async (request) => {
      const { name_prefix: prefix = '', ...filters } = request.query;
      const { sources } = contextOf(request).storeFor(filters.as_user);
      return answer(request, {
        folders: await sources.folders(prefix, LIMITS.sourceFolders, filterOf(filters)),
      });
    },
  );
};
