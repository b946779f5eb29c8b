import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { escapeXml } from '#lib/escape-xml.ts';
import { idParams } from '#records/fields.ts';
import type { Outline } from '#records/outline.ts';
import { HARMLESS } from './file-routes.ts';
import { passageQuery } from './passage-query.ts';
import { renderText } from './render-text.ts';
import { sourceFor, sourceOfPath } from './source-of-path.ts';

/** The page has a style, and may be shown in a frame of the dashboard. */
const OF_A_PAGE = {
  ...HARMLESS,
  'content-security-policy': `${HARMLESS['content-security-policy']}; style-src 'unsafe-inline'; frame-ancestors 'self'`,
};

const STYLE = `body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
p, li { white-space: pre-wrap; overflow-wrap: anywhere; }
ul { list-style: none; padding-left: 1.5rem; }
pre { overflow-x: auto; }
table { border-collapse: collapse; }
td, th { border: 1px solid #999; padding: .2rem .5rem; text-align: start; vertical-align: top; }
section + section { border-top: 1px solid #999; margin-top: 2rem; }`;

export const renderRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/knowledge-base/sources/:id/render',
    {
      onRequest: sourceOfPath.load,
      schema: {
        operationId: 'sources.render',
        summary: 'Get a source as a web page',
        description:
          'The extracted text as HTML that is safe to show: headings, lists, tables and code as such, and no scripts, links or images. Each block has `data-start` and `data-end`, its offsets in the text of `GET …/:id/content`, and each page or slide `id="page-N"`. Answers 404 until the source is indexed.',
        params: idParams('source', 'src'),
        querystring: passageQuery({
          start: 'Where a passage to mark begins, as in a citation. It gets `id="passage"`.',
          end: 'Where the passage ends, exclusive.',
        }),
        response: { 200: { content: { 'text/html': { schema: z.string() } } } },
      },
    },
    async (request, reply) => {
      const { start, end, as_user } = request.query;
      const { source, store } = await sourceFor(request, as_user);
      const { source_id, name, indexed_revision } = source;
      const { signal } = contextOf(request);
      const row =
        indexed_revision === null ? undefined : await store.contents.text(source_id, indexed_revision);
      if (!row)
        throw new AppError(
          'not_found',
          `The source "${source_id}" has no text yet, because it is not indexed.`,
        );
      const passage = start === undefined || end === undefined ? undefined : { start, end };
      const page = pageOf(name, renderText(row.text, JSON.parse(row.outline) as Outline, passage));
      return reply
        .headers(OF_A_PAGE)
        .type('text/html; charset=utf-8')
        .send(Readable.from(inPieces(page), { objectMode: false, signal }) as never);
    },
  );
};

function* pageOf(title: string, content: Iterable<string>): Generator<string> {
  yield `<!doctype html>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escapeXml(title)}</title>\n<style>${STYLE}</style>\n<main dir="auto">\n`;
  yield* content;
  yield '</main>\n';
}

const PIECE_CHARACTERS = 64 * 1024;

/** Joins short pieces: each is a turn of the event loop. */
function* inPieces(pieces: Iterable<string>): Generator<string> {
  let joined = '';
  for (const piece of pieces) {
    joined += piece;
    if (joined.length < PIECE_CHARACTERS) continue;
    yield joined;
    joined = '';
  }
  yield joined;
}
