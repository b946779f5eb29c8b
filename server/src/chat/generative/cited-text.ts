import { cite, referenceTo } from '#chat/passages/cite.ts';
import type { Sentence } from '#chat/passages/read-sentences.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';

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
    // A bracket at the end of one sentence and one at the start of the next would form a link.
    const gap = separator === '' && /^[\p{P}\p{S}]/u.test(text) ? ' ' : separator;
    const piece = this.text === '' ? text : gap + text;
    const replyEnd = this.text.length + piece.length;
    for (const sentence of support) {
      this.citations.push(
        cite(sentence, this.citations.length + 1, { start: replyEnd - text.length, end: replyEnd }),
      );
      const { sourceId } = sentence.passage;
      if (!this.#sources.has(sourceId)) this.#sources.set(sourceId, referenceTo(sentence));
    }
    this.text += piece;
    return piece;
  }
}
