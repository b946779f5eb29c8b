import type { DeepModel } from '#models/model.ts';
import type { Counted, UnsureReply, WorkspaceStore } from '#storage/store.ts';
import type { DismissedGapRow } from '#storage/tables.ts';
import { groupQuestions, questionIndex, questionTerms } from './group-questions.ts';
import { joinTopics } from './join-topics.ts';
import { PROBES } from './probe-questions.ts';
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

type Dismissal = Pick<DismissedGapRow, 'question' | 'dismissed_at' | 'returns_after'>;
/** Replies to questions with nearly the same words. dismissal: the latest of such a question. */
type Asked = { question: string; replies: UnsureReply[]; dismissal: Dismissal | undefined };

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
  const handled = questionIndex<Dismissal>();
  // Latest first, because the latest of several equal questions counts.
  const latestFirst = dismissed.toSorted((a, b) => b.dismissed_at - a.dismissed_at);
  for (const gap of latestFirst) handled.add(questionTerms(gap.question), gap);
  const groups = await groupQuestions(replies);
  const asked = groups.map(({ items, terms }): Asked => {
    const dismissal = dismissed.length === 0 ? undefined : handled.find(terms);
    return { question: items[0]?.question ?? '', replies: items, dismissal };
  });
  const gaps = meaning
    ? await joinAsked(meaning, asked, latestFirst)
    : asked.map((group) => stillOpen([group])).filter((open) => open.length > 0);
  return gaps.sort((a, b) => b.length - a.length || lastAskedAt(b) - lastAskedAt(a));
}

/** Joins groups about the same thing, and leaves out what was dismissed in other words after it was asked. */
async function joinAsked(
  { model, reader, most, signal }: Meaning,
  asked: readonly Asked[],
  dismissed: readonly Dismissal[],
): Promise<UnsureReply[][]> {
  const known = questionIndex<Asked>();
  for (const group of asked) known.add(questionTerms(group.question), group);
  const unasked: Asked[] = [];
  for (const dismissal of dismissed) {
    const group = known.find(questionTerms(dismissal.question));
    if (group) group.dismissal = latestOf(group.dismissal, dismissal);
    else unasked.push({ question: dismissal.question, replies: [], dismissal });
  }
  const frequentFirst = asked.toSorted((a, b) => b.replies.length - a.replies.length);
  const all = [...unasked.slice(0, MOST_DISMISSED), ...frequentFirst];
  const compared = all.slice(0, MOST_COMPARED);
  const options = { most, signal };
  const probes = await Promise.all(
    Object.values(PROBES).map((questions) => reader.read(model, questions, options)),
  );
  const read = await reader.read(
    model,
    compared.map(({ question }) => question),
    options,
  );
  const isReady = probes.flat().every((vector) => vector !== undefined);
  const joined = isReady
    ? await joinTopics(read, probes as Float32Array[][])
    : compared.map((_, index) => [index]);
  return [
    ...joined.map((indexes) => stillOpen(indexes.flatMap((index) => compared[index] ?? []))),
    ...all.slice(MOST_COMPARED).map((group) => stillOpen([group])),
  ].filter((replies) => replies.length > 0);
}

/** The replies of groups about one thing, without those to questions asked before one of them was dismissed; none until it was asked
 *  often enough since. */
function stillOpen(groups: readonly Asked[]): UnsureReply[] {
  const dismissal = groups.map((group) => group.dismissal).reduce(latestOf, undefined);
  const open = groups
    .flatMap(({ replies }) => replies)
    .filter(({ created_at }) => created_at > (dismissal?.dismissed_at ?? -1))
    .sort((a, b) => b.created_at - a.created_at);
  return open.length > (dismissal?.returns_after ?? 0) ? open : [];
}

const latestOf = (one: Dismissal | undefined, other: Dismissal | undefined): Dismissal | undefined =>
  (other?.dismissed_at ?? -1) > (one?.dismissed_at ?? -1) ? other : one;

/** The time of the newest question: replies are newest first. */
const lastAskedAt = ([newest]: readonly UnsureReply[]): number => newest?.created_at ?? 0;
