import { dotProduct } from '#lib/dot-product.ts';
import { detectLanguage, type Language } from '#text/language.ts';
import { agreeInWords } from './agree-in-words.ts';
import { questionTerms } from './group-questions.ts';

/** A question, and its unit vector if the deep model has read it. */
export type ReadQuestion = { question: string; vector: Float32Array | undefined };

/** When two questions in two languages ask the same: each is the other's nearest in its language, at least this near, and
 *  nearer than the next by this much.
 *
 *  Measured with multilingual-e5-small on 188 questions about 40 paragraphs of XQuAD, so that most have close neighbours
 *  about the same paragraph. Pairs joined, and how many of those are right: in English, German and Spanish .75 and .998; if
 *  half of all questions are missing .69 and .93; in 12 languages .54 and 1, with half of them .47 and .93. A cosine by itself
 *  cannot tell them apart: the same question in two languages has .72 to .80 (quartiles), others about the paragraph in two
 *  languages .62 to .68, and in one language .71 to .82. */
const SAME_FROM = 0.78;
const NEARER_BY = 0.03;

/** When two questions of one language ask the same: at least this near, and the same in words. The model holds "How long is
 *  the pier?" and "How old is the pier?" (.91) for as alike as two ways to ask for its length. Of 53 pairs, paraphrases have
 *  .83 to .98 and others with a word in common .84 to .96; those that agree in words have at least .92. */
const PARAPHRASE_FROM = 0.9;

/** Other requests wait at most this long. */
const TURN_MS = 5;

type Compared = {
  index: number;
  language: Language;
  numbers: string;
  terms: ReadonlySet<string>;
  vector: Float32Array;
};
/** The nearest question in a language, and the cosine of the second. */
type Nearest = { of: Compared; cosine: number; second: number };

/** Joins questions that ask the same, in one language and in several. Returns lists of their indexes, each question in one. */
export async function joinByMeaning(questions: readonly ReadQuestion[]): Promise<number[][]> {
  const groups = questions.map((_, index) => ({ indexes: [index], languages: new Set<Language>() }));
  const join = (index: number, other: number): void => {
    const [group, joined] = [groups[index], groups[other]];
    if (!group || !joined) return;
    group.indexes.push(...joined.indexes);
    for (const language of joined.languages) group.languages.add(language);
    for (const member of joined.indexes) groups[member] = group;
  };
  const read = questions.flatMap(({ question, vector }, index): Compared[] => {
    const language = detectLanguage(question);
    return vector === undefined || language === 'und'
      ? []
      : [{ index, language, numbers: numbersIn(question), terms: questionTerms(question), vector }];
  });
  const compared = await firstOfParaphrases(read, (first, { index }) => join(first.index, index));
  for (const { index, language } of compared) groups[index]?.languages.add(language);
  const pairs = await mutuallyNearest(compared);
  for (const { a, b } of pairs.sort((x, y) => y.cosine - x.cosine)) {
    const [group, other] = [groups[a.index], groups[b.index]];
    if (group && other && group.languages.isDisjointFrom(other.languages)) join(a.index, b.index);
  }
  return [...new Set(groups)].map(({ indexes }) => indexes);
}

/** The questions without those that ask in other words what an earlier one of their language asks. */
async function firstOfParaphrases(
  questions: readonly Compared[],
  found: (first: Compared, paraphrase: Compared) => void,
): Promise<Compared[]> {
  const firsts: Compared[] = [];
  let turnEndsAt = performance.now() + TURN_MS;
  for (const question of questions) {
    const first = firsts.find((other) => isParaphrase(other, question));
    if (first) found(first, question);
    else firsts.push(question);
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
  }
  return firsts;
}

const isParaphrase = (one: Compared, other: Compared): boolean =>
  one.language === other.language &&
  one.numbers === other.numbers &&
  dotProduct(one.vector, other.vector) >= PARAPHRASE_FROM &&
  agreeInWords(one.terms, other.terms);

async function mutuallyNearest(
  compared: readonly Compared[],
): Promise<{ a: Compared; b: Compared; cosine: number }[]> {
  const nearest = compared.map(() => new Map<Language, Nearest>());
  let turnEndsAt = performance.now() + TURN_MS;
  for (const [i, one] of compared.entries()) {
    for (let j = 0; j < i; j++) {
      const other = compared[j];
      if (!other || other.language === one.language) continue;
      const cosine = dotProduct(one.vector, other.vector);
      offer(nearest[i], other, cosine);
      offer(nearest[j], one, cosine);
    }
    if (performance.now() > turnEndsAt) {
      await new Promise(setImmediate);
      turnEndsAt = performance.now() + TURN_MS;
    }
  }
  const placeOf = new Map(compared.map((one, place) => [one, place]));
  return compared.flatMap((a, place) =>
    [...(nearest[place]?.values() ?? [])].flatMap(({ of: b, cosine, second }) => {
      const placeOfB = placeOf.get(b) ?? 0;
      const back = nearest[placeOfB]?.get(a.language);
      const isSame =
        placeOfB < place &&
        back?.of === a &&
        cosine >= SAME_FROM &&
        cosine - Math.max(second, back.second) >= NEARER_BY &&
        a.numbers === b.numbers;
      return isSame ? { a, b, cosine } : [];
    }),
  );
}

function offer(nearest: Map<Language, Nearest> | undefined, of: Compared, cosine: number): void {
  const known = nearest?.get(of.language);
  if (!known) nearest?.set(of.language, { of, cosine, second: -1 });
  else if (cosine > known.cosine) nearest?.set(of.language, { of, cosine, second: known.cosine });
  else known.second = Math.max(known.second, cosine);
}

/** Numbers and codes mean the same in every language, and the model hardly sees them. */
const numbersIn = (question: string): string => (question.match(/\d+/g) ?? []).sort().join(' ');
