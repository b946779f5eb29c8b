import { LIMITS } from '#isomorphic/limits.ts';
import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { ReviewedReply, WorkspaceReads } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { comparable } from '#text/phrases.ts';
import type { ConversationFilter, StoredQuestion } from './schema.ts';

/** The words to ask when a message is asked without its conversation. history: oldest first. */
export type StandaloneQuestion = (message: string, history: readonly MessageRow[]) => string;

/** skipped: replies that nothing says the right answer to. merged: replies whose question a later reply has too. */
export type QuestionsOfReplies = { questions: StoredQuestion[]; skipped: number; merged: number };

/** What is asked of judged replies. knowledgeBaseIds: where the evaluation searches, all without it. hasAgent: replies are
 *  judged too, so words that a right reply holds are enough. */
type Purpose = { knowledgeBaseIds: readonly KnowledgeBaseId[] | undefined; hasAgent: boolean };

/** Messages before a reply that are read to make its question stand alone: as many as a turn looks at, and its own. */
const EARLIER_MESSAGES = 17;

/** Makes questions of the replies that people have judged, newest first. */
export async function questionsOfReplies(
  store: Pick<WorkspaceReads, 'verdicts' | 'conversations' | 'sources'>,
  standaloneQuestion: StandaloneQuestion,
  { since, until, agent_id: agentId, ...filter }: ConversationFilter,
  purpose: Purpose,
): Promise<QuestionsOfReplies> {
  const reviewed = await store.verdicts.reviewedReplies({
    ...filter,
    agentId,
    knowledgeBaseIds: purpose.knowledgeBaseIds,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  });
  const isSearched = await searchedSources(store, reviewed, purpose);
  const made: QuestionsOfReplies = { questions: [], skipped: 0, merged: 0 };
  const asked = new Set<string>();
  for (const reply of reviewed) {
    const answer = answerOf(reply, isSearched);
    const query = answer && (await questionOf(store, standaloneQuestion, reply.message));
    const isJudgeable = answer && (purpose.hasAgent || answer.unanswerable || answer.relevant.length > 0);
    if (!isJudgeable || query === undefined) {
      made.skipped += 1;
      continue;
    }
    const key = comparable(query);
    if (asked.has(key)) made.merged += 1;
    else made.questions.push({ query, ...answer });
    asked.add(key);
  }
  return made;
}

/** The sources that the replies or their reviewers name, as far as they exist and are searched. */
async function searchedSources(
  { sources }: Pick<WorkspaceReads, 'sources'>,
  reviewed: readonly ReviewedReply[],
  { knowledgeBaseIds }: Purpose,
): Promise<(id: SourceId) => boolean> {
  const named = reviewed.flatMap(({ message, verdict }) => [
    ...sourcesOf(message),
    ...(verdict?.sourceIds ?? []),
  ]);
  const rows = await sources.findMany([...new Set(named)]);
  const searched = new Set(
    rows
      .filter((row) => knowledgeBaseIds?.includes(row.knowledge_base_id) ?? true)
      .map((row) => row.source_id),
  );
  return (id) => searched.has(id);
}

/** The sources that a reply cites. */
export const sourcesOf = ({ sources }: MessageRow): SourceId[] =>
  (JSON.parse(sources) as { id: SourceId }[]).map(({ id }) => id);

type Answer = Pick<StoredQuestion, 'relevant' | 'unanswerable'> & { must: string[] };

/** What answers the question of a reply; undefined if nothing says so. */
export function answerOf(
  { message, verdict }: ReviewedReply,
  isSearched: (id: SourceId) => boolean,
): Answer | undefined {
  const isRight = verdict ? verdict.verdict === 'right' : message.rating === 'up';
  const { must = [], sourceIds = [] } = verdict ?? {};
  const saidNothing = must.length === 0 && sourceIds.length === 0;
  // A reviewer who judges "there is no answer" right says that no source has one.
  if (verdict && isRight && saidNothing && message.kind === 'fallback')
    return { relevant: [], must: [], unanswerable: true };
  const right = isRight && sourceIds.length === 0 ? sourcesOf(message) : sourceIds;
  const relevant = right
    .filter(isSearched)
    .slice(0, LIMITS.relevantOfAQuestion)
    .map((source_id) => ({ source_id }));
  return relevant.length === 0 && must.length === 0 ? undefined : { relevant, must, unanswerable: false };
}

/** The question that a reply answers, to be asked on its own; undefined if it is too long to search. */
export async function questionOf(
  { conversations }: Pick<WorkspaceReads, 'conversations'>,
  standaloneQuestion: StandaloneQuestion,
  { agent_id, session_id, message_id }: MessageRow,
): Promise<string | undefined> {
  const before = await conversations.recentMessages(agent_id, session_id, EARLIER_MESSAGES, message_id);
  const at = before.findLastIndex(({ role }) => role === 'user');
  const message = before[at]?.text;
  if (message === undefined) return undefined;
  const question = standaloneQuestion(message, before.slice(0, at));
  return question.trim() === '' || [...question].length > LIMITS.queryCharacters ? undefined : question;
}
