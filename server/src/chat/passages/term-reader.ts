import { analyzePassage } from '#text/analyze.ts';
import type { Language } from '#text/language.ts';

/** The distinct terms of texts in one language, each text analysed once: the sentences that are weighed as an answer are also
 *  what the reply of a model is compared with. Arrays, because a stream keeps some 150 of them until its end: as maps they
 *  take five times the memory. */
export class TermReader {
  readonly language: Language;
  readonly #known = new Map<string, readonly string[]>();

  constructor(language: Language) {
    this.language = language;
  }

  termsOf(text: string): readonly string[] {
    const terms = this.#known.get(text) ?? [...analyzePassage(text, this.language).terms.keys()];
    this.#known.set(text, terms);
    return terms;
  }
}
