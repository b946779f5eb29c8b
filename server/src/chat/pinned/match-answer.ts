import { namesIn, numbersIn, saysName } from '#chat/passages/names-and-numbers.ts';
import { plainWords } from '#chat/passages/split-words.ts';
import { dotProduct } from '#lib/dot-product.ts';
import type { AnswerId } from '#lib/ids.ts';
import { analyzeQuery, FUNCTION_WORD_WEIGHT } from '#text/analyze-query.ts';
import { functionWordTest } from '#text/function-words.ts';
import { detectLanguage, type Language } from '#text/language.ts';

/** A wording of a question, read once. */
export type Wording = {
  answerId: AnswerId;
  text: string;
  language: Language;
  /** Its words without function words, stemmed, in their order. */
  words: string;
  /** Its function words in their order, without those that change no question: `from … to`, `not`, `before`. */
  particles: string;
  numbers: string;
  names: readonly string[];
};

/** When two questions ask the same, measured with multilingual-e5-small. In one language a cosine cannot tell: "How do I
 *  migrate from uv to pip?" and "… from pip to uv?" have .999, "When is the museum open?" and "Where …" .971, and two good
 *  wordings of one question .965 to .990. So the words must be the same too, in their order: "before" and "after", "under" and
 *  "over" or a "not" have .983 to .998. Only fillers may differ. In two languages translations have .80 to .90, and "Can I pay with a card?" has .842 with "ohne Karte" and
 *  .883 with "mit Karte". Both thresholds miss good wordings rather than say the answer to another question: a person adds
 *  those as variants. */
const SAME_IN_ONE_LANGUAGE = 0.98;
const SAME_IN_TWO_LANGUAGES = 0.87;
/** How much nearer than any wording of another answer. */
const NEARER_BY = 0.03;

/** Words that two wordings of one question may differ in. Languages without some miss a few wordings. */
const FILLERS = new Set(
  [
    'a an the do does did can could may might shall should will would i you we one my your our please is are am',
    'der die das den dem des ein eine einen einem einer kann können könnte man ich du sie wir mein meine meinen dein ihr bitte ist sind',
    'le la les l un une des je tu vous on nous mon ma mes votre peut peux puis est sont',
    'el los las una unos yo mi mis su se puedo puede es son',
    'o os as um uma eu meu minha posso pode é são il lo gli i uno io mio mia posso può',
  ]
    .join(' ')
    .split(' '),
);

export function readWording(answerId: AnswerId, text: string): Wording {
  const language = detectLanguage(text);
  const isFunctionWord = functionWordTest(text, language, [language]);
  const telling = analyzeQuery(text, []).filter(({ weight }) => weight > FUNCTION_WORD_WEIGHT);
  return {
    answerId,
    text,
    language,
    words: telling.map(({ term }) => term).join(' '),
    particles: plainWords(text)
      .split(' ')
      .filter((word) => isFunctionWord(word) && !FILLERS.has(word))
      .join(' '),
    numbers: numbersIn(text).sort().join(' '),
    names: namesIn(text, language),
  };
}

/** The answer of the wording that asks the same as a question; undefined if it is not certain.
 *  vectors: of the question and of the wordings, where they are known. */
export function matchAnswer(
  question: Wording,
  wordings: readonly Wording[],
  vectors: { question: Float32Array; of(wording: Wording): Float32Array | undefined },
): AnswerId | undefined {
  const compared = wordings.flatMap((wording) => {
    const vector = vectors.of(wording);
    return vector ? [{ wording, cosine: dotProduct(vectors.question, vector) }] : [];
  });
  const [best] = compared
    .filter(({ wording, cosine }) => asksTheSame(question, wording, cosine))
    .sort((a, b) => b.cosine - a.cosine);
  if (!best) return undefined;
  const { answerId } = best.wording;
  const isRivalled = compared.some(
    ({ wording, cosine }) => wording.answerId !== answerId && best.cosine - cosine < NEARER_BY,
  );
  return isRivalled ? undefined : answerId;
}

function asksTheSame(question: Wording, wording: Wording, cosine: number): boolean {
  if (question.numbers !== wording.numbers) return false;
  if (!saysAll(question.text, wording.names) || !saysAll(wording.text, question.names)) return false;
  if (question.language === wording.language || question.words === wording.words)
    return (
      cosine >= SAME_IN_ONE_LANGUAGE &&
      question.words === wording.words &&
      question.particles === wording.particles
    );
  return question.language !== 'und' && wording.language !== 'und' && cosine >= SAME_IN_TWO_LANGUAGES;
}

const saysAll = (text: string, names: readonly string[]): boolean =>
  names.every((name) => saysName(text, name));
