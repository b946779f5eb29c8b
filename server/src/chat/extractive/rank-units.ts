import { matchTerm, type TermWeight } from '#chat/passages/match-term.ts';
import type { Passage } from '#chat/passages/passage.ts';
import { readUnits, type Unit } from '#chat/passages/read-units.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import type { TermReader } from '#chat/passages/term-reader.ts';
import { type AnalyzedQuestion, holdsAnswer } from './read-question.ts';

/** A unit and its features. */
export type RankedUnit = Unit & {
  terms: readonly string[];
  evidence: UnitFeatures;
  /** Log-odds that it answers, up to a constant that is the same for all units of a question. */
  strength: number;
};

export type UnitFeatures = {
  /** Share of the question's terms, by weight and rarity, that the unit and its lead contain: 0 to 1. */
  said: number;
  /** Share that only its context contains: the name of its source, its headings, the sentence before it. */
  implied: number;
  /** Share of the question's word pairs that are adjacent in the sentence too. */
  pairs: number;
  /** 1 if it has a number, a name or a reason as asked for, 0 if not, 0.5 if the question asks for none of them. */
  answerType: number;
  /** Log-odds that any passage found in its source is relevant, according to the search. */
  relevance: number;
  /** How near its block is to the question in meaning. */
  closeness: number;
  /** How far that is behind the closest unit: minus the root of the difference. */
  behind: number;
  /** Share of the question's terms that its headings contain. */
  headed: number;
  /** The same as closeness for the line that introduces it; 0 without one. */
  lead: number;
  /** 1 for code. */
  code: number;
  /** Share of the question's terms that its label or first cell names, if that has no other words. */
  labelled: number;
};

/** Ranks all units of the passages as answers, best first.
 *  options: see readUnits. */
export function rankUnits(
  question: AnalyzedQuestion,
  passages: readonly Passage[],
  reader: TermReader,
  options: { bySentence?: boolean } = {},
): RankedUnit[] {
  const units = readUnits(passages, options).map((unit) => ({
    unit,
    context: reader.termsOf(unit.context.trimEnd()),
    terms: reader.termsOf(unit.text),
  }));
  const termsByUnit = new Map(units.map(({ unit, terms }) => [unit, terms]));
  const weights = weighTerms(question, [...termsByUnit.values()]);
  const relevanceOf = relevanceOfSources(passages);
  const closest = Math.max(0, ...units.map(({ unit }) => unit.closeness));

  const ranked = units.map(({ unit, context, terms }): RankedUnit => {
    const before = unit.previous && termsByUnit.get(unit.previous);
    // The answer to a question includes what the question says.
    const whole = [unit.asked, unit.lead?.text, unit.text].filter(Boolean).join(' ');
    const own = whole === unit.text ? terms : reader.termsOf(whole);
    const covered = coverage(weights, own, before ? [context, before] : [context]);
    const evidence = {
      ...covered,
      pairs: pairShare(question, whole) ?? covered.said,
      answerType: Number(holdsAnswer(question, unit.text) ?? 0.5),
      relevance: relevanceOf.get(unit.passage.sourceId) ?? 0,
      closeness: unit.closeness,
      behind: -Math.sqrt(Math.max(0, closest - unit.closeness)),
      headed: coverage(weights, context, []).said,
      code: Number(unit.kind === 'code'),
      lead: unit.lead?.closeness ?? 0,
      labelled: labelShare(unit, weights, reader),
    };
    return Object.assign(unit, { terms, evidence, strength: strengthOf(evidence) });
  });
  return ranked.sort((a, b) => b.strength - a.strength);
}

/** Fitted with bench/fit-answers.ts on docs-qa-dev and the English part of xquad, each counting the same, as a choice among
 *  all units of a question. squad2 and other languages are left for measuring. */
const STRENGTH: UnitFeatures = {
  said: 6.4,
  implied: 4.9,
  headed: 5.5,
  pairs: 5,
  answerType: 2.2,
  relevance: 0.42,
  closeness: 2.8,
  behind: 6.3,
  lead: 1.8,
  code: 1.3,
  labelled: 4,
};

/** How much of the question a list item or a row is about, by the weight of the words: `confidence: how likely …`,
 *  `429 | rate_limited`. 0 if its label has words that the question lacks. */
function labelShare({ kind, text }: Unit, weights: readonly TermWeight[], reader: TermReader): number {
  if (kind !== 'list-item' && kind !== 'table-row') return 0;
  const [first = ''] = text.replace(/^\|\s*/, '').split(/(?:^|\s)\|(?:\s|$)/);
  const label = kind === 'list-item' ? labelOfItem.exec(first)?.[1] : first.replace(/^[^|:]{1,60}:\s+/, '');
  if (label === undefined || label.length > LONGEST_LABEL) return 0;
  const own = reader.termsOf(label);
  const named = weights.filter(({ term }) => own.includes(term));
  return named.length < own.length ? 0 : named.reduce((sum, { weight }) => sum + weight, 0);
}

const LONGEST_LABEL = 60;
const labelOfItem = /^([^:.]{1,60})[:.](?:\s|$)/;

const strengthOf = (evidence: UnitFeatures): number =>
  (Object.keys(STRENGTH) as (keyof UnitFeatures)[]).reduce(
    (sum, name) => sum + STRENGTH[name] * evidence[name],
    0,
  );

function relevanceOfSources(passages: readonly Passage[]): Map<string, number> {
  const missed = new Map<string, number>();
  for (const { sourceId, score } of passages) missed.set(sourceId, (missed.get(sourceId) ?? 1) * (1 - score));
  return new Map([...missed].map(([sourceId, chance]) => [sourceId, logOdds(1 - chance)]));
}

function logOdds(probability: number): number {
  const inside = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(inside / (1 - inside));
}

/** Rare terms weigh more; the weights add up to 1. */
function weighTerms({ terms }: AnalyzedQuestion, units: readonly (readonly string[])[]): TermWeight[] {
  const weighted = terms.map(({ term, weight }) => {
    const holders = units.reduce((count, unit) => count + Number(unit.includes(term)), 0);
    return { term, weight: weight * Math.log(1 + (units.length - holders + 0.5) / (holders + 0.5)) };
  });
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return weighted.map(({ term, weight }) => ({ term, weight: weight / total }));
}

function coverage(
  weights: readonly TermWeight[],
  own: readonly string[],
  around: readonly (readonly string[])[],
): Pick<UnitFeatures, 'said' | 'implied'> {
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
function pairShare({ pairs }: AnalyzedQuestion, text: string): number | undefined {
  if (pairs.length === 0) return undefined;
  const words = ` ${plainWords(text)} `;
  return pairs.filter((pair) => words.includes(` ${pair} `)).length / pairs.length;
}
