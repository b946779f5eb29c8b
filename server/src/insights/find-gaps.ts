import type { AgentId } from '#lib/ids.ts';
import type { UnsureReply, WorkspaceStore } from '#storage/store.ts';
import { groupQuestions, type QuestionGroup, questionIndex, questionTerms } from './group-questions.ts';

/** Replies under this confidence may be wrong for want of knowledge. */
const UNSURE_BELOW = 0.5;
/** Replies that are looked at, the newest: those of a large installation are many, and say the same. */
const MOST_REPLIES = 5_000;

/** Questions that got no good answer since a time, and that nobody took care of after they were asked: the most frequent first,
 *  then the latest. */
export async function findGaps(
  { insights, dismissedGaps }: Pick<WorkspaceStore, 'insights' | 'dismissedGaps'>,
  { since, agentId }: { since: number; agentId?: AgentId | undefined },
): Promise<QuestionGroup<UnsureReply>[]> {
  const [replies, dismissed] = await Promise.all([
    insights.unsureReplies({ since, agentId, below: UNSURE_BELOW, limit: MOST_REPLIES }),
    dismissedGaps.list(since),
  ]);
  const handled = questionIndex<number>();
  // The latest first: of several that ask the same it decides.
  for (const gap of dismissed.toSorted((a, b) => b.dismissed_at - a.dismissed_at))
    handled.add(questionTerms(gap.question), gap.dismissed_at);
  const open =
    dismissed.length === 0
      ? replies
      : replies.filter((reply) => (handled.find(questionTerms(reply.question)) ?? -1) < reply.created_at);
  const groups = await groupQuestions(open);
  return groups.sort((a, b) => b.items.length - a.items.length || lastAskedAt(b) - lastAskedAt(a));
}

/** Replies come newest first. */
const lastAskedAt = ({ items }: QuestionGroup<UnsureReply>): number => items[0]?.created_at ?? 0;
