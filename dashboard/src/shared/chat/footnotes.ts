import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import type { Citation, Reply, SourceReference } from './reply.ts';

type Sourced = Pick<Reply, 'sources' | 'citations'>;

/** The places that a reply rests on: those of its footnotes by number, then the sources that it doesn't cite at a place. */
export function placesOf({ sources, citations }: Sourced): CitedPlace[] {
  const cited = new Set(citations.map(({ source_id }) => source_id));
  const byNumber = new Map(
    citations.flatMap((citation) => {
      const source = sources.find(({ id }) => id === citation.source_id);
      return source ? [[citation.number, placeOf(source, citation)] as const] : [];
    }),
  );
  return [
    ...[...byNumber.values()].sort((one, other) => (one.number ?? 0) - (other.number ?? 0)),
    ...sources.filter(({ id }) => !cited.has(id)).map((source) => placeOf(source)),
  ];
}

const placeOf = (source: SourceReference, citation?: Citation): CitedPlace => ({
  sourceId: source.id,
  sourceName: source.name,
  number: citation?.number,
  span: citation && { start: citation.start, end: citation.end },
  snippet: citation ? citation.snippet : source.snippet,
  page: citation ? citation.page : source.page,
  heading: citation?.heading,
});

/** The numbers of the footnotes of a reply, by their position in its text. */
export const footnotesByEnd = ({ sources, citations }: Sourced): Map<number, number[]> => {
  const known = new Set(sources.map(({ id }) => id));
  const byEnd = new Map<number, number[]>();
  for (const { source_id, number, reply_end } of citations) {
    const numbers = byEnd.get(reply_end) ?? [];
    if (known.has(source_id) && !numbers.includes(number)) byEnd.set(reply_end, [...numbers, number]);
  }
  return byEnd;
};
