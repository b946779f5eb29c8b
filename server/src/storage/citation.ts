import { mergeSpans } from '#text/merge-spans.ts';

/** The source of a part of a reply. `start`/`end` are offsets into the source's extracted text,
 *  `reply_start`/`reply_end` into the reply. All count UTF-16 code units. */
export type Citation = {
  /** Among the places that the reply cites, from 1: the same wherever it cites the same place. Absent in older replies. */
  number?: number | undefined;
  source_id: string;
  chunk_id: string;
  start: number;
  end: number;
  page?: number | undefined;
  /** The headings above the cited passage, joined by ` › `. */
  heading?: string | undefined;
  /** Of the web page, at the cited words. */
  url?: string | undefined;
  file_name?: string | undefined;
  /** See Source (records/source.ts). */
  external_id?: string | undefined;
  /** See records/link-to-place.ts. Absent in older replies. */
  link?: string | undefined;
  /** The cited passage. */
  snippet?: string | undefined;
  reply_start: number;
  reply_end: number;
};

/** A source that a reply uses. `page` and `link` are those of the snippet. */
export type SourceReference = { id: string; name: string; snippet: string } & Pick<
  Citation,
  'url' | 'file_name' | 'page' | 'external_id' | 'link'
>;

export type CitedReply = { text: string; sources: SourceReference[]; citations: Citation[] };

const REMOVED = '[removed]';

/** Removes what a reply took from one source: each span that cites it becomes `[removed]`, and the other citations move
 *  with the text. For transcripts that cite a deleted source. */
export function redactReply(reply: CitedReply, sourceId: string): CitedReply {
  const gone = mergeSpans(
    reply.citations
      .filter((citation) => citation.source_id === sourceId)
      .map(({ reply_start: start, reply_end: end }) => ({ start, end })),
  );
  let text = '';
  let copiedTo = 0;
  for (const { start, end } of gone) {
    text += reply.text.slice(copiedTo, start) + REMOVED;
    copiedTo = end;
  }
  text += reply.text.slice(copiedTo);

  const moved = (offset: number): number =>
    gone
      .filter((span) => span.end <= offset)
      .reduce((at, span) => at - (span.end - span.start) + REMOVED.length, offset);
  const overlapsGone = ({ reply_start, reply_end }: Citation): boolean =>
    gone.some((span) => reply_start < span.end && span.start < reply_end);
  return {
    text,
    sources: reply.sources.filter((source) => source.id !== sourceId),
    citations: reply.citations
      .filter((citation) => citation.source_id !== sourceId && !overlapsGone(citation))
      .map((citation) => ({
        ...citation,
        reply_start: moved(citation.reply_start),
        reply_end: moved(citation.reply_end),
      })),
  };
}
