import { analyzePassage } from '#lib/analyze.ts';
import type { Language } from '#lib/language.ts';
import type { Embedder } from '#models/model.ts';

/** What a chunk is known by beside its text: the name of its source, and the headings it stands under. */
export type Label = { vector: Float32Array; terms: Iterable<string> };

/** The share of the label in a chunk's vector. On judged sets whose documents have titles, 0.2 raises semantic nDCG@10
 *  by 0.09 (cmrc2018) and 0.002 (squad2, squad-it); 0.5 costs up to 0.04. A chunk as its own query stays above 0.98. */
const VECTOR_SHARE = 0.2;
/** How often each term of the label counts as standing in the chunk: keyword nDCG@10 +0.002 to +0.004; 2 is no better. */
const TERM_COUNT = 1;

/** Makes the labels of a source's chunks; chunks under the same headings share one. */
export function createLabels(
  embedder: Embedder,
  { name, language }: { name: string; language: Language },
): (heading: string | undefined) => Promise<Label> {
  let newest: { heading: string | undefined; label: Label } | undefined;
  return async (heading) => {
    if (newest && newest.heading === heading) return newest.label;
    const text = heading === undefined ? name : `${name}\n${heading}`;
    const label = {
      vector: await embedder.embedPassages([text]),
      terms: [...analyzePassage(text, language).terms.keys()],
    };
    newest = { heading, label };
    return label;
  };
}

/** Adds a label to the vector (of length 1, and so afterwards) and to the term counts of a chunk. Their length in words
 *  stays that of the text: a long name makes no chunk less relevant. */
export function addLabel(vector: Float32Array, terms: Map<string, number>, label: Label): void {
  for (const term of label.terms) terms.set(term, (terms.get(term) ?? 0) + TERM_COUNT);
  let squares = 0;
  for (let d = 0; d < vector.length; d++) {
    const mixed = (vector[d] ?? 0) + VECTOR_SHARE * (label.vector[d] ?? 0);
    vector[d] = mixed;
    squares += mixed * mixed;
  }
  if (squares === 0) return;
  const scale = 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) vector[d] = (vector[d] ?? 0) * scale;
}
