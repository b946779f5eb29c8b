import { matchTerm, type TermWeight } from '#chat/passages/match-term.ts';
import type { Passage } from '#chat/passages/passage.ts';
import { readSentences, type Sentence } from '#chat/passages/read-sentences.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { type AnalyzedQuestion, holdsAnswer } from './read-question.ts';

/** A sentence and its features. */
export type RankedSentence = Sentence & {
  terms: readonly string[];
  evidence: SentenceFeatures;
  /** Log-odds that it answers, up to a constant that is the same for all sentences of a question. */
  strength: number;
};

export type SentenceFeatures = {
  /** Share of the question's terms, by weight and rarity, that the sentence contains: 0 to 1. */
  said: number;
  /** Share that only its context contains: the name of its source, its headings, the sentence before it. */
  implied: number;
  /** Share of the question's word pairs that are adjacent in the sentence too. */
  pairs: number;
  /** 1 if it has a number or name as asked for, 0 if not, 0.5 if the question asks for neither. */
  answerType: number;
  /** Log-odds that its passage is relevant, according to the search. */
  relevance: number;
};

/** Ranks all sentences of the passages as answers, best first. */
export function rankSentences(
  question: AnalyzedQuestion,
  passages: readonly Passage[],
  reader: TermReader,
): RankedSentence[] {
  const sentences = readSentences(passages).map((sentence) => ({
    sentence,
    context: reader.termsOf(sentence.context.trimEnd()),
    terms: reader.termsOf(sentence.text),
  }));
  const termsBySentence = new Map(sentences.map(({ sentence, terms }) => [sentence, terms]));
  const weights = weighTerms(question, [...termsBySentence.values()]);

  const ranked = sentences.map(({ sentence, context, terms }): RankedSentence => {
    const before = sentence.previous && termsBySentence.get(sentence.previous);
    // The answer to a question includes what the question says.
    const own = sentence.asked ? reader.termsOf(`${sentence.asked} ${sentence.text}`) : terms;
    const covered = coverage(weights, own, before ? [context, before] : [context]);
    const evidence = {
      ...covered,
      pairs: pairShare(question, `${sentence.asked} ${sentence.text}`) ?? covered.said,
      answerType: Number(holdsAnswer(question, sentence.text) ?? 0.5),
      relevance: logOdds(sentence.passage.score),
    };
    return Object.assign(sentence, { terms, evidence, strength: strengthOf(evidence) });
  });
  return ranked.sort((a, b) => b.strength - a.strength);
}

/** Fitted on SQuAD 2.0 by bench/chat-evaluation.ts as a choice among all sentences of a question. */
const STRENGTH: SentenceFeatures = { said: 10.1, implied: 5.1, pairs: 4.7, answerType: 2.1, relevance: 1 };

const strengthOf = (evidence: SentenceFeatures): number =>
  STRENGTH.said * evidence.said +
  STRENGTH.implied * evidence.implied +
  STRENGTH.pairs * evidence.pairs +
  STRENGTH.answerType * evidence.answerType +
  STRENGTH.relevance * evidence.relevance;

function logOdds(probability: number): number {
  const inside = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(inside / (1 - inside));
}

/** Rare terms weigh more; the weights add up to 1. */
function weighTerms({ terms }: AnalyzedQuestion, sentences: readonly (readonly string[])[]): TermWeight[] {
  const weighted = terms.map(({ term, weight }) => {
    const holders = sentences.reduce((count, sentence) => count + Number(sentence.includes(term)), 0);
    return { term, weight: weight * Math.log(1 + (sentences.length - holders + 0.5) / (holders + 0.5)) };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return weighted.map(({ term, weight }) => ({ term, weight: weight / total }));
}

function coverage(
  weights: readonly TermWeight[],
  own: readonly string[],
  around: readonly (readonly string[])[],
): Pick<SentenceFeatures, 'said' | 'implied'> {
  let said = 0;
  let implied = 0;
  for (const { term, weight } of weights) {
    const match = matchTerm(term, own);
    said += weight * match;
    if (match < 1) implied += weight * Math.max(0, ...around.map((terms) => matchTerm(term, terms) - match));
  }
  return { said, implied };
}

/** Undefined for questions of one word, and for scripts without spaces, whose terms are character pairs anyway. */
function pairShare({ pairs }: AnalyzedQuestion, sentence: string): number | undefined {
  if (pairs.length === 0) return undefined;
  const words = ` ${plainWords(sentence)} `;
  return pairs.filter((pair) => words.includes(` ${pair} `)).length / pairs.length;
}
