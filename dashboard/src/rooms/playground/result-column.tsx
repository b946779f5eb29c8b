import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Failure, Loading } from '#shared/components/page.tsx';
import { playground as words } from '#shared/strings/playground.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';
import { HitCard } from './hit-card.tsx';
import type { Mode, PlaygroundSearch } from './playground-search.ts';
import { type Hit, searchQuery } from './search-queries.ts';

/** The results of one mode. */
export function ResultColumn({
  mode,
  search,
  min,
  onlySource,
}: {
  mode: Mode;
  search: PlaygroundSearch;
  /** Results with lower scores are hidden. */
  min: number;
  onlySource: (sourceId: string) => void;
}) {
  const { data, isPending, error, refetch, isPlaceholderData } = useQuery(searchQuery(mode, search));
  // With min_score, the service returns the beginning of the same list: results are ordered by the score it compares,
  // and each depends only on those before it. So the slider filters here, without a request.
  const hits = data?.results.filter(({ score }) => score >= min) ?? [];
  const places = useMemo(() => (data?.results ?? []).map(placeOf), [data]);
  const cut = (data?.results.length ?? 0) - hits.length;
  return (
    <section
      aria-label={words.results(words.modes[mode])}
      className="min-w-0 rounded-panel border border-line bg-panel shadow-panel"
    >
      <header className="grid gap-0.5 border-b border-line px-4 py-3">
        <div className="flex items-baseline justify-between gap-2">
          <h2 className="text-title font-semibold">{words.modes[mode]}</h2>
          <span role="status" className="text-small text-quiet">
            {data && words.count(hits.length, data.results.length)}
          </span>
        </div>
        <p className="text-small text-quiet">{words.modesAbout[mode]}</p>
      </header>
      {data?.degraded && <p className="px-4 pt-3 text-small text-warning">{words.degraded}</p>}
      {isPending && (
        <div className="p-4">
          <Loading />
        </div>
      )}
      {error && !data && (
        <div className="p-4">
          <Failure error={error} retry={() => void refetch()} />
        </div>
      )}
      {data?.results.length === 0 && <p className="p-4 text-quiet">{words.none}</p>}
      {hits.length > 0 && (
        <ol className={isPlaceholderData ? 'opacity-60' : ''}>
          {hits.map((hit, index) => (
            <HitCard
              key={hit.id}
              hit={hit}
              places={places}
              index={index}
              mode={mode}
              onlyThis={search.sources?.length === 1 ? undefined : () => onlySource(hit.source_id)}
            />
          ))}
        </ol>
      )}
      {cut > 0 && (
        <p className="border-t border-line px-4 py-3 text-small text-quiet first:border-t-0">
          {words.cut(cut)}
        </p>
      )}
    </section>
  );
}

const placeOf = ({ source_id, source_name, start, end, text, page, heading }: Hit): CitedPlace => ({
  sourceId: source_id,
  sourceName: source_name,
  span: { start, end },
  snippet: text,
  page,
  heading,
});
