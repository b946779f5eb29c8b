import type { Citation, Reply, SourceReference } from './reply.ts';

/** `number`: the position of the source in the list under the reply, from 1. */
export type Footnote = { number: number; source: SourceReference; citation: Citation };

/** The footnotes of a reply, by their position in its text. */
export const footnotesByEnd = ({
  sources,
  citations,
}: Pick<Reply, 'sources' | 'citations'>): Map<number, Footnote[]> =>
  new Map(
    [...Map.groupBy(citations, ({ reply_end }) => reply_end)].map(([end, cited]) => [
      end,
      footnotesOf(cited, sources),
    ]),
  );

/** One per source: the first of its spans. */
function footnotesOf(citations: readonly Citation[], sources: readonly SourceReference[]): Footnote[] {
  return sources.flatMap((source, index) => {
    const citation = citations.find(({ source_id }) => source_id === source.id);
    return citation ? [{ number: index + 1, source, citation }] : [];
  });
}
