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

/** Which conversations count. withTests: also those of the dashboard's test chat; a channel decides by itself. */
export type Counted = {
  withTests: boolean;
  agentId?: AgentId | undefined;
  channel?: string | undefined;
};

/** Statistics over many rows. */
export const insightReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const { assertWhole } = visibility(scope);
  const ofChannel = (channel: string) =>
    sql`SELECT agent_id, session_id FROM conversations WHERE workspace_id = ${workspaceId} AND channel = ${channel}`;
  /** Small talk and what is said about a hand-over never count: they say nothing about the knowledge. */
  const isCounted = (counted: Counted) =>
    sql<boolean>`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover')${isChosen(counted)}`;
  const isChosen = ({ withTests, agentId, channel }: Counted) => {
    const session = sql`(messages.agent_id, messages.session_id)`;
    const conditions = [
      ...(agentId === undefined ? [] : [sql`AND messages.agent_id = ${agentId}`]),
      ...(channel === undefined
        ? withTests
          ? []
          : [sql`AND ${session} NOT IN (${ofChannel('dashboard')})`]
        : [sql`AND ${session} IN (${ofChannel(channel)})`]),
    ];
    return sql` ${sql.join(conditions, sql` `)}`;
  };
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
      below,
      limit,
      ...counted
    }: Counted & {
      since: number;
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

    /** How many replies of a day took so many milliseconds, in steps of 20 from one second on. */
    durationsByDay: async ({
      since,
      until,
      ...counted
    }: Span & Counted): Promise<{ day: number; durationMs: number; count: number }[]> => {
      const durationMs = sql<
        number | string
      >`CASE WHEN duration_ms < 1000 THEN duration_ms ELSE duration_ms / 20 * 20 END`;
      const rows = await repliesSince(since, counted)
        .where('messages.created_at', '<', until)
        .where('duration_ms', 'is not', null)
        .select(({ fn }) => [
          DAY.as('day'),
          durationMs.as('duration_ms'),
          fn.countAll<number | string>().as('count'),
        ])
        .groupBy([DAY, durationMs])
        .execute();
      return rows.map(({ day, duration_ms, count }) => ({
        day: Number(day),
        durationMs: Number(duration_ms),
        count: Number(count),
      }));
    },

    /** How many conversations began on each day; omits days without. */
    conversationsByDay: async ({
      since,
      withTests,
      agentId,
      channel,
    }: Counted & { since: number }): Promise<{ day: number; count: number }[]> => {
      assertWhole();
      const day = sql<number | string>`started_at / 86400000`;
      const rows = await db
        .selectFrom('conversations')
        .select(({ fn }) => [day.as('day'), fn.countAll<number | string>().as('count')])
        .where('workspace_id', '=', workspaceId)
        // Active since it began: this makes the index of the list serve.
        .where('last_activity_at', '>=', since)
        .where('started_at', '>=', since)
        .$if(agentId !== undefined, (query) => query.where('agent_id', '=', agentId as AgentId))
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel as string))
        .$if(channel === undefined && !withTests, (query) =>
          query.where(sql<boolean>`coalesce(channel, '') <> 'dashboard'`),
        )
        .groupBy(day)
        .execute();
      return rows.map((row) => ({ day: Number(row.day), count: Number(row.count) }));
    },

    /** How many conversations that are not resolved have a reply since a time that was rated down. */
    openWithBadRating: async ({ since, ...counted }: Counted & { since: number }): Promise<number> => {
      const rated = repliesSince(since, counted)
        .where('messages.rating', '=', 'down')
        .select(['messages.agent_id', 'messages.session_id']);
      const { count } = await db
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('state', '=', 'open')
        .where(sql<boolean>`(conversations.agent_id, conversations.session_id) IN (${rated})`)
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** The sources that the most replies since a time use. */
    topSources: async (
      since: number,
      { limit, ...counted }: Counted & { limit: number },
    ): Promise<{ source_id: SourceId; name: string; count: number }[]> => {
      assertWhole();
      const isWhole = counted.agentId === undefined && counted.channel === undefined;
      const rows = await db
        .with('top', (query) =>
          query
            .selectFrom('message_sources')
            .select(({ fn }) => ['source_id', fn.countAll<number | string>().as('count')])
            .where('workspace_id', '=', workspaceId)
            .where('message_id', '>=', firstIdOf('message', since))
            .$if(!isWhole, (query) =>
              query.where(
                sql<boolean>`message_id IN (SELECT messages.message_id FROM messages
                  WHERE messages.workspace_id = ${workspaceId} AND ${IS_REPLY} AND messages.created_at >= ${since} ${isChosen(counted)})`,
              ),
            )
            .$if(isWhole && !counted.withTests, (query) =>
              query.where(
                sql<boolean>`message_id NOT IN (SELECT message_id FROM messages
                  WHERE workspace_id = ${workspaceId} AND (agent_id, session_id) IN (${ofChannel('dashboard')}))`,
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
