import { linkToSpan, linkToWords } from '#records/link-to-place.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import type { Passage } from './passage.ts';

const SNIPPET_CHARACTERS = 300;

/** A place in a source. text: as the list of sources shows it. */
export type Cited = { passage: Passage; start: number; end: number; text: string };

/** The number of a place in a reply with these citations: that which it has already, or the next one. */
export function numberOf(
  place: Pick<Citation, 'source_id' | 'start' | 'end'>,
  before: readonly Citation[],
): number {
  const known = before.find(
    ({ source_id, start, end }) =>
      source_id === place.source_id && start === place.start && end === place.end,
  );
  return known?.number ?? 1 + before.reduce((most, { number = 0 }) => Math.max(most, number), 0);
}

/** A citation. before: the citations of the reply so far. place: where the reply says it. */
export const cite = (
  { passage, start, end, text }: Cited,
  before: readonly Citation[],
  place: { start: number; end: number },
): Citation => ({
  number: numberOf({ source_id: passage.sourceId, start, end }, before),
  source_id: passage.sourceId,
  chunk_id: passage.chunkId,
  start,
  end,
  ...pageOf(passage, start),
  ...(passage.heading !== undefined && { heading: passage.heading }),
  ...(passage.url !== undefined && { url: linkToWords(passage.url, text) }),
  ...(passage.fileName !== undefined && { file_name: passage.fileName }),
  ...(passage.externalId !== undefined && { external_id: passage.externalId }),
  link: linkTo({ passage, start, end, text }),
  snippet: snippetOf(text),
  reply_start: place.start,
  reply_end: place.end,
});

/** The entry of a source whose best cited place this is. */
export const referenceTo = (cited: Cited): SourceReference => ({
  id: cited.passage.sourceId,
  name: cited.passage.sourceName,
  snippet: snippetOf(cited.text),
  ...(cited.passage.url !== undefined && { url: cited.passage.url }),
  ...(cited.passage.fileName !== undefined && { file_name: cited.passage.fileName }),
  ...pageOf(cited.passage, cited.start),
  ...(cited.passage.externalId !== undefined && { external_id: cited.passage.externalId }),
  link: linkTo(cited),
});

/** The page of a place in a passage. start: in the text of the source. */
export function pageOf({ pages }: Passage, start: number): { page?: number } {
  const found = pages?.findLast((each) => each.start <= start) ?? pages?.[0];
  return found ? { page: found.page } : {};
}

const linkTo = ({ passage, start, end, text }: Cited): string =>
  passage.url === undefined ? linkToSpan(passage.sourceId, { start, end }) : linkToWords(passage.url, text);

/** A passage as the list of sources shows it: a long one is cut after a whole word. */
export function snippetOf(text: string): string {
  if (text.length <= SNIPPET_CHARACTERS) return text;
  const start = text.slice(0, SNIPPET_CHARACTERS - 1).toWellFormed();
  const lastSpace = start.lastIndexOf(' ');
  return `${(lastSpace > SNIPPET_CHARACTERS / 2 ? start.slice(0, lastSpace) : start).replace(/(?<![\s\p{P}\ufffd])[\s\p{P}\ufffd]+$/u, '')}…`;
}
