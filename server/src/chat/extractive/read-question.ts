import { namesIn, numbersIn } from '#chat/passages/names-and-numbers.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import { analyzeQuery, type QueryTerm } from '#text/analyze-query.ts';
import { detectLanguageOfQuery, type Language } from '#text/language.ts';

/** A question prepared for comparison with sentences. */
export type AnalyzedQuestion = {
  text: string;
  terms: QueryTerm[];
  /** Each two adjacent words, as `plainWords` writes them. */
  pairs: string[];
  /** Empty if the question is in another language than the passages, which may spell names differently. */
  names: string[];
  numbers: string[];
  asksFor: 'number' | 'name' | 'reason' | undefined;
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
    asksFor: whatIsAskedFor(text),
  };
}

function whatIsAskedFor(text: string): AnalyzedQuestion['asksFor'] {
  if (reasonWords.test(text)) return 'reason';
  return numberWords.test(text) ? 'number' : nameWords.test(text) ? 'name' : undefined;
}

const firstOf = (words: readonly string[]): string[] => [...new Set(words)].slice(0, MOST_WORDS);

function isForeign(text: string, language: Language): boolean {
  const own = detectLanguageOfQuery(text);
  return own !== 'und' && own !== language;
}

/** As many words as analyzeQuery accepts terms: a pasted page is not a question. */
const MOST_WORDS = 64;

/** Whether the sentence contains what the question asks for: a number or name that is not in the question itself, or a word
 *  that gives a reason. Undefined if it asks for none of them. */
export function holdsAnswer({ asksFor, text }: AnalyzedQuestion, sentence: string): boolean | undefined {
  if (!asksFor) return undefined;
  if (asksFor === 'reason') return reasons.test(sentence);
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
    'maximum|minimum|number|size|limit|version|rate|port|timeout|default value|maximal\\w*|minimal\\w*|höchstens|mindestens|anzahl|größe|',
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

const reasonWords =
  /(?<!\p{L})(?:why|how come|what for|warum|wieso|weshalb|wozu|pourquoi|por qué|perché|por que|porquê|waarom|почему|зачем)(?!\p{L})|为什么|為什麼|为何|なぜ|どうして|왜/iu;

/** Words that give a cause or a purpose. */
const reasons = new RegExp(
  [
    String.raw`(?<!\p{L})(?:`,
    'because|since|due to|so that|in order to|reasons?|therefore|otherwise|prevents?|avoids?|ensures?|allows?|intent|purpose|as a result|',
    'weil|da|damit|denn|deshalb|daher|sonst|grund|gründe|um zu|verhindert|vermeiden|',
    'parce que|car|puisque|afin|pour que|raison|porque|debido|para que|razón|perché|poiché|affinché|motivo|pois|razão|',
    'omdat|want|zodat|reden|потому|так как|чтобы|из-за|причин\\p{L}*',
    String.raw`)(?!\p{L})|因为|因為|由于|由於|以便|为了|為了|から|ため|때문|위해`,
  ].join(''),
  'iu',
);
