import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { sendExport } from '#http/send-export.ts';
import { csvRow } from '#isomorphic/csv.ts';
import { toIso } from '#lib/clock.ts';
import type { AgentId } from '#lib/ids.ts';
import { eachPage } from '#records/each-row.ts';
import type { Services } from '#services.ts';
import type { ConversationFilter, ConversationOfAgent, WorkspaceStore } from '#storage/store.ts';
import type { HandoverRow } from '#storage/tables.ts';
import { conversationWithMessages } from './export-conversations.ts';
import { handoversOf } from './handovers-of.ts';
import { conversationFilters, filterOf } from './list-query.ts';

const MEDIA_TYPES = { ndjson: 'application/x-ndjson', csv: 'text/csv' };

/** Exports the conversations that the parameters of the list choose. */
export const conversationExportRoute =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/conversations/export',
      {
        config: { access: 'admin', confirmation: true },
        schema: {
          operationId: 'conversations.export',
          summary: 'Export chosen conversations',
          description:
            'Those that `GET /v1/conversations` lists with the same filters, most recent activity first. `ndjson` has one conversation with its messages per line, `csv` one row per conversation, without its messages. An export that breaks off ends without the last chunk.',
          querystring: z.strictObject({
            format: z
              .enum(['ndjson', 'csv'])
              .default('ndjson')
              .meta({ description: 'How they are written.' }),
            ...conversationFilters,
          }),
          produces: Object.values(MEDIA_TYPES),
          response: {
            200: {
              content: Object.fromEntries(
                Object.values(MEDIA_TYPES).map((type) => [type, { schema: z.string() }]),
              ),
            },
          },
        },
      },
      async (request, reply) => {
        const { store, principal } = contextOf(request);
        const { format, ...filters } = request.query;
        const filter = filterOf(filters, principal);
        return await sendExport(request, reply, {
          what: 'conversations',
          extension: format,
          type: MEDIA_TYPES[format],
          details: { format, filters },
          lines: format === 'csv' ? csvLines(store, filter) : jsonLines(store, filter),
          now: clock.now(),
        });
      },
    );
  };

type Chosen = { row: ConversationOfAgent; handover: HandoverRow | undefined };

async function* chosen(store: WorkspaceStore, filter: ConversationFilter): AsyncGenerator<Chosen, void> {
  const pages = eachPage(
    (page: { limit: number; after: [number, AgentId, string] | undefined }) =>
      store.transcripts.list({ ...page, ...filter }),
    (row): [number, AgentId, string] => [row.last_activity_at, row.agent_id, row.session_id],
  );
  for await (const rows of pages) {
    const handoverOf = await handoversOf(store, rows);
    for (const row of rows) yield { row, handover: handoverOf(row) };
  }
}

async function* jsonLines(store: WorkspaceStore, filter: ConversationFilter): AsyncGenerator<string, void> {
  for await (const { row, handover } of chosen(store, filter))
    yield `${JSON.stringify(await conversationWithMessages(store, row, handover))}\n`;
}

const COLUMNS: Record<string, (chosen: Chosen) => string | number | null | undefined> = {
  agent_id: ({ row }) => row.agent_id,
  agent: ({ row }) => row.agent_name,
  session_id: ({ row }) => row.session_id,
  started_at: ({ row }) => toIso(row.started_at),
  last_activity_at: ({ row }) => toIso(row.last_activity_at),
  state: ({ row }) => row.state,
  assignee: ({ row }) => row.assignee_name,
  tags: ({ row }) => (JSON.parse(row.tags) as string[]).join('|'),
  channel: ({ row }) => row.channel,
  language: ({ row }) => row.language,
  handover: ({ handover }) => handover?.status,
  messages: ({ row }) => row.message_count,
  lowest_confidence: ({ row }) => row.lowest_confidence,
  ratings_up: ({ row }) => row.ratings_up,
  ratings_down: ({ row }) => row.ratings_down,
  first_question: ({ row }) => row.first_question,
  last_question: ({ row }) => row.last_question,
  last_reply: ({ row }) => row.last_reply,
};

async function* csvLines(store: WorkspaceStore, filter: ConversationFilter): AsyncGenerator<string, void> {
  yield csvRow(Object.keys(COLUMNS));
  for await (const each of chosen(store, filter))
    yield csvRow(Object.values(COLUMNS).map((read) => read(each)));
}
