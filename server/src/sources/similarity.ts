import type { Language } from '#text/language.ts';

export type SimilarKind = 'duplicate' | 'translation' | 'related';

/** The languages of two sources, as detected; `und` when unsure. */
export type Languages = readonly [Language, Language];

/** Similarities at which the kinds begin. Measured on 44 pages of four manuals with 75 edited copies (docs-qa-dev), and on
 *  XQuAD: 960 parallel paragraphs in 12 languages, and 240 halves of articles in 5. Medians, and the share of each kind:
 *
 *      deep model                              median        duplicate         translation   related
 *      copy; 2% of words changed; 10%          1; .99; .92   100%; 100%; 80%   0             the rest
 *      every eighth paragraph left out         .93           93%               0             7%
 *      other page of a manual; of another      .43; .25      0                 0             76%; 3%
 *      other half of an article; of another    .39; .05      0                 0             63%; .2%
 *      translation of a paragraph              .48           0                 75%           12%
 *      paragraph in another language, of the
 *      same article; of another                .20; 0        0                 .8%; 0        2.5%; 0
 *
 *  The bundled instant model, in English: 10% of words changed .95, other pages of a manual .33, of another .07. */
const RELATED_FROM = 0.36;
const TRANSLATION_FROM = 0.41;
const DUPLICATE_FROM = 0.9;

/** The cosines of texts on different subjects in multilingual-e5-small, in one language and in two: medians of XQuAD. */
const APART_DEEP: Partial<Record<Language, number>> = { zh: 0.84, ja: 0.84 };
const APART_DEEP_OTHERS = 0.78;
const APART_DEEP_ACROSS = 0.73;

/** The same in the bundled instant model, which finds texts the more alike the less it knows of their language. It takes
 *  texts in two languages for different subjects, so the floor of English is theirs too. */
const APART_INSTANT: Partial<Record<Language, number>> = {
  en: 0.1,
  und: 0.1,
  zh: 0.43,
  ja: 0.43,
  ko: 0.43,
  th: 0.47,
  vi: 0.65,
  ru: 0.7,
  uk: 0.7,
  bg: 0.7,
  hi: 0.82,
  el: 0.95,
};
const APART_INSTANT_OTHERS = 0.6;

/** The similarity of two sources from the mean cosine of their chunks in the deep model, 0 to 1. */
export function deepSimilarity(cosine: number, languages: Languages): number {
  const inOne = APART_DEEP[languages[0]] ?? APART_DEEP_OTHERS;
  return shareAbove(cosine, areDifferent(languages) ? APART_DEEP_ACROSS : inOne);
}

/** The same in the bundled instant model. */
export function instantSimilarity(cosine: number, languages: Languages): number {
  const language = areDifferent(languages) ? 'en' : languages[0];
  return shareAbove(cosine, APART_INSTANT[language] ?? APART_INSTANT_OTHERS);
}

/** What two sources of this similarity are to each other; undefined if hardly anything. Only the deep model recognises
 *  translations. */
export function kindOf(
  similarity: number,
  languages: Languages,
  by: 'deep' | 'instant',
): SimilarKind | undefined {
  if (similarity >= DUPLICATE_FROM) return 'duplicate';
  if (by === 'deep' && areDifferent(languages) && similarity >= TRANSLATION_FROM) return 'translation';
  return similarity >= RELATED_FROM ? 'related' : undefined;
}

const areDifferent = ([one, other]: Languages): boolean => one !== other && one !== 'und' && other !== 'und';

const shareAbove = (cosine: number, apart: number): number =>
  Math.min(1, Math.max(0, (cosine - apart) / (1 - apart)));
