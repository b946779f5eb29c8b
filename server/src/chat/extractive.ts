import { composeReply } from './compose-reply.ts';
import { confidenceOf, evidenceOf, REFUSAL } from './confidence.ts';
import { explainEvidence } from './explain-evidence.ts';
import { readQuestion } from './question.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import { languageOf } from './read-sentences.ts';
import type { Passage, Reply } from './reply.ts';
import { type ResponseLength, selectSentences } from './select-sentences.ts';

type ExtractiveRequest = { question: string; passages: readonly Passage[]; responseLength: ResponseLength };

/** Answers in the words of the sources, without a language model: chooses the sentences that answer best and cites each.
 *  Undefined when nothing relevant was found.
 *  passages: best first. */
export function answerExtractively({
  question,
  passages,
  responseLength,
}: ExtractiveRequest): Reply | undefined {
  const ranked = rankForAnswer(question, passages);
  const confidence = confidenceOf(ranked);
  if (confidence < REFUSAL) return undefined;
  return {
    ...composeReply(selectSentences(ranked, responseLength)),
    confidence,
    confidenceReason: explainEvidence(evidenceOf(ranked)),
    isDegraded: false,
    usage: undefined,
  };
}

/** The confidence that a reply of sentences of these passages has, also where it is too little for one. */
export const confidenceOfPassages = (question: string, passages: readonly Passage[]): number =>
  confidenceOf(rankForAnswer(question, passages));

function rankForAnswer(question: string, passages: readonly Passage[]): RankedSentence[] {
  if (passages.length === 0) return [];
  const language = languageOf(passages);
  return rankSentences(readQuestion(question, language), passages, language);
}
