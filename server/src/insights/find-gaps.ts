import type { AgentId } from '#lib/ids.ts';
import type { UnsureReply, WorkspaceStore } from '#storage/store.ts';
import { groupQuestions, type QuestionGroup, questionIndex, questionTerms } from './group-questions.ts';

/** Replies below this confidence may lack knowledge. */
const UNSURE_BELOW = 0.5;
/** Only the newest replies are considered: a large installation has many similar ones. */
const MOST_REPLIES = 5_000;

/** Questions since a time that got no good answer and were not dismissed after they were asked: most frequent first, then
 *  latest. */
export async function findGaps(
  { insights, dismissedGaps }: Pick<WorkspaceStore, 'insights' | 'dismissedGaps'>,
  { since, agentId }: { since: number; agentId?: AgentId | undefined },
): Promise<QuestionGroup<UnsureReply>[]> {
  const [replies, dismissed] = await Promise.all([
    insights.unsureReplies({ since, agentId, below: UNSURE_BELOW, limit: MOST_REPLIES }),
    dismissedGaps.list(since),
  ]);
  const handled = questionIndex<number>();
  // Latest first, because the latest of several equal questions counts.
  for (const gap of dismissed.toSorted((a, b) => b.dismissed_at - a.dismissed_at))
    handled.add(questionTerms(gap.question), gap.dismissed_at);
  const open =
    dismissed.length === 0
      ? replies
      : replies.filter((reply) => (handled.find(questionTerms(reply.question)) ?? -1) < reply.created_at);
  const groups = await groupQuestions(open);
  return groups.sort((a, b) => b.items.length - a.items.length || lastAskedAt(b) - lastAskedAt(a));
}

/** The time of the newest question: replies are newest first. */
const lastAskedAt = ({ items }: QuestionGroup<UnsureReply>): number => items[0]?.created_at ?? 0;
