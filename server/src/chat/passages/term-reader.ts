import { RecentMap } from '#lib/recent-map.ts';
import { distinctTerms } from '#text/analyze.ts';
import type { Language } from '#text/language.ts';

/** Sentences whose terms are kept, twice as many at most: 500 bytes each. */
const KEPT_SENTENCES = 4_000;
const longestKept = 1_000;
const kept = new RecentMap<{ language: Language; terms: readonly string[] }>(KEPT_SENTENCES);

/** The distinct terms of texts in one language. Each text is analysed once, because a model's reply is compared with the
 *  same sentences that were ranked, and other questions find the same passages. Uses arrays, because a stream keeps about
 *  150 of them and maps take five times the memory. */
export class TermReader {
  readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  termsOf(text: string): readonly string[] {
    const known = kept.get(text);
    if (known?.language === this.language) return known.terms;
    const terms = distinctTerms(text, this.language);
    if (text.length <= longestKept) kept.set(text, { language: this.language, terms });
    return terms;
  }
}
