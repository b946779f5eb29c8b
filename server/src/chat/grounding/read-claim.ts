import type { TermWeight } from '#chat/passages/match-term.ts';
import { namesIn, numbersIn } from '#chat/passages/names-and-numbers.ts';
import { splitWords } from '#chat/passages/split-words.ts';
import { analyzeQuery, FUNCTION_WORD_WEIGHT } from '#text/analyze-query.ts';
import { functionWordTest } from '#text/function-words.ts';
import { detectLanguage, type Language } from '#text/language.ts';

/** A sentence prepared for comparison with the sources. */
export type Claim = {
  /** Its content words, with weights that add up to 1; empty if it says nothing of its own, like `Yes.` */
  terms: TermWeight[];
  numbers: string[];
  names: string[];
  isNegative: boolean;
  isYesOrNo: boolean;
};

/** language: of the passages to compare with. */
export function readClaim(sentence: string, language: Language): Claim {
  const text = sentence.replace(listSign, '');
  const isFunctionWord = functionWordTest(text, detectLanguage(text), [language]);
  const words = splitWords(text);
  const saysSomething = words.some((word) => !isFunctionWord(word) && !yesOrNo.test(word));
  const content = saysSomething
    ? analyzeQuery(text, [language]).filter(({ weight }) => weight > FUNCTION_WORD_WEIGHT)
    : [];
  const total = content.reduce((sum, { weight }) => sum + weight, 0);
  return {
    terms: content.map(({ term, weight }) => ({ term, weight: weight / total })),
    numbers: numbersIn(text),
    names: namesIn(text, language).filter((name) => !isFunctionWord(name)),
    isNegative: isNegative(text),
    isYesOrNo: !saysSomething && words.some((word) => yesOrNo.test(word)),
  };
}

const listSign = /^\s*(?:[-*+•–>]|\d{1,3}[.)])\s+/;
const yesOrNo =
  /^(?:yes|no|ja|nein|oui|non|sí|sì|sim|não|nee|tak|nie|да|нет|是的?|不是|はい|いいえ|네|아니요)$/iu;

/** Whether a text contains a negation. */
export const isNegative = (text: string): boolean => negation.test(text);

const negation =
  /(?<!\p{L})(?:not|no|never|cannot|without|neither|nor|none|nicht|kein\p{L}*|nie|niemals|ohne|pas|jamais|sans|aucune?|nunca|sin|ningun\p{L}*|non|mai|senza|nessun\p{L}*|não|sem|nenhum\p{L}*|niet|geen|nooit|zonder|не|нет|без|никогда|bez)(?!\p{L})|n['’]t(?!\p{L})|(?<!\p{L})n['’]\p{L}|不|没|沒|未|無|ない|ません|없|않/iu;
