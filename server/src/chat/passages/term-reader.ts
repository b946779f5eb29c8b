import { analyzePassage } from '#text/analyze.ts';
import type { Language } from '#text/language.ts';

/** The distinct terms of texts in one language. Each text is analysed once, because a model's reply is compared with the
 *  same sentences that were ranked. Uses arrays, because a stream keeps about 150 of them and maps take five times the
 *  memory. */
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
