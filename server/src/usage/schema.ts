import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { type Period, periodsOf, toIso, utcDay } from '#lib/clock.ts';
import { repeated, timestamp } from '#records/fields.ts';
import type { Spender, SpentTokens, UsageCount } from '#storage/store.ts';
import type { UsageMetric } from '#storage/tables.ts';

const count = (description: string) => z.int().meta({ description });

/** Counted as it happens. */
const counts = {
  requests: count('Authorized requests, whatever the answer.'),
  queries: count('Searches, except those of chats.'),
  messages: count('Messages that agents answered.'),
  input_tokens: count('Input tokens of the language model for these replies.'),
  output_tokens: count('Output tokens of the language model in these replies.'),
  sources: count('Added sources. Those of a crawl belong to no key.'),
};
type Counted = keyof typeof counts;

const day = z.string().meta({ description: 'A day in UTC, such as `2026-11-22`.' });
const storage = (description: string) => z.int().meta({ description });

const UsageGroup = z
  .object({
    day: day.optional(),
    key: z
      .object({
        id: z.string().nullable().meta({ description: 'Null for activity without a key, such as a crawl.' }),
        name: z
          .string()
          .optional()
          .meta({ description: 'The name that it has now; absent once it was deleted.' }),
      })
      .optional()
      .meta({
        description:
          'An API key, the account of a signed-in person, or the publishable token of a chat widget.',
      }),
    ...counts,
    storage_bytes: storage(
      'Stored bytes at the end of the day; absent if they were not recorded, and in groups by key.',
    ).optional(),
  })
  .meta({ id: 'UsageGroup', description: 'The usage of one day, of one key, or of one key on one day.' });

const BudgetOfPeriod = z.object({
  limit: z.int().nullable().meta({ description: 'Tokens; null means no limit.' }),
  spent: z.int().meta({ description: 'Input and output tokens so far.' }),
  renews_at: timestamp,
});

const TokenBudgetUse = z
  .object({
    type: z.enum(['workspace', 'agent', 'publishable_token']).meta({ description: 'What has the budget.' }),
    id: z.string().meta({ description: 'The workspace, agent or publishable token.' }),
    name: z.string().meta({ description: 'What people call it.' }),
    day: BudgetOfPeriod.meta({ description: 'Today, in UTC.' }),
    month: BudgetOfPeriod.meta({ description: 'This calendar month, in UTC.' }),
  })
  .meta({ id: 'TokenBudgetUse', description: 'How much of its token budget someone has spent.' });

export const Usage = z
  .object({
    from: day,
    to: day,
    group_by: z.array(z.enum(['day', 'key'])).meta({ description: 'What the groups are made by.' }),
    totals: z
      .object({
        ...counts,
        storage_bytes: storage('Bytes of the original content of all sources now.'),
      })
      .meta({ description: 'All groups together.' }),
    groups: z.array(UsageGroup).meta({
      description: 'By day: every day of the range, oldest first. By key: most requests first.',
    }),
    token_budgets: z.array(TokenBudgetUse).meta({
      description:
        'Language model tokens spent today and this month (UTC): first the workspace, then each agent and publishable token that has a budget or spent tokens this month.',
    }),
  })
  .meta({ id: 'UsageReport', description: 'The usage of a workspace over some days.' });

const DAY_MS = 86_400_000;
const date = z.iso.date('must be a day in UTC, such as 2026-11-22');

