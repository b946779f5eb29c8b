import type { Citation } from '#storage/citation.ts';
import type { Sentence } from './read-sentences.ts';

const SNIPPET_CHARACTERS = 300;

/** A citation of a sentence. place: where the reply says it. */
export const cite = (
  { passage, start, end }: Pick<Sentence, 'passage' | 'start' | 'end'>,
  place: { start: number; end: number },
): Citation => ({
  source_id: passage.sourceId,
  chunk_id: passage.chunkId,
  start,
  end,
  ...(passage.page !== undefined && { page: passage.page }),
  reply_start: place.start,
  reply_end: place.end,
});

/** A sentence as the list of sources shows it: a long one is cut after a whole word. */
export function snippetOf(sentence: string): string {
  if (sentence.length <= SNIPPET_CHARACTERS) return sentence;
  const start = sentence.slice(0, SNIPPET_CHARACTERS - 1).toWellFormed();
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > SNIPPET_CHARACTERS / 2 ? start.slice(0, lastSpace) : start).replace(/(?<![\s\p{P}\ufffd])[\s\p{P}\ufffd]+$/u, '')}…`;
}
