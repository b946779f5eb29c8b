import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { toIso } from '#lib/clock.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Streams everything of one kind. */
export type Exporter = (store: WorkspaceStore) => AsyncGenerator<object, void>;

export const EXPORTED = ['conversations', 'sources', 'audit_log'] as const;

/** Exports everything of one kind in one streamed answer. */
export const exportRoutes =
  (
    { clock }: Pick<Services, 'clock'>,
    exporters: Record<(typeof EXPORTED)[number], Exporter>,
  ): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/export',
      {
        config: { access: 'admin', confirmation: true },
        schema: {
          operationId: 'workspace.export',
          summary: 'Export conversations, sources or the audit log',
          description:
            'One JSON object per line: conversations with their messages, sources as the list shows them, or audit log entries. An export that breaks off ends without the last chunk.',
          querystring: z.strictObject({ what: z.enum(EXPORTED).meta({ description: 'What to export.' }) }),
          produces: ['application/x-ndjson'],
          response: { 200: { content: { 'application/x-ndjson': { schema: z.string() } } } },
        },
      },
      async (request, reply) => {
        const { store, signal, audit } = contextOf(request);
        const { what } = request.query;
        // Before the first byte: no export goes without an entry.
        await store.transaction((tx) => audit(tx, 'export.started', store.workspaceId, { what }), {
          isNote: true,
        });
        const fileName = `${what}-${store.environment}-${toIso(clock.now()).slice(0, 10)}.ndjson`;
        const lines = linesOf(exporters[what](store));
        return reply
          .headers({
            'content-disposition': contentDisposition(fileName),
            'cache-control': 'private, no-store',
          })
          .type('application/x-ndjson; charset=utf-8')
          .send(Readable.from(lines, { objectMode: false, signal }) as never);
      },
    );
  };

async function* linesOf(items: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
