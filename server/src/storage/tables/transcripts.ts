import { sql } from 'kysely';
import type { AgentId } from '#lib/ids.ts';
import type { PageRequest, ReadScope } from '#storage/scope.ts';
import type { ConversationRow, MessageRow } from '#storage/tables.ts';
import {
  type ConversationCount,
  type ConversationFilter,
  conversationFilter,
} from './conversation-filters.ts';
import { visibility } from './visibility.ts';

type Order = 'asc' | 'desc';

type TranscriptKey = [lastActivityAt: number, agentId: AgentId, sessionId: string];

/** A conversation with the extra columns of its list. */
export type ConversationOfAgent = ConversationRow & {
  agent_name: string;
  /** The beginnings of the first question and of the latest. */
  first_question: string | null;
  last_question: string | null;
  /** The beginning of the last message of the agent or of a person in its place. */
  last_reply: string | null;
  lowest_confidence: number | null;
  ratings_up: number;
  ratings_down: number;
};

/** How much of a question a list shows. */
const SHOWN_CHARACTERS = 500;

/** Conversations of all agents. */
export const transcriptReads = (scope: ReadScope) => {
  const { db, workspaceId } = scope;
  const { assertWhole } = visibility(scope);
  const withSummaries = async (
    rows: (ConversationRow & { agent_name: string })[],
  ): Promise<ConversationOfAgent[]> => {
    if (rows.length === 0) return [];
    const isOneOfThem = sql<boolean>`(messages.agent_id, messages.session_id) IN (${sql.join(
      rows.map((row) => sql`(${row.agent_id}, ${row.session_id})`),
    )})`;
    const ofThem = db
      .selectFrom('messages')
      .where('messages.workspace_id', '=', workspaceId)
      .where(isOneOfThem);
    const beginningsOf = (roles: readonly MessageRow['role'][], end: 'min' | 'max') =>
      db
        .selectFrom('messages')
        .select(({ fn, val }) => [
          'agent_id',
          'session_id',
          fn<string>('substr', ['text', val(1), val(SHOWN_CHARACTERS)]).as('beginning'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where(
          'message_id',
          'in',
          ofThem
            .select(({ fn }) => fn[end]('message_id').as('message_id'))
            .where('role', 'in', roles)
            .groupBy(['agent_id', 'session_id']),
        )
        .execute();
    const [sums, firstQuestions, lastQuestions, lastReplies] = await Promise.all([
      ofThem
        .select(({ fn }) => [
          'agent_id',
          'session_id',
          fn.min('confidence').as('lowest_confidence'),
          countOf('up').as('ratings_up'),
          countOf('down').as('ratings_down'),
        ])
        .groupBy(['agent_id', 'session_id'])
        .execute(),
      beginningsOf(['user'], 'min'),
      beginningsOf(['user'], 'max'),
      beginningsOf(['agent', 'person'], 'max'),
    ]);
    const keyOf = (row: { agent_id: string; session_id: string }): string =>
      `${row.agent_id} ${row.session_id}`;
    const sumOf = new Map(sums.map((sum) => [keyOf(sum), sum]));
    const beginnings = (messages: typeof lastQuestions) =>
      new Map(messages.map((row) => [keyOf(row), row.beginning]));
    const [firstOf, lastOf] = [beginnings(firstQuestions), beginnings(lastQuestions)];
    const lastReplyOf = beginnings(lastReplies);
    return rows.map((row) => {
      const sum = sumOf.get(keyOf(row));
      return {
        ...row,
        first_question: firstOf.get(keyOf(row)) ?? null,
        last_question: lastOf.get(keyOf(row)) ?? null,
        last_reply: lastReplyOf.get(keyOf(row)) ?? null,
        lowest_confidence: sum?.lowest_confidence ?? null,
        ratings_up: Number(sum?.ratings_up ?? 0),
        ratings_down: Number(sum?.ratings_down ?? 0),
      };
    });
  };
  return {
    /** All conversations by agent and session, an order that activity does not change. */
    listByKey: async ({
      limit,
      after,
    }: PageRequest<readonly [AgentId, string]>): Promise<ConversationRow[]> => {
      assertWhole();
      return await db
        .selectFrom('conversations')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(agent_id, session_id) > (${after?.[0]}, ${after?.[1]})`),
        )
        .orderBy('agent_id')
        .orderBy('session_id')
        .limit(limit + 1)
        .execute();
    },

    /** Most recently active first, or last. */
    list: async ({
      limit,
      after,
      order = 'desc',
      ...filter
    }: PageRequest<TranscriptKey> & ConversationFilter & { order?: Order | undefined }): Promise<
      ConversationOfAgent[]
    > => {
      assertWhole();
      const { passes, isRare } = await conversationFilter(scope, filter);
      return await withSummaries(
        await db
          .selectFrom('conversations')
          .innerJoin('agents', (join) =>
            join
              .onRef('agents.workspace_id', '=', 'conversations.workspace_id')
              .onRef('agents.agent_id', '=', 'conversations.agent_id'),
          )
          .selectAll('conversations')
          .select('agents.name as agent_name')
          .where('conversations.workspace_id', '=', workspaceId)
          .where(passes)
          .$if(after !== undefined, (query) => query.where(isAfter(after as TranscriptKey, order)))
          // The sign keeps the engine from following the index of the list.
          .orderBy(isRare ? sql`+last_activity_at` : 'last_activity_at', order)
          .orderBy('conversations.agent_id', order)
          .orderBy('session_id', order)
          .limit(limit + 1)
          .execute(),
      );
    },

    /** How many conversations there are of each kind. */
    counts: async (): Promise<ConversationCount[]> => {
      assertWhole();
      const rows = await db
        .selectFrom('conversations')
        .select(({ fn }) => ['state', 'channel', 'language', fn.countAll<number | string>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .groupBy(['state', 'channel', 'language'])
        .execute();
      return rows.map((row) => ({ ...row, count: Number(row.count) }));
    },

    /** The tags of conversations, each set of them with how many have it. */
    tagCounts: async (): Promise<{ tags: string[]; count: number }[]> => {
      assertWhole();
      const rows = await db
        .selectFrom('conversations')
        .select(({ fn }) => ['tags', fn.countAll<number | string>().as('count')])
        .where('workspace_id', '=', workspaceId)
        .where(sql<boolean>`tags <> '[]'`)
        .groupBy('tags')
        .execute();
      return rows.map(({ tags, count }) => ({ tags: JSON.parse(tags) as string[], count: Number(count) }));
    },

    /** How many conversations are open and assigned to someone. */
    assignedCount: async (assigneeId: string): Promise<number> => {
      assertWhole();
      const { count } = await db
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('assignee_id', '=', assigneeId)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
};

const countOf = (rating: NonNullable<MessageRow['rating']>) =>
  sql<number | string>`sum(CASE WHEN rating = ${rating} THEN 1 ELSE 0 END)`;

const isAfter = ([at, agentId, sessionId]: TranscriptKey, order: Order) =>
  sql<boolean>`(last_activity_at, conversations.agent_id, session_id) ${sql.raw(order === 'desc' ? '<' : '>')} (${at}, ${agentId}, ${sessionId})`;
