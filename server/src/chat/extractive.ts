import { detectLanguage } from '#lib/language.ts';
import { composeReply } from './compose-reply.ts';
import { confidenceOf, evidenceOf, REFUSAL } from './confidence.ts';
import { explainEvidence } from './explain-evidence.ts';
import { readQuestion } from './question.ts';
import { type RankedSentence, rankSentences } from './rank-sentences.ts';
import type { Passage, Reply } from './reply.ts';
import { type ResponseLength, selectSentences } from './select-sentences.ts';

type ExtractiveRequest = { question: string; passages: readonly Passage[]; responseLength: ResponseLength };

/** Enough of a passage to tell its language. */
const LANGUAGE_SAMPLE_CHARACTERS = 400;

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
  const [best] = passages;
  if (!best) return [];
  const language = detectLanguage(best.text.slice(0, LANGUAGE_SAMPLE_CHARACTERS));
  return rankSentences(readQuestion(question, language), passages, language);
}
