import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { sendExport } from '#http/send-export.ts';
import { csvRow } from '#isomorphic/csv.ts';
import { toIso } from '#lib/clock.ts';
import { eachRow } from '#records/each-row.ts';
import { keyInOrder } from '#records/source-order.ts';
import type { Services } from '#services.ts';
import type { SourceKey, WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';
import { filterOf, orderOf, sortParameter, sourceFilters } from './list-query.ts';

/** Exports the rows of the list of sources as a table. */
export const sourceExportRoute =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-base/sources/export',
      {
        schema: {
          operationId: 'sources.export',
          summary: 'Export chosen sources as CSV',
          description:
            'One row for each source that `GET /v1/knowledge-base/sources` lists with the same parameters, without its content. An export that breaks off ends without the last chunk.',
          querystring: z.strictObject({ sort: sortParameter, ...sourceFilters }),
          produces: ['text/csv'],
          response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const { sort, ...filters } = request.query;
        const store = contextOf(request).storeFor(filters.as_user);
        return await sendExport(request, reply, {
          what: 'sources',
          extension: 'csv',
          type: 'text/csv',
          details: { format: 'csv', filters },
          lines: linesOf(store, { sort, filters }),
          now: clock.now(),
        });
      },
    );
  };

const COLUMNS: Record<string, (row: SourceRow) => string | number | null> = {
  id: ({ source_id }) => source_id,
  name: ({ name }) => name,
  type: ({ type }) => type,
  status: ({ status }) => status,
  error: ({ error }) => error && (JSON.parse(error) as { message: string }).message,
  knowledge_base_id: ({ knowledge_base_id }) => knowledge_base_id,
  tags: ({ tags }) => (JSON.parse(tags) as string[]).join('|'),
  url: ({ url }) => url,
  file_name: ({ file_name }) => file_name,
  mime_type: ({ mime_type }) => mime_type,
  size_bytes: ({ size_bytes }) => size_bytes,
  chunks: ({ chunk_count }) => chunk_count,
  external_id: ({ external_id }) => external_id,
  metadata: ({ metadata }) => metadata,
  created_at: ({ created_at }) => toIso(created_at),
  updated_at: ({ updated_at }) => toIso(updated_at),
  indexed_at: ({ indexed_at }) => indexed_at && toIso(indexed_at),
};

async function* linesOf(
  store: Pick<WorkspaceStore, 'sources'>,
  {
    sort,
    filters,
  }: { sort: z.output<typeof sortParameter>; filters: z.output<z.ZodObject<typeof sourceFilters>> },
): AsyncGenerator<string, void> {
  yield csvRow(Object.keys(COLUMNS));
  const order = orderOf(sort);
  const filter = filterOf(filters);
  const rows = eachRow(
    (page: { limit: number; after: SourceKey | undefined }) =>
      store.sources.list({ ...page, ...filter, order }),
    (row): SourceKey => keyInOrder(row, order),
  );
  for await (const row of rows) yield csvRow(Object.values(COLUMNS).map((read) => read(row)));
}
