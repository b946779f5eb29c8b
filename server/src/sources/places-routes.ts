import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { answer, envelope } from '#http/envelope.ts';
import { idParams } from '#records/fields.ts';
import type { Outline } from '#records/outline.ts';
import { PlacesQuery, SourcePlaces } from './places-schema.ts';
import { showPlaces } from './show-places.ts';
import { sourceFor, sourceOfPath } from './source-of-path.ts';

export const placesRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/knowledge-base/sources/:id/places',
    {
      onRequest: sourceOfPath.load,
      schema: {
        operationId: 'sources.getPlaces',
        summary: 'Find a passage in the original',
        description:
          'Where a passage of the extracted text is in the original, to mark it there: boxes on the pages of PDFs and pictures, slides, cells of spreadsheets, the anchor in a web page or Markdown file. Without a passage, all pages with their sizes. Empty until the source is indexed; a source that an older version indexed has boxes, cells and anchors after a reindex.',
        params: idParams('source', 'src'),
        querystring: PlacesQuery,
        response: { 200: envelope(SourcePlaces) },
      },
    },
    async (request) => {
      const { start, end, as_user } = request.query;
      const { source, store } = await sourceFor(request, as_user);
      const { source_id, indexed_revision } = source;
      const { contents } = store;
      const row = indexed_revision === null ? undefined : await contents.text(source_id, indexed_revision);
      const stored =
        indexed_revision === null ? undefined : await contents.places(source_id, indexed_revision);
      const outline: Outline = row ? JSON.parse(row.outline) : { headings: [], pages: [] };
      const passage = start === undefined || end === undefined ? undefined : { start, end };
      return answer(request, showPlaces(source, { text: row?.text ?? '', outline, stored }, passage));
    },
  );
};
