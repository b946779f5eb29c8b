import { matchTerm, signOf } from '#chat/passages/match-term.ts';
import { saysName } from '#chat/passages/names-and-numbers.ts';
import { type Claim, isNegative } from './read-claim.ts';
import { type EvidenceSentence, textAround } from './read-evidence.ts';

/** The most sentences that support a claim together. */
const MOST_SUPPORT = 3;
/** Share of the content words that they must contain. A changed word is within it: see find-swaps.ts and the figures in
 *  docs/decisions/0052. */
const ENOUGH = 0.75;
/** The least that a sentence must add to count, and the gain of each new number. */
const LEAST_GAIN = 0.1;
const NUMBER_GAIN = 0.3;
/** A sentence only supports numbers together with others if it contains this share of the other words itself, because
 *  numbers belong to its subject. */
const NUMBER_BEARER = 0.4;
const digit = /\p{N}/u;
/** Weight of a word in the headings or the name of the source. */
const CONTEXT = 0.9;
/** From this share on, a sentence says the same, except for a `not`. */
const NEARLY_ALL = 0.85;

/** said: share of the claim's content words that the sentences contain, 0 to 1. */
export type Support = { evidence: EvidenceSentence[]; said: number };

/** The sentences that support a claim, strongest first; undefined if they contain too little of it, lack its numbers or
 *  names, or say the opposite. */
export function findSupport(claim: Claim, evidence: readonly EvidenceSentence[]): Support | undefined {
  const covered = claim.terms.map(() => 0);
  const missing = new Set(claim.numbers);
  const words = claim.terms.map(({ term, weight }) => ({
    term,
    weight,
    sign: signOf(term),
    isNumber: digit.test(term),
  }));
  const offered = evidence.map((one) => contributionOf(words, one));
  const found: Contribution[] = [];
  while (found.length < MOST_SUPPORT) {
    const next = bestOf(claim, offered, covered, missing);
    if (!next || next.gain < LEAST_GAIN) break;
    found.push(next);
    for (const [index, share] of next.shares.entries()) covered[index] = Math.max(covered[index] ?? 0, share);
    for (const number of next.evidence.numbers) missing.delete(number);
  }
  const said = claim.terms.reduce((sum, { weight }, index) => sum + weight * (covered[index] ?? 0), 0);
  const [first] = found;
  if (!first || (said < ENOUGH && claim.terms.length > 0)) return undefined;
  const saysNumber = (number: string) =>
    found.some(
      ({ evidence: one, ownShare }) =>
        one.numbers.includes(number) && (found.length === 1 || ownShare >= NUMBER_BEARER),
    );
  const support = found.map((contribution) => contribution.evidence);
  if (!claim.numbers.every(saysNumber)) return undefined;
  if (!claim.names.every((name) => support.some(({ sentence }) => saysName(textAround(sentence), name))))
    return undefined;
  const isOpposite =
    found.length === 1 && said >= NEARLY_ALL && isNegative(first.evidence.sentence.text) !== claim.isNegative;
  return isOpposite ? undefined : { evidence: support, said: claim.terms.length > 0 ? said : 1 };
}

/** shares: how well it matches each term. ownShare: of the words except numbers, without its headings. gain: what it adds to
 *  what is covered. */
type Contribution = { evidence: EvidenceSentence; gain: number; shares: number[]; ownShare: number };

/** The sentence that adds most to what is already covered. */
function bestOf(
  { terms }: Claim,
  offered: readonly Contribution[],
  covered: readonly number[],
  missing: ReadonlySet<string>,
): Contribution | undefined {
  let best: Contribution | undefined;
  for (const one of offered) {
    one.gain = 0;
    for (const [index, { weight }] of terms.entries())
      one.gain += weight * Math.max(0, (one.shares[index] ?? 0) - (covered[index] ?? 0));
    for (const number of missing) if (one.evidence.numbers.includes(number)) one.gain += NUMBER_GAIN;
    if (one.gain > (best?.gain ?? 0)) best = one;
  }
  return best;
}

/** sign: see signOf. */
type ClaimedWord = Claim['terms'][number] & { sign: number; isNumber: boolean };

function contributionOf(claimed: readonly ClaimedWord[], evidence: EvidenceSentence): Contribution {
  let [words, ownWords] = [0, 0];
  const shares = claimed.map(({ term, weight, sign, isNumber }) => {
    const said = sign & evidence.signs ? matchTerm(term, evidence.terms) : 0;
    if (!isNumber) {
      words += weight;
      ownWords += weight * said;
    }
    if (said === 1 || !(sign & evidence.contextSigns)) return said;
    return Math.max(said, CONTEXT * matchTerm(term, evidence.context));
  });
  return { evidence, gain: 0, shares, ownShare: words === 0 ? 1 : ownWords / words };
}

/** A sentence with this share of a claim's words is about the same. */
const SAME_MATTER = 0.8;

/** Whether one of the sentences is about the same but has other numbers. */
export function isDisputed({ terms, numbers }: Claim, others: readonly EvidenceSentence[]): boolean {
  if (numbers.length === 0) return false;
  const words = terms.filter(({ term }) => !digit.test(term));
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return false;
  return others.some((other) => {
    if (!other.saysNumber || numbers.some((number) => other.numbers.includes(number))) return false;
    const said = words.reduce((sum, { term, weight }) => sum + weight * matchTerm(term, other.terms), 0);
    return said >= SAME_MATTER * total;
  });
}
