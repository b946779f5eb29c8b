import { type Cited, cite, referenceTo } from '#chat/passages/cite.ts';
import type { Sentence } from '#chat/passages/read-sentences.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import { blocksOf } from '#text/blocks.ts';

/** A reply that grows sentence by sentence, with its citations. */
export class CitedText {
  text = '';
  readonly citations: Citation[] = [];
  readonly #sources = new Map<string, SourceReference>();

  /** In the order of their first citation. */
  get sources(): SourceReference[] {
    return [...this.#sources.values()];
  }

  /** Returns what was added to the text. */
  add(text: string, separator: string, support: readonly Sentence[]): string {
    const piece = this.text === '' ? text : gapBefore(text, separator) + text;
    const replyEnd = this.text.length + piece.length;
    const said = { start: replyEnd - text.length, end: replyEnd };
    for (const place of placesOf(support)) {
      this.citations.push(cite(place, this.citations, said));
      const { sourceId } = place.passage;
      if (!this.#sources.has(sourceId)) this.#sources.set(sourceId, referenceTo(place));
    }
    this.text += piece;
    return piece;
  }
}

/** The separator of a sentence, or a space where there is none: a bracket at the end of one sentence and one at the start of
 *  the next would form a link. */
export const gapBefore = (text: string, separator: string): string =>
  separator === '' && /^[\p{P}\p{S}]/u.test(text) ? ' ' : separator;

/** What is cited for sentences: each itself, or the whole block of code around it. */
function placesOf(support: readonly Sentence[]): Cited[] {
  const places: Cited[] = [];
  for (const sentence of support) {
    const place = codeAround(sentence) ?? sentence;
    const isKnown = places.some(
      ({ passage, start }) => passage.sourceId === place.passage.sourceId && start === place.start,
    );
    if (!isKnown) places.push(place);
  }
  return places;
}

function codeAround({ passage, start, end }: Sentence): Cited | undefined {
  const code = blocksOf(passage.text).find(
    (block) =>
      block.kind === 'code' && passage.start + block.start <= start && end <= passage.start + block.end,
  );
  return (
    code && {
      passage,
      start: passage.start + code.start,
      end: passage.start + code.end,
      text: passage.text.slice(code.start, code.end),
    }
  );
}
