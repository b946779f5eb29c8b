import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { sendExport } from '#http/send-export.ts';
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
        const { store } = contextOf(request);
        const { what } = request.query;
        return await sendExport(request, reply, {
          what,
          extension: 'ndjson',
          type: 'application/x-ndjson',
          lines: linesOf(exporters[what](store)),
          now: clock.now(),
        });
      },
    );
  };

async function* linesOf(items: AsyncGenerator<object, void>): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}
