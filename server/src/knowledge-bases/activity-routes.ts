import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { toIso } from '#lib/clock.ts';
import type { Services } from '#services.ts';
import type { BaseActivity } from '#storage/store.ts';
import { KnowledgeBaseActivity } from './activity-schema.ts';

const DAYS = 7;

/** What the list of knowledge bases shows of each. */
export const knowledgeBaseActivityRoutes =
  ({ clock }: Pick<Services, 'clock'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/knowledge-bases/activity',
      {
        schema: {
          operationId: 'knowledgeBases.getActivity',
          summary: 'Get the activity of all knowledge bases',
          description:
            'Sources by status, size, agents and the questions of the last 7 days. Knowledge bases without sources and agents are left out.',
          querystring: z.strictObject({}),
          response: { 200: envelope(KnowledgeBaseActivity) },
        },
      },
      async (request) => {
        const rows = await contextOf(request).store.baseActivity.list(clock.now() - DAYS * 86_400_000);
        return answer(request, { knowledge_bases: rows.map(toActivity) });
      },
    );
  };

const toActivity = (row: BaseActivity): z.infer<typeof KnowledgeBaseActivity>['knowledge_bases'][number] => ({
  knowledge_base_id: row.knowledge_base_id,
  indexed_count: row.indexed,
  processing_count: row.processing,
  failed_count: row.failed,
  size_bytes: row.sizeBytes,
  changed_at: row.changedAt === undefined ? null : toIso(row.changedAt),
  agent_count: row.agents,
  question_count: row.questions,
});
