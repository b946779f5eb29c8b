import type { Citation, Reply, SourceReference } from './reply.ts';

/** A cited place of a source. */
export type Footnote = { number: number; source: SourceReference; citation: Citation };

/** The list under a reply: an entry for each cited place by number, then the sources that are not cited at a place. */
export function listedSources(
  reply: Pick<Reply, 'sources' | 'citations'>,
): (Footnote | { number: undefined; source: SourceReference; citation: undefined })[] {
  const cited = new Set(reply.citations.map(({ source_id }) => source_id));
  const others = reply.sources.filter(({ id }) => !cited.has(id));
  const byNumber = new Map(footnotesOf(reply).map((footnote) => [footnote.number, footnote]));
  return [
    ...byNumber.values(),
    ...others.map((source) => ({ number: undefined, source, citation: undefined })),
  ];
}

const footnotesOf = ({ sources, citations }: Pick<Reply, 'sources' | 'citations'>): Footnote[] =>
  citations.flatMap((citation) => {
    const source = sources.find(({ id }) => id === citation.source_id);
    return source ? [{ number: citation.number, source, citation }] : [];
  });

/** The footnotes of a reply, by their position in its text. */
export const footnotesByEnd = (reply: Pick<Reply, 'sources' | 'citations'>): Map<number, Footnote[]> =>
  Map.groupBy(footnotesOf(reply), ({ citation }) => citation.reply_end);
