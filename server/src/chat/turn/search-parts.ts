import { answerExtractively } from '#chat/extractive/answer-extractively.ts';
import { numberOf } from '#chat/passages/cite.ts';
import { type FoundPassages, findPassages, type SearchedBy } from '#chat/passages/find-passages.ts';
import type { Passage } from '#chat/passages/passage.ts';
import type { Reply } from '#chat/reply.ts';
import type { Services } from '#services.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ResponseLength } from '#storage/tables.ts';
import { partsOfQuestion } from './parts-of-question.ts';

/** A question with the passages that were found for it, best first. */
type SearchedPart = { question: string; passages: readonly Passage[] };

/** What was found for a question. parts: the questions it consists of; empty if it asks one thing. */
export type Searched = FoundPassages & { question: string; parts: readonly SearchedPart[] };

/** The most passages of a question in several parts. */
const MOST_PASSAGES = 12;

/** Searches for a question, and also for each part of one that asks several things. */
export async function searchParts(
  services: Pick<Services, 'models' | 'log'>,
  store: WorkspaceStore,
  by: SearchedBy,
  question: string,
): Promise<Searched> {
  const parts = partsOfQuestion(question);
  const [whole, ...found] = await Promise.all(
    [question, ...parts].map((one) => findPassages(services, store, by, one)),
  );
  return {
    ...mergeFound([...found, ...(whole ? [whole] : [])]),
    question,
    parts: parts.map((part, index) => ({ question: part, passages: found[index]?.passages ?? [] })),
  };
}

/** Takes the best passage of each search, then the next ones. One that several have found keeps its best score. */
export function mergeFound(found: readonly FoundPassages[]): FoundPassages {
  const [only] = found;
  if (only && found.length === 1) return only;
  const passages = new Map<string, Passage>();
  const longest = Math.max(0, ...found.map((one) => one.passages.length));
  for (let rank = 0; rank < longest; rank++) {
    for (const one of found) {
      const passage = one.passages[rank];
      if (!passage) continue;
      const known = passages.get(passage.chunkId);
      if (known ? passage.score > known.score : passages.size < MOST_PASSAGES)
        passages.set(passage.chunkId, passage);
    }
  }
  const neighbours = new Map(found.flatMap((one) => one.neighbours).map((one) => [one.chunkId, one]));
  return {
    passages: [...passages.values()],
    neighbours: [...neighbours.values()].filter(({ chunkId }) => !passages.has(chunkId)),
    revisions: oldest(found),
  };
}

/** A source may have changed between two searches: its older revision has the turn drafted again. */
function oldest(found: readonly FoundPassages[]): Map<string, number> {
  const revisions = new Map<string, number>();
  for (const [id, revision] of found.flatMap((one) => [...one.revisions]))
    revisions.set(id, Math.min(revision, revisions.get(id) ?? revision));
  return revisions;
}

/** Answers in the words of the sources, each part of a question by itself. */
export function answerParts(
  { question, passages, parts }: Searched,
  responseLength: ResponseLength,
): Reply | undefined {
  const answers = parts.map((part) => ({ ...part, reply: answerExtractively({ ...part, responseLength }) }));
  const known = answers.flatMap(({ reply }) => reply ?? []);
  const [first] = known;
  if (!first) return answerExtractively({ question, passages, responseLength });
  return {
    ...first,
    ...joinReplies(known),
    // A part without an answer counts as one that is surely wrong.
    confidence:
      Math.round((1e4 * known.reduce((sum, reply) => sum + reply.confidence, 0)) / answers.length) / 1e4,
    confidenceReason: answers
      .map(({ question: asked, reply }) => `"${asked}": ${reply?.confidenceReason ?? 'no answer was found.'}`)
      .join(' '),
  };
}

/** The replies one below the other, without those that only quote the same as an earlier one. */
function joinReplies(replies: readonly Reply[]): Pick<Reply, 'text' | 'sources' | 'citations'> {
  let text = '';
  const citations: Citation[] = [];
  const sources = new Map<string, SourceReference>();
  for (const reply of replies) {
    const isNew = reply.citations.some(
      ({ source_id, start }) =>
        !citations.some((cited) => cited.source_id === source_id && cited.start === start),
    );
    if (!isNew) continue;
    const offset = text === '' ? 0 : text.length + 2;
    text = text === '' ? reply.text : `${text}\n\n${reply.text}`;
    for (const citation of reply.citations) {
      citations.push({
        ...citation,
        number: numberOf(citation, citations),
        reply_start: citation.reply_start + offset,
        reply_end: citation.reply_end + offset,
      });
    }
    for (const source of reply.sources) if (!sources.has(source.id)) sources.set(source.id, source);
  }
  return { text, citations, sources: [...sources.values()] };
}
