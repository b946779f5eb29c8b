import { sql } from 'kysely';
import { type AgentId, firstIdOf, type MessageId, type SourceId } from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';
import { visibility } from './visibility.ts';

/** A low-confidence reply and its question. */
export type UnsureReply = {
  agent_id: AgentId;
  session_id: string;
  message_id: MessageId;
  created_at: number;
  confidence: number;
  question: string;
};

/** Statistics of one day's replies. */
export type DayOfReplies = {
  /** Days since 1970, in UTC. */
  day: number;
  count: number;
  fallbacks: number;
  confidenceSum: number;
  /** How many replies have a confidence of 0 to 0.1, 0.1 to 0.2 and so on. */
  confidenceCounts: number[];
  ups: number;
  downs: number;
};

const CONFIDENCE_BINS = 10;
/** Literals in the statements, so that they match the index of replies. */
const IS_REPLY = sql<boolean>`messages.role = 'agent'`;
const DAY = sql<number | string>`messages.created_at / 86400000`;

/** Milliseconds since 1970; `since` is inclusive, `until` is exclusive. */
type Span = { since: number; until: number };

/** withTests: whether conversations of the dashboard's test chat count. */
type Counted = { withTests: boolean };

/** Statistics over many rows. */
export const insightReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const { assertWhole } = visibility(scope);
  const tests = sql`SELECT agent_id, session_id FROM conversations WHERE workspace_id = ${workspaceId} AND channel = 'dashboard'`;
  /** Small talk and what is said about a hand-over never count: they say nothing about the knowledge. */
  const isCounted = ({ withTests }: Counted) =>
    withTests
      ? sql<boolean>`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover')`
      : sql<boolean>`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover') AND (messages.agent_id, messages.session_id) NOT IN (${tests})`;
  const repliesSince = (since: number, counted: Counted) => {
    assertWhole();
    return db
      .selectFrom('messages')
      .where('messages.workspace_id', '=', workspaceId)
      .where(IS_REPLY)
      .where('messages.created_at', '>=', since)
      .where(isCounted(counted));
  };
  return {
    /** Replies with low confidence, and fallbacks, newest first. */
    unsureReplies: async ({
      since,
      agentId,
      below,
      limit,
      ...counted
    }: Counted & {
      since: number;
      agentId?: AgentId | undefined;
      below: number;
      limit: number;
    }): Promise<UnsureReply[]> => {
      const rows = await repliesSince(since, counted)
        .select((eb) => [
          'messages.agent_id',
          'messages.session_id',
          'messages.message_id',
          'messages.created_at',
          'messages.confidence',
          eb
            .selectFrom('messages as questions')
            .select('questions.text')
            .where('questions.workspace_id', '=', workspaceId)
            .whereRef('questions.agent_id', '=', 'messages.agent_id')
            .whereRef('questions.session_id', '=', 'messages.session_id')
            .whereRef('questions.message_id', '<', 'messages.message_id')
            .where('questions.role', '=', 'user')
            .orderBy('questions.message_id', 'desc')
            .limit(1)
            .as('question'),
        ])
        .where(({ eb, or }) =>
          or([eb('messages.confidence', '<', below), eb('messages.is_fallback', '=', 1)]),
        )
        .$if(agentId !== undefined, (query) => query.where('messages.agent_id', '=', agentId as AgentId))
        .orderBy('messages.created_at', 'desc')
        .limit(limit)
        .execute();
      return rows.flatMap(({ question, confidence, ...row }) =>
        question === null ? [] : [{ ...row, question, confidence: confidence ?? 0 }],
      );
    },

    /** Omits days without replies. */
    repliesByDay: async ({ since, until, ...counted }: Span & Counted): Promise<DayOfReplies[]> => {
      const rows = await repliesSince(since, counted)
        .where('messages.created_at', '<', until)
        .select(({ fn }) => [
          DAY.as('day'),
          fn.countAll<number | string>().as('count'),
          fn.sum<number | string>('is_fallback').as('fallbacks'),
          fn.sum<number>('confidence').as('confidence_sum'),
          sql<number | string>`sum(CASE WHEN rating = 'up' THEN 1 ELSE 0 END)`.as('ups'),
          sql<number | string>`sum(CASE WHEN rating = 'down' THEN 1 ELSE 0 END)`.as('downs'),
          // The first bin is the remainder of the others.
          ...Array.from({ length: CONFIDENCE_BINS - 1 }, (_, index) =>
            sql<
              number | string
            >`sum(CASE WHEN confidence >= ${sql.lit((index + 1) / CONFIDENCE_BINS)} THEN 1 ELSE 0 END)`.as(
              `from_${index + 1}`,
            ),
          ),
        ])
        .groupBy(DAY)
        .orderBy('day')
        .execute();
      return rows.map((row) => {
        const from = (bin: number): number =>
          bin === 0
            ? Number(row.count)
            : bin === CONFIDENCE_BINS
              ? 0
              : Number((row as Record<string, unknown>)[`from_${bin}`]);
        return {
          day: Number(row.day),
          count: Number(row.count),
          fallbacks: Number(row.fallbacks),
          confidenceSum: row.confidence_sum,
          confidenceCounts: Array.from({ length: CONFIDENCE_BINS }, (_, bin) => from(bin) - from(bin + 1)),
          ups: Number(row.ups),
          downs: Number(row.downs),
        };
      });
    },

    /** Reply latency per day in milliseconds: p50 and p95. */
    latenciesByDay: async ({
      since,
      until,
      ...counted
    }: Span & Counted): Promise<{ day: number; p50: number; p95: number }[]> => {
      assertWhole();
      const { rows } = await sql<Record<'day' | 'p50' | 'p95', number | string>>`
        SELECT day,
          max(CASE WHEN place = (total + 1) / 2 THEN duration_ms END) AS p50,
          max(CASE WHEN place = (95 * total + 99) / 100 THEN duration_ms END) AS p95
        FROM (
          SELECT ${DAY} AS day, duration_ms,
            row_number() OVER (PARTITION BY ${DAY} ORDER BY duration_ms) AS place,
            count(*) OVER (PARTITION BY ${DAY}) AS total
          FROM messages
          WHERE messages.workspace_id = ${workspaceId} AND ${IS_REPLY} AND messages.created_at >= ${since}
            AND messages.created_at < ${until} AND duration_ms IS NOT NULL AND ${isCounted(counted)}
        ) AS replies
        GROUP BY day`.execute(db);
      return rows.map(({ day, p50, p95 }) => ({ day: Number(day), p50: Number(p50), p95: Number(p95) }));
    },

    /** The sources that the most replies since a time use. */
    topSources: async (
      since: number,
      { limit, withTests }: Counted & { limit: number },
    ): Promise<{ source_id: SourceId; name: string; count: number }[]> => {
      assertWhole();
      const rows = await db
        .with('top', (query) =>
          query
            .selectFrom('message_sources')
            .select(({ fn }) => ['source_id', fn.countAll<number | string>().as('count')])
            .where('workspace_id', '=', workspaceId)
            .where('message_id', '>=', firstIdOf('message', since))
            .$if(!withTests, (query) =>
              query.where(
                sql<boolean>`message_id NOT IN (SELECT message_id FROM messages
                  WHERE workspace_id = ${workspaceId} AND (agent_id, session_id) IN (${tests}))`,
              ),
            )
            .groupBy('source_id')
            .orderBy('count', 'desc')
            .orderBy('source_id')
            .limit(limit),
        )
        .selectFrom('top')
        .innerJoin('sources', 'sources.source_id', 'top.source_id')
        .select(['top.source_id', 'sources.name', 'top.count'])
        .where('sources.workspace_id', '=', workspaceId)
        .orderBy('top.count', 'desc')
        .orderBy('top.source_id')
        .execute();
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The due jobs that are waiting. oldestAt: the earliest time at which one could have run; undefined when none is
     *  waiting. */
    waitingJobs: async (now: number): Promise<{ count: number; oldestAt: number | undefined }> => {
      assertWhole();
      const { count, oldest_at } = await db
        .selectFrom('jobs')
        .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.min('run_at').as('oldest_at')])
        .where('workspace_id', '=', workspaceId)
        .where('run_at', '<=', now)
        .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
        .executeTakeFirstOrThrow();
      return { count: Number(count), oldestAt: oldest_at ?? undefined };
    },
  };
};