/** now: in milliseconds since 1970; decides which days the last 30 are. */
export const usageQuery = (now: () => number) =>
  z
    .strictObject({
      from: date.optional().meta({ description: 'The first day. Defaults to 29 days before `to`.' }),
      to: date.optional().meta({ description: 'The last day. Defaults to today.' }),
      group_by: repeated(z.enum(['day', 'key']), 2).meta({
        description: 'Defaults to `day`. Repeat it for both: `group_by=day&group_by=key`.',
      }),
    })
    .transform(({ from, to = utcDay(now()), group_by = ['day'] }) => ({
      from: from ?? utcDay(Date.parse(to) - 29 * DAY_MS),
      to,
      group_by: [...new Set(group_by)].sort(),
    }))
    .refine(({ from, to }) => from <= to, { path: ['from'], message: 'must not be after `to`' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < LIMITS.usageDays * DAY_MS, {
      path: ['from'],
      message: `must leave a range of at most ${LIMITS.usageDays} days`,
    });

export type UsageRange = z.output<ReturnType<typeof usageQuery>>;

/** The usage report.
 *  storedBytes: the present value. names: of keys and accounts, by id. */
export function toUsage(
  { from, to, group_by }: UsageRange,
  rows: readonly UsageCount[],
  { storedBytes, names, today }: { storedBytes: number; names: ReadonlyMap<string, string>; today: string },
): Omit<z.infer<typeof Usage>, 'token_budgets'> {
  const isByDay = group_by.includes('day');
  const isByKey = group_by.includes('key');
  const counted = isByKey ? rows.filter(({ metric }) => metric !== 'storage_bytes') : rows;
  const nameOf = (row: Pick<UsageCount, 'day' | 'actor_id'>): string =>
    `${isByDay ? row.day : ''} ${isByKey ? row.actor_id : ''}`;
  const groups = Map.groupBy(counted, nameOf);
  if (isByDay && !isByKey)
    for (const each of daysBetween(from, to)) groups.set(`${each} `, groups.get(`${each} `) ?? []);
  const presented = [...groups].map(([name, members]) => {
    const [groupDay = '', actorId = ''] = name.split(' ');
    const stored = groupDay === today ? storedBytes : sumOf(members, 'storage_bytes');
    const isStored =
      !isByKey && (groupDay === today || members.some(({ metric }) => metric === 'storage_bytes'));
    return {
      ...(isByDay && { day: groupDay }),
      ...(isByKey && { key: { id: actorId || null, name: names.get(actorId) } }),
      ...sums(members),
      ...(isStored && { storage_bytes: stored }),
    };
  });
  return {
    from,
    to,
    group_by,
    totals: { ...sums(rows), storage_bytes: storedBytes },
    groups: presented.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? '') || b.requests - a.requests),
  };
}

/** now: milliseconds since 1970. */
export function toTokenBudgets(
  spenders: readonly Spender[],
  spent: readonly SpentTokens[],
  now: number,
): z.infer<typeof TokenBudgetUse>[] {
  const [day, month] = periodsOf(now);
  const spentBy = new Map(spent.map((row) => [`${row.spender_id} ${row.period}`, row.tokens]));
  const use = (spender: Spender, { period, endsAt }: Period, limit: number | null) => ({
    limit,
    spent: spentBy.get(`${spender.spender_id} ${period}`) ?? 0,
    renews_at: toIso(endsAt),
  });
  return spenders
    .map((spender) => ({
      type: spender.kind,
      id: spender.spender_id,
      name: spender.name,
      day: use(spender, day, spender.tokens_per_day),
      month: use(spender, month, spender.tokens_per_month),
    }))
    .filter(
      ({ type, day, month }) =>
        type === 'workspace' || day.limit !== null || month.limit !== null || month.spent > 0,
    );
}

const sums = (rows: readonly UsageCount[]): Record<Counted, number> => ({
  requests: sumOf(rows, 'requests'),
  queries: sumOf(rows, 'queries'),
  messages: sumOf(rows, 'messages'),
  input_tokens: sumOf(rows, 'input_tokens'),
  output_tokens: sumOf(rows, 'output_tokens'),
  sources: sumOf(rows, 'sources'),
});

const sumOf = (rows: readonly UsageCount[], wanted: UsageMetric): number =>
  rows.reduce((sum, { metric, amount }) => (metric === wanted ? sum + amount : sum), 0);

function* daysBetween(from: string, to: string): Generator<string> {
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) yield utcDay(at);
}
