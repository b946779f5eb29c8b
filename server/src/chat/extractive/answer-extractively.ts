import type { Passage } from '#chat/passages/passage.ts';
import { languageOfPassages } from '#chat/passages/read-sentences.ts';
import { TermReader } from '#chat/passages/term-reader.ts';
import type { Reply } from '#chat/reply.ts';
import type { ResponseLength } from '#storage/tables.ts';
import { composeReply } from './compose-reply.ts';
import { confidenceOf, explainEvidence, REFUSAL } from './confidence.ts';
import { narrowUnit } from './narrow-unit.ts';
import { rankUnits } from './rank-units.ts';
import { readQuestion } from './read-question.ts';
import { selectUnits } from './select-units.ts';

type ExtractiveRequest = { question: string; passages: readonly Passage[]; responseLength: ResponseLength };

/** Answers in the words of the sources, without a language model: chooses the units that answer best and cites each.
 *  Undefined if nothing relevant was found.
 *  passages: best first. */
export function answerExtractively({
  question,
  passages,
  responseLength,
}: ExtractiveRequest): Reply | undefined {
  const language = languageOfPassages(passages);
  const asked = readQuestion(question, language);
  const bySentence = responseLength === 'short';
  const reader = new TermReader(language);
  const ranked = rankUnits(asked, passages, reader, { bySentence });
  const confidence = confidenceOf(asked, ranked);
  if (confidence < REFUSAL) return undefined;
  const chosen = selectUnits(ranked, responseLength).map((unit) => narrowUnit(unit, asked, reader));
  return {
    kind: 'answer',
    ...composeReply(chosen),
    confidence,
    confidenceReason: explainEvidence(asked, ranked),
    isDegraded: false,
    usage: undefined,
  };
}

/** The confidence of an extractive reply from these passages, even if it is too low to give one. */
export function confidenceOfPassages(
  question: string,
  passages: readonly Passage[],
  reader: TermReader,
): number {
  const asked = readQuestion(question, reader.language);
  return confidenceOf(asked, rankUnits(asked, passages, reader));
}
