import { splitWords } from '#chat/passages/split-words.ts';
import { functionWordTest } from '#text/function-words.ts';
import { detectLanguage } from '#text/language.ts';
import { splitSentences } from '#text/sentences.ts';
import { standaloneQuestion } from './standalone-question.ts';

/** More parts than this are searched as one question. */
const MOST_PARTS = 3;
/** `How and when is it open?` asks one thing in two ways. */
const FEWEST_WORDS = 3;
/** A longer message is a text to read rather than some questions. */
const LONGEST = 1_000;

/** The questions of a message that asks several, each understandable without the others: `What does the tour cost, and when
 *  does it begin?` None if it asks one thing. */
export function partsOfQuestion(message: string): string[] {
  if (message.length > LONGEST) return [];
  const parts = splitSentences(message)
    .map(({ start, end }) => message.slice(start, end))
    .flatMap((sentence) => (asks.test(sentence) ? splitAtConjunction(sentence) : [sentence]));
  const questions = parts.filter((part) => asks.test(part));
  if (questions.length < 2 || questions.length > MOST_PARTS || !questions.every(saysSomething)) return [];
  // A question may lean on any sentence before it.
  return questions.map((question) => {
    const before = parts.slice(0, parts.indexOf(question));
    return standaloneQuestion(
      question,
      before.map((text) => ({ role: 'user', text, sources: '[]' })),
    );
  });
}

const asks = /[?？؟]["'\p{Pf}\p{Pe}]*$/u;
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

function saysSomething(question: string): boolean {
  const words = splitWords(question);
  // Texts without spaces are one word a clause.
  if (wide.test(question)) return words.join('').length >= 2 * FEWEST_WORDS;
  const isFunctionWord = functionWordTest(question, detectLanguage(question), []);
  return words.length >= FEWEST_WORDS && words.some((word) => !isFunctionWord(word));
}

/** By language: the word for `and`, and the words that begin a question. */
const CONJUNCTIONS = [
  ['and', 'what|when|where|who|whom|whose|why|how|which'],
  ['und', 'was|wann|wo|wohin|woher|wer|wen|wem|wessen|warum|wieso|weshalb|wie|wie viele?|welche[mnrs]?'],
  ['et', 'quand|combien|où|qui|comment|pourquoi|que|quoi|quel(?:le)?s?|à qui|est-ce'],
  ['[ye]', 'cuándo|cuánt[oa]s?|dónde|adónde|quién(?:es)?|cómo|por qué|cuál(?:es)?|qué'],
  [
    'ed?',
    'quando|quant[oaie]|dove|chi|come|perché|qual[ei]?|cosa|che cosa|quem|onde|como|por que|quais|qual|o que',
  ],
  ['en', 'wat|wanneer|waar|wie|waarom|hoe|hoeveel|welke?'],
  ['[ia]|oraz', 'co|kiedy|gdzie|kto|dlaczego|jak|ile|jak[ai]e?|któr[aey]'],
  ['и|а', 'что|когда|где|куда|кто|почему|зачем|как|сколько|как(?:ой|ая|ое|ие)'],
] as const;
const conjunction = new RegExp(
  CONJUNCTIONS.map(([and, words]) => `,? (?:${and}) (?=(?:${words})(?![\\p{L}\\p{N}]))`).join('|'),
  'giu',
);

/** The questions of one sentence, which `and` joins. */
function splitAtConjunction(sentence: string): string[] {
  const parts = sentence
    .replace(/\s+/g, ' ')
    .split(conjunction)
    .map((part) => part.trim());
  if (!parts.every(saysSomething)) return [sentence];
  return parts.map((part) => (asks.test(part) ? part : `${part}?`));
}
