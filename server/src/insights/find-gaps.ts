import type { DeepModel } from '#models/model.ts';
import type { Counted, UnsureReply, WorkspaceStore } from '#storage/store.ts';
import { groupQuestions, questionIndex, questionTerms } from './group-questions.ts';
import { joinByMeaning } from './join-by-meaning.ts';
import type { QuestionReader } from './question-vectors.ts';

/** Replies below this confidence may lack knowledge. */
const UNSURE_BELOW = 0.5;
/** Only the newest replies are considered: a large installation has many similar ones. */
const MOST_REPLIES = 5_000;
/** Groups that are also compared by meaning: all pairs of so many take 0.2 seconds, in turns of 5 ms. */
const MOST_COMPARED = 500;
/** How many of them may be dismissed questions that no one asked in these words. */
const MOST_DISMISSED = 100;

/** What reads questions. most: how many it may read now; the vectors of others count if they are kept. */
export type Meaning = { model: DeepModel; reader: QuestionReader; most: number; signal: AbortSignal };

/** Replies to questions with nearly the same words. dismissedAt: when such a question was dismissed, -1 for never. */
type Asked = { question: string; replies: UnsureReply[]; dismissedAt: number };

/** Questions since a time that got no good answer and were not dismissed after they were asked, in groups: most frequent
 *  first, then latest; in a group the latest first. A group has nearly the same words or, with a deep model, the same
 *  meaning in several languages. */
export async function findGaps(
  { insights, dismissedGaps }: Pick<WorkspaceStore, 'insights' | 'dismissedGaps'>,
  { since, ...counted }: Counted & { since: number },
  meaning: Meaning | undefined,
): Promise<UnsureReply[][]> {
  const [replies, dismissed] = await Promise.all([
    insights.unsureReplies({ since, ...counted, below: UNSURE_BELOW, limit: MOST_REPLIES }),
    dismissedGaps.list(since),
  ]);
  const handled = questionIndex<number>();
  // Latest first, because the latest of several equal questions counts.
  const latestFirst = dismissed.toSorted((a, b) => b.dismissed_at - a.dismissed_at);
  for (const gap of latestFirst) handled.add(questionTerms(gap.question), gap.dismissed_at);
  const open =
    dismissed.length === 0
      ? replies
      : replies.filter((reply) => (handled.find(questionTerms(reply.question)) ?? -1) < reply.created_at);
  const groups = await groupQuestions(open);
  const asked = groups.map(
    ({ items }): Asked => ({ question: items[0]?.question ?? '', replies: items, dismissedAt: -1 }),
  );
  const gaps = meaning ? await joinAsked(meaning, asked, latestFirst) : groups.map(({ items }) => items);
  return gaps.sort((a, b) => b.length - a.length || lastAskedAt(b) - lastAskedAt(a));
}

/** Joins groups with the same meaning, and leaves out what was dismissed in another language after it was asked. */
async function joinAsked(
  { model, reader, most, signal }: Meaning,
  asked: readonly Asked[],
  dismissed: readonly { question: string; dismissed_at: number }[],
): Promise<UnsureReply[][]> {
  const known = questionIndex<Asked>();
  for (const group of asked) known.add(questionTerms(group.question), group);
  const unasked: Asked[] = [];
  for (const { question, dismissed_at: dismissedAt } of dismissed) {
    const group = known.find(questionTerms(question));
    if (group) group.dismissedAt = Math.max(group.dismissedAt, dismissedAt);
    else unasked.push({ question, replies: [], dismissedAt });
  }
  const frequentFirst = asked.toSorted((a, b) => b.replies.length - a.replies.length);
  const all = [...unasked.slice(0, MOST_DISMISSED), ...frequentFirst];
  const compared = all.slice(0, MOST_COMPARED);
  const questions = compared.map(({ question }) => question);
  const vectors = await reader.read(model, questions, { most, signal });
  const joined = await joinByMeaning(questions.map((question, i) => ({ question, vector: vectors[i] })));
  return [
    ...joined.map((indexes) => stillOpen(indexes.flatMap((index) => compared[index] ?? []))),
    ...all.slice(MOST_COMPARED).map(({ replies }) => replies),
  ].filter((replies) => replies.length > 0);
}

/** The replies of groups that ask the same, without those to questions asked before one of them was dismissed. */
function stillOpen(groups: readonly Asked[]): UnsureReply[] {
  const dismissedAt = Math.max(...groups.map((group) => group.dismissedAt));
  return groups
    .flatMap(({ replies }) => replies)
    .filter(({ created_at }) => created_at > dismissedAt)
    .sort((a, b) => b.created_at - a.created_at);
}

/** The time of the newest question: replies are newest first. */
const lastAskedAt = ([newest]: readonly UnsureReply[]): number => newest?.created_at ?? 0;
