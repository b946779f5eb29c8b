import type { z } from 'zod';
import { periodsOf } from '#lib/clock.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { findGaps, type Meaning } from './find-gaps.ts';
import { DAY_MS } from './read-days.ts';
import type { Attention } from './schema.ts';

type Item = z.infer<typeof Attention>['items'][number];

/** The share of a token budget from which on it needs attention; as in the events. */
const NEARLY_USED = 0.8;
/** What is new. */
const NEW_DAYS = 7;
/** Gaps that were asked before are not new. */
const KNOWN_DAYS = 30;
/** Webhooks and connectors that are looked at. */
const MOST = 100;

/** What needs someone to look at it, the most urgent first.
 *  forAdmins: with what only admins may see. models: the state of each model. */
export async function readAttention(
  store: WorkspaceStore,
  {
    now,
    forAdmins,
    actorId,
    models,
    meaning,
  }: {
    now: number;
    forAdmins: boolean;
    actorId: string;
    models: Readonly<Record<string, string>>;
    meaning: Meaning | undefined;
  },
): Promise<z.infer<typeof Attention>> {
  const { insights, handovers, sources } = store;
  // The beginning of a day, as lists are filtered.
  const recently = (Math.floor(now / DAY_MS) - NEW_DAYS) * DAY_MS;
  const counted = { withTests: false };
  const [waiting, statuses, badRatings, gaps, others] = await Promise.all([
    handovers.counts(actorId),
    sources.counts(),
    insights.openWithBadRating({ since: recently, ...counted }),
    findGaps(store, { since: now - KNOWN_DAYS * DAY_MS, ...counted }, meaning),
    forAdmins ? readForAdmins(store, now) : [],
  ]);
  const failed = statuses.reduce((sum, { status, count }) => sum + (status === 'failed' ? count : 0), 0);
  const fresh = gaps.filter((replies) => replies.every(({ created_at }) => created_at >= recently));
  const counts: Item[] = [
    { kind: 'handovers_waiting', count: waiting.open },
    { kind: 'failed_sources', count: failed },
  ];
  const last: Item[] = [
    { kind: 'bad_ratings', count: badRatings },
    { kind: 'new_gaps', count: fresh.length },
  ];
  return {
    items: [
      ...Object.entries(models)
        .filter(([, state]) => state !== 'ok')
        .map(([name]): Item => ({ kind: 'model_unreachable', name })),
      ...counts.filter(({ count }) => count),
      ...others,
      ...last.filter(({ count }) => count),
    ],
  };
}

async function readForAdmins(store: WorkspaceStore, now: number): Promise<Item[]> {
  const page = { limit: MOST, after: undefined };
  const periods = periodsOf(now).map(({ period }) => period);
  const [webhooks, connectors, spenders, spent] = await Promise.all([
    store.webhooks.list(page),
    store.connectors.list(page),
    store.spentTokens.spenders(),
    store.spentTokens.list(periods),
  ]);
  const spentBy = new Map(spent.map((row) => [`${row.spender_id} ${row.period}`, row.tokens]));
  const [day, month] = periods;
  const budgets = spenders.flatMap(({ spender_id: id, name, tokens_per_day, tokens_per_month }): Item[] => {
    const shareOf = (period: string | undefined, limit: number | null): number =>
      limit === null ? 0 : (spentBy.get(`${id} ${period}`) ?? 0) / Math.max(1, limit);
    const share = Math.max(shareOf(day, tokens_per_day), shareOf(month, tokens_per_month));
    return share < NEARLY_USED ? [] : [{ kind: 'budget_nearly_used', id, name, share }];
  });
  return [
    ...webhooks
      .filter(
        ({ disabled_reason, failing_since, is_enabled }) =>
          disabled_reason !== null || (is_enabled === 1 && failing_since !== null),
      )
      .map(({ webhook_id, url }): Item => ({ kind: 'failing_webhook', id: webhook_id, name: url })),
    ...connectors
      .filter(({ error, is_paused }) => error !== null && is_paused === 0)
      .map(({ connector_id, name }): Item => ({ kind: 'failing_connector', id: connector_id, name })),
    ...budgets,
  ];
}
