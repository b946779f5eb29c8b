import { analyzePassage } from '#text/analyze.ts';
import type { Language } from '#text/language.ts';

/** How often each term of the label counts as standing in the chunk. With the titles of abstracts as names, 2 is 0.004 to
 *  0.009 of keyword nDCG@10 better than 1; where an article's title is the name of each of its paragraphs, up to 0.001.
 *  3 gains there no more. */
const TERM_COUNT = 2;

/** What a chunk is known by beside its text: the name of its source, and the headings it stands under. */
export const labelOf = (name: string, heading: string | undefined): string =>
  heading === undefined ? name : `${name}\n${heading}`;

/** Makes the function that adds a label's terms to the term counts of a chunk. Its length in words stays that of the
 *  text: a long name makes no chunk less relevant. */
export function createLabeler(language: Language): (terms: Map<string, number>, label: string) => void {
  // Neighbours mostly stand under the same headings.
  let newest: { label: string; terms: string[] } = { label: '', terms: [] };
  return (terms, label) => {
    if (label !== newest.label) newest = { label, terms: [...analyzePassage(label, language).terms.keys()] };
    for (const term of newest.terms) terms.set(term, (terms.get(term) ?? 0) + TERM_COUNT);
  };
}
