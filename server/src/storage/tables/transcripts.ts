import { type RawBuilder, sql } from 'kysely';
import type { AgentId } from '#lib/ids.ts';
import type { PageRequest, ReadScope } from '#storage/scope.ts';
import type { ConversationRow, HandoverRow, MessageRow, Verdict } from '#storage/tables.ts';
import { hasHandover } from './handovers.ts';
import { visibility } from './visibility.ts';

type TranscriptKey = [lastActivityAt: number, agentId: AgentId, sessionId: string];

type TranscriptFilter = {
  agentId?: AgentId | undefined;
  sessionId?: string | undefined;
  /** Conversations that contain a reply with this rating. */
  rating?: 'up' | 'down' | undefined;
  /** Conversations that contain a reply with this verdict of a reviewer. */
  verdict?: Verdict | undefined;
  /** Conversations that contain a reply of at most this confidence. */
  maxConfidence?: number | undefined;
  /** Conversations whose hand-over has this status. */
  handover?: HandoverRow['status'] | undefined;
};

/** A conversation with the extra columns of its list. */
export type ConversationOfAgent = ConversationRow & {
  agent_name: string;
  /** The beginnings of the first question and of the latest. */
  first_question: string | null;
  last_question: string | null;
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
    const questionsOf = (end: 'min' | 'max') =>
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
            .where('role', '=', 'user')
            .groupBy(['agent_id', 'session_id']),
        )
        .execute();
    const [sums, firstQuestions, lastQuestions] = await Promise.all([
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
      questionsOf('min'),
      questionsOf('max'),
    ]);
    const keyOf = (row: { agent_id: string; session_id: string }): string =>
      `${row.agent_id} ${row.session_id}`;
    const sumOf = new Map(sums.map((sum) => [keyOf(sum), sum]));
    const beginnings = (questions: typeof lastQuestions) =>
      new Map(questions.map((row) => [keyOf(row), row.beginning]));
    const [firstOf, lastOf] = [beginnings(firstQuestions), beginnings(lastQuestions)];
    return rows.map((row) => {
      const sum = sumOf.get(keyOf(row));
      return {
        ...row,
        first_question: firstOf.get(keyOf(row)) ?? null,
        last_question: lastOf.get(keyOf(row)) ?? null,
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

    /** Most recently active first. */
    list: async ({
      limit,
      after,
      agentId,
      sessionId,
      rating,
      verdict,
      maxConfidence,
      handover,
    }: PageRequest<TranscriptKey> & TranscriptFilter): Promise<ConversationOfAgent[]> => {
      assertWhole();
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
          .$if(agentId !== undefined, (query) =>
            query.where('conversations.agent_id', '=', agentId as AgentId),
          )
          .$if(sessionId !== undefined, (query) => query.where('session_id', '=', sessionId as string))
          .$if(rating !== undefined, (query) => query.where(hasReply(sql`rating = ${rating}`)))
          .$if(verdict !== undefined, (query) => query.where(hasVerdict(verdict as Verdict)))
          .$if(maxConfidence !== undefined, (query) =>
            query.where(hasReply(sql`confidence <= ${maxConfidence}`)),
          )
          .$if(handover !== undefined, (query) =>
            query.where(hasHandover(workspaceId, handover as HandoverRow['status'])),
          )
          .$if(after !== undefined, (query) => query.where(isAfter(after as TranscriptKey)))
          .orderBy('last_activity_at', 'desc')
          .orderBy('conversations.agent_id', 'desc')
          .orderBy('session_id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
    },
  };
};

const countOf = (rating: NonNullable<MessageRow['rating']>) =>
  sql<number | string>`sum(CASE WHEN rating = ${rating} THEN 1 ELSE 0 END)`;

const hasReply = (isSuch: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM messages WHERE messages.workspace_id = conversations.workspace_id
      AND messages.agent_id = conversations.agent_id AND messages.session_id = conversations.session_id AND ${isSuch}
  )`;

const hasVerdict = (verdict: Verdict) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM message_verdicts WHERE message_verdicts.workspace_id = conversations.workspace_id
      AND message_verdicts.agent_id = conversations.agent_id
      AND message_verdicts.session_id = conversations.session_id AND message_verdicts.verdict = ${verdict}
  )`;

const isAfter = ([at, agentId, sessionId]: TranscriptKey) =>
  sql<boolean>`(last_activity_at, conversations.agent_id, session_id) < (${at}, ${agentId}, ${sessionId})`;
