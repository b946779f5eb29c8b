import type { Citation, Reply, SourceReference } from './types.ts';

/** Words of a reply, and the footnotes that stand behind them. */
export type CitedPiece = { text: string; footnotes: Footnote[] };

/** `number`: the place of the source in the list under the reply, from 1. */
export type Footnote = { number: number; source: SourceReference; citation: Citation };

/** Cuts a reply behind everything that it cites. */
export function cutAtCitations({ text, sources, citations }: Reply): CitedPiece[] {
  const byEnd = Map.groupBy(citations, ({ reply_end }) => reply_end);
  const pieces: CitedPiece[] = [];
  let from = 0;
  for (const [end, cited] of [...byEnd].sort(([one], [other]) => one - other)) {
    pieces.push({ text: text.slice(from, end), footnotes: footnotesOf(cited, sources) });
    from = end;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), footnotes: [] });
  return pieces;
}

/** One for each source: of several spans the first. */
function footnotesOf(citations: readonly Citation[], sources: readonly SourceReference[]): Footnote[] {
  return sources.flatMap((source, index) => {
    const citation = citations.find(({ source_id }) => source_id === source.id);
    return citation ? [{ number: index + 1, source, citation }] : [];
  });
}
