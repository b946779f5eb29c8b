import { type RawBuilder, sql } from 'kysely';
import type { AgentId } from '#lib/ids.ts';
import type { ReadScope } from '#storage/scope.ts';
import type { ConversationRow, HandoverRow, Verdict } from '#storage/tables.ts';
import type { SearchedWord } from '#text/search-words.ts';
import { hasHandover } from './handovers.ts';

/** Which conversations a list has. */
export type ConversationFilter = {
  agentId?: AgentId | undefined;
  sessionId?: string | undefined;
  /** Those with a message that has all of these words; none if it is empty. */
  words?: readonly SearchedWord[] | undefined;
  /** When they began, in milliseconds since 1970; `since` is inclusive, `until` exclusive. */
  since?: number | undefined;
  until?: number | undefined;
  state?: ConversationRow['state'] | undefined;
  channel?: string | undefined;
  language?: string | undefined;
  tag?: string | undefined;
  /** The id of who looks after them; null for those that no one does. */
  assigneeId?: string | null | undefined;
  /** Those with a reply that has this rating. */
  rating?: 'up' | 'down' | undefined;
  /** Those with a reply that has this verdict of a reviewer. */
  verdict?: Verdict | undefined;
  /** Those with a reply that fits all of this. */
  reply?: ReplyFilter | undefined;
  /** Without the dashboard's test chats. */
  withoutTests?: boolean | undefined;
  /** Those whose hand-over has this status. */
  handover?: HandoverRow['status'] | undefined;
};

/** Which replies are meant; `since` is inclusive, `until` and `below` are exclusive. As in statistics, small talk and what is said
 *  about a hand-over are none if there is a time or `isFallback`. */
export type ReplyFilter = {
  since?: number | undefined;
  until?: number | undefined;
  /** Their confidence. */
  least?: number | undefined;
  most?: number | undefined;
  below?: number | undefined;
  isFallback?: boolean | undefined;
  rating?: 'up' | 'down' | undefined;
};

/** How many conversations are alike. */
export type ConversationCount = Pick<ConversationRow, 'state' | 'channel' | 'language'> & { count: number };

/** What people change about a conversation. */
export type Triage = Pick<
  ConversationRow,
  'state' | 'assignee_type' | 'assignee_id' | 'assignee_name' | 'tags'
>;

/** If more messages have the words, conversations are looked at in the order of the list, of which then many have them. */
const FREQUENT = 10_000;

/** The condition that a filter means, on rows of conversations. isRare: the conversations that it lets through are looked up in
 *  the index of words; reading all of them in the order of the list instead would take a second with a million messages. */
export async function conversationFilter(
  scope: Pick<ReadScope, 'engine' | 'db' | 'workspaceId'>,
  filter: ConversationFilter,
): Promise<{ passes: RawBuilder<boolean>; isRare: boolean }> {
  const { workspaceId } = scope;
  const { rating, verdict, reply, handover, words, tag, since, until, assigneeId } = filter;
  const equal = {
    'conversations.agent_id': filter.agentId,
    'conversations.session_id': filter.sessionId,
    'conversations.state': filter.state,
    'conversations.channel': filter.channel,
    'conversations.language': filter.language,
    'conversations.assignee_id': assigneeId ?? undefined,
  };
  const conditions: RawBuilder<unknown>[] = Object.entries(equal)
    .filter(([, value]) => value !== undefined)
    .map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  if (assigneeId === null) conditions.push(sql`conversations.assignee_id IS NULL`);
  // It was active since it began: this makes the index of the list serve.
  if (since !== undefined)
    conditions.push(sql`conversations.started_at >= ${since} AND conversations.last_activity_at >= ${since}`);
  if (until !== undefined) conditions.push(sql`conversations.started_at < ${until}`);
  if (tag !== undefined) conditions.push(hasTag(tag));
  if (rating !== undefined) conditions.push(hasMessage(sql`rating = ${rating}`));
  if (verdict !== undefined) conditions.push(hasVerdict(verdict));
  if (reply) conditions.push(...hasReply(reply));
  if (filter.withoutTests) conditions.push(sql`coalesce(conversations.channel, '') <> 'dashboard'`);
  if (handover !== undefined) conditions.push(hasHandover(workspaceId, handover));
  const found = words && (await hasWords(scope, words));
  if (found) conditions.push(found.passes);
  return {
    passes: conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` AND `)}`,
    isRare: found?.isRare ?? false,
  };
}

/** `tags` is a JSON array, in which a quotation mark within a tag follows a backslash. */
function hasTag(tag: string): RawBuilder<unknown> {
  const json = JSON.stringify(tag);
  return sql`conversations.tags <> '[]'
    AND replace(replace(conversations.tags, ${`[${json}`}, ''), ${`,${json}`}, '') <> conversations.tags`;
}

async function hasWords(
  { engine, db, workspaceId }: Pick<ReadScope, 'engine' | 'db' | 'workspaceId'>,
  words: readonly SearchedWord[],
): Promise<{ passes: RawBuilder<unknown>; isRare: boolean }> {
  if (words.length === 0) return { passes: sql`1 = 0`, isRare: false };
  const found = engine.messagesWith(workspaceId, words);
  const { rows } = await sql<{ count: number | string }>`
    SELECT count(*) AS count FROM (${found} LIMIT ${FREQUENT + 1}) AS found`.execute(db);
  if (Number(rows[0]?.count) <= FREQUENT)
    return { passes: sql`(conversations.agent_id, conversations.session_id) IN (${found})`, isRare: true };
  const each = words.map(
    ({ word, isBeginning }) =>
      sql`' ' || messages.words || ' ' LIKE ${`% ${word}${isBeginning ? '' : ' '}%`}`,
  );
  return { passes: hasMessage(sql.join(each, sql` AND `)), isRare: false };
}

const hasMessage = (isSuch: RawBuilder<unknown>) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM messages WHERE messages.workspace_id = conversations.workspace_id
      AND messages.agent_id = conversations.agent_id AND messages.session_id = conversations.session_id AND ${isSuch}
  )`;

function hasReply({
  since,
  until,
  least,
  most,
  below,
  isFallback,
  rating,
}: ReplyFilter): RawBuilder<unknown>[] {
  const isCounted = since !== undefined || until !== undefined || isFallback !== undefined;
  const each = [
    sql`messages.role = 'agent'`,
    ...(isCounted ? [sql`coalesce(messages.kind, '') NOT IN ('small_talk', 'handover')`] : []),
    ...(since === undefined ? [] : [sql`messages.created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`messages.created_at < ${until}`]),
    ...(least === undefined ? [] : [sql`messages.confidence >= ${least}`]),
    ...(most === undefined ? [] : [sql`messages.confidence <= ${most}`]),
    ...(below === undefined ? [] : [sql`messages.confidence < ${below}`]),
    ...(rating === undefined ? [] : [sql`messages.rating = ${rating}`]),
    ...(isFallback === undefined ? [] : [sql`messages.is_fallback = ${isFallback ? 1 : 0}`]),
  ];
  return [
    hasMessage(sql.join(each, sql` AND `)),
    // The index of the list serves.
    ...(since === undefined ? [] : [sql`conversations.last_activity_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`conversations.started_at < ${until}`]),
  ];
}

const hasVerdict = (verdict: Verdict) =>
  sql<boolean>`EXISTS (
    SELECT 1 FROM message_verdicts WHERE message_verdicts.workspace_id = conversations.workspace_id
      AND message_verdicts.agent_id = conversations.agent_id
      AND message_verdicts.session_id = conversations.session_id AND message_verdicts.verdict = ${verdict}
  )`;
