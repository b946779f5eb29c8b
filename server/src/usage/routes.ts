import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contextOf } from '#http/context.ts';
import { answer, envelope } from '#http/envelope.ts';
import { periodsOf, utcDay } from '#lib/clock.ts';
import type { AccountId, ApiKeyId, PublishableTokenId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { UsageCount, WorkspaceStore } from '#storage/store.ts';
import type { UsageCounter } from './count-usage.ts';
import { toTokenBudgets, toUsage, Usage, usageQuery } from './schema.ts';

/** The usage of the workspace and environment, for admins. */
export const usageRoutes =
  ({ clock }: Pick<Services, 'clock'>, usage: Pick<UsageCounter, 'flush'>): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/usage',
      {
        config: { access: 'admin' },
        schema: {
          operationId: 'usage.get',
          summary: 'Get usage',
          description:
            'By day, by key or both. Requests of the last ten seconds on other nodes may be missing.',
          querystring: usageQuery(clock.now),
          response: { 200: envelope(Usage) },
        },
      },
      async (request) => {
        const { store, people } = contextOf(request);
        await usage.flush();
        const rows = await store.usageCounts.list(request.query);
        const storedBytes = await store.usageCounts.storedBytes();
        const names = await namesOf({ store, people }, rows);
        const now = clock.now();
        const periods = periodsOf(now).map(({ period }) => period);
        const token_budgets = toTokenBudgets(
          await store.spentTokens.spenders(),
          await store.spentTokens.list(periods),
          now,
        );
        const counted = toUsage(request.query, rows, { storedBytes, names, today: utcDay(now) });
        return answer(request, { ...counted, token_budgets });
      },
    );
  };

/** The names of keys, which are never deleted, of current members, and of existing chat widget tokens. */
async function namesOf(
  { store, people }: { store: WorkspaceStore; people: WorkspaceStore },
  rows: readonly UsageCount[],
): Promise<Map<string, string>> {
  const find = (id: string): Promise<{ name: string } | undefined> => {
    if (id.startsWith('key_')) return store.keys.find(id as ApiKeyId);
    if (id.startsWith('tok_')) return store.publishableTokens.find(id as PublishableTokenId);
    return people.members.find(id as AccountId);
  };
  const names = new Map<string, string>();
  for (const id of new Set(rows.map((row) => row.actor_id))) {
    const found = id === '' ? undefined : await find(id);
    if (found) names.set(id, found.name);
  }
  return names;
}
