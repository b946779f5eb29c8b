import { LIMITS } from '#isomorphic/limits.ts';
import type { AgentId, MessageId, SourceId } from '#lib/ids.ts';
import type { ReviewedReply, VerdictOnReply, WorkspaceReads } from '#storage/store.ts';
import type { MessageRow } from '#storage/tables.ts';
import { answerOf, questionOf, type StandaloneQuestion, sourcesOf } from './questions-of-replies.ts';
import type { NewQuestion } from './set-questions.ts';

type Wanted = { agent_id: AgentId; session_id: string; message_id?: MessageId | undefined };
type Reads = Pick<WorkspaceReads, 'verdicts' | 'conversations' | 'sources'>;

/** Replies that answer a question, well or not. Those from before the column have no kind. */
const ANSWERING = new Set<MessageRow['kind']>(['answer', 'pinned', 'fallback', null]);

/** The questions that people asked in conversations, with what verdicts and ratings say is right. skipped: replies that answer no
 *  question, and conversations that do not exist. */
export async function questionsOfConversations(
  store: Reads,
  standaloneQuestion: StandaloneQuestion,
  wanted: readonly Wanted[],
): Promise<{ questions: NewQuestion[]; skipped: number }> {
  const questions: NewQuestion[] = [];
  let skipped = 0;
  for (const conversation of wanted) {
    const replies = await reviewedReplies(store, conversation);
    if (replies.length === 0) skipped += 1;
    const isKnown = await knownSources(store, replies);
    for (const reply of replies) {
      const { agent_id, session_id, message_id, kind } = reply.message;
      const query = ANSWERING.has(kind)
        ? await questionOf(store, standaloneQuestion, reply.message)
        : undefined;
      if (query === undefined) skipped += 1;
      else
        questions.push({
          query,
          ...(answerOf(reply, isKnown) ?? { relevant: [], must: [], unanswerable: false }),
          from: { agent_id, session_id, message_id },
        });
    }
  }
  return { questions, skipped };
}

/** The replies of a conversation, oldest first, with the verdict that counts. */
async function reviewedReplies(
  { conversations, verdicts }: Reads,
  { agent_id, session_id, message_id }: Wanted,
): Promise<ReviewedReply[]> {
  const messages =
    message_id === undefined
      ? await conversations.messages(agent_id, session_id, { limit: LIMITS.pageSize, role: 'agent' })
      : [await conversations.message(agent_id, session_id, message_id)].flatMap((one) => one ?? []);
  const replies = messages.filter(({ role }) => role === 'agent');
  const ids = replies.map((message) => message.message_id);
  const given = await verdicts.ofMessages(agent_id, session_id, ids);
  return replies.map((message) => ({
    message,
    verdict: latestOf(given.filter((verdict) => verdict.message_id === message.message_id)),
  }));
}

function latestOf(given: readonly VerdictOnReply[]): ReviewedReply['verdict'] {
  const latest = given.toSorted((a, b) => a.updated_at - b.updated_at).at(-1);
  return (
    latest && {
      verdict: latest.verdict,
      must: JSON.parse(latest.must) as string[],
      sourceIds: latest.source_ids,
    }
  );
}

/** Tests whether a source that the replies or their reviewers name still exists. */
async function knownSources(
  { sources }: Reads,
  replies: readonly ReviewedReply[],
): Promise<(id: SourceId) => boolean> {
  const named = replies.flatMap(({ message, verdict }) => [
    ...sourcesOf(message),
    ...(verdict?.sourceIds ?? []),
  ]);
  const rows = await sources.findMany([...new Set(named)]);
  const known = new Set(rows.map((row) => row.source_id));
  return (id) => known.has(id);
}
