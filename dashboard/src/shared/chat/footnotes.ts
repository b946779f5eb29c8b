import type { Citation, Reply, SourceReference } from './types.ts';

/** `number`: the place of the source in the list under the reply, from 1. */
export type Footnote = { number: number; source: SourceReference; citation: Citation };

/** What a reply cites, by where it has said it. */
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

/** One for each source: of several spans the first. */
function footnotesOf(citations: readonly Citation[], sources: readonly SourceReference[]): Footnote[] {
  return sources.flatMap((source, index) => {
    const citation = citations.find(({ source_id }) => source_id === source.id);
    return citation ? [{ number: index + 1, source, citation }] : [];
  });
}
