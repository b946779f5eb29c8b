import { namesIn, numbersIn } from '#chat/passages/names-and-numbers.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import { analyzeQuery, type QueryTerm } from '#text/analyze-query.ts';
import { detectLanguage, type Language } from '#text/language.ts';

/** A question prepared for comparison with sentences. */
export type AnalyzedQuestion = {
  text: string;
  terms: QueryTerm[];
  /** Each two adjacent words, as `plainWords` writes them. */
  pairs: string[];
  /** Empty if the question is in another language than the passages, which may spell names differently. */
  names: string[];
  numbers: string[];
  asksFor: 'number' | 'name' | undefined;
};

/** Analyses a question for an answer from passages in this language. */
export function readQuestion(text: string, language: Language): AnalyzedQuestion {
  const words = plainWords(text).split(' ').slice(0, MOST_WORDS);
  return {
    text,
    terms: analyzeQuery(text, [language]),
    pairs: words.slice(1).map((word, index) => `${words[index]} ${word}`),
    names: isForeign(text, language) ? [] : firstOf(namesIn(text, language)),
    numbers: firstOf(numbersIn(text)),
    asksFor: numberWords.test(text) ? 'number' : nameWords.test(text) ? 'name' : undefined,
  };
}

const firstOf = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_WORDS);

function isForeign(text: string, language: Language): boolean {
  const own = detectLanguage(text);
  return own !== 'und' && own !== language;
}

/** As many words as analyzeQuery accepts terms: a pasted page is not a question. */
const MOST_WORDS = 64;

/** Whether the sentence contains what the question asks for: a number or name that is not in the question itself.
 *  Undefined if it asks for neither. */
export function holdsAnswer({ asksFor, text }: AnalyzedQuestion, sentence: string): boolean | undefined {
  if (!asksFor) return undefined;
  const found = sentence.match(asksFor === 'number' ? numbers : names) ?? [];
  return found.some((word) => !text.includes(word));
}

const numbers = /\p{N}+(?:[.,:/]\p{N}+)*/gu;
/** Capitalised words, except the first of the sentence. */
const names = /(?<=[\p{L}\p{N},;:)]\s["'“(]?)\p{Lu}[\p{L}\p{M}]+/gu;

const numberWords = new RegExp(
  [
    String.raw`(?<!\p{L})(?:`,
    'how (?:many|much|long|old|far|tall|high|large|big|deep|fast|often)|when|(?:what|which) (?:percent\\w*|year|date|day|century|decade)|',
    'wie ?viele?|wie (?:lange|alt|hoch|weit|groß|oft)|wann|welche[ms]? (?:jahr|tag|datum)|',
    'combien|quand|quelle (?:année|date)|cuánt[oa]s?|cuándo|qué (?:año|fecha|día)|',
    'quant[oaie]|quando|(?:che|quale) (?:anno|data|giorno)|quant[oa]s|que (?:ano|data|dia)|',
    'hoeveel|hoe (?:lang|oud|hoog|ver|groot|vaak)|wanneer|welk jaar|сколько|когда|каком году',
    String.raw`)(?!\p{L})|多少|几[个人年天次]|何时|什么时候|哪一?年|いつ|何[年月日人個回]|いくつ|いくら|언제|얼마|몇`,
  ].join(''),
  'iu',
);

const nameWords =
  /(?<!\p{L})(?:who|whom|whose|where|wer|wen|wem|wessen|wo|woher|wohin|qui|où|quién(?:es)?|dónde|chi|dove|quem|onde|waar|кто|кого|где|куда)(?!\p{L})/iu;
