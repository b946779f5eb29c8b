import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { LIMITS } from '#server/isomorphic/limits.ts';
import type { SearchResult as ResultSchema } from '#server/search/schema.ts';
import type { KnowledgeBase } from '#shared/api/knowledge-base-queries.ts';
import { request, withQuery } from '#shared/api/request.ts';
import { CitationDesk } from '#shared/chat/citation-desk.tsx';
import { PlaceLink } from '#shared/chat/place-link.tsx';
import { Button, buttonLook } from '#shared/components/button.tsx';
import { MarkedText } from '#shared/components/marked-text.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import { rooms } from '#shared/strings/rooms.ts';
import type { CitedPlace } from '#shared/viewer/cited-place.ts';

const { playground } = rooms;
const words = rooms.knowledgeBases.search;

const RESULTS = 10;

type SearchResult = z.infer<typeof ResultSchema>;
type Hit = SearchResult['results'][number];

const searchIn = (baseId: string, q: string) =>
  queryOptions({
    queryKey: ['search', 'base', baseId, q],
    queryFn: ({ signal }) =>
      request<SearchResult>(
        'GET',
        withQuery('/v1/query', {
          query: q,
          limit: RESULTS,
          knowledge_base_ids: baseId,
          include: ['matches'],
        }),
        undefined,
        signal,
      ),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });

/** The search of the playground, in one knowledge base. */
export function BaseSearch({
  base,
  q,
  change,
}: {
  base: KnowledgeBase;
  q: string;
  change: (q: string) => void;
}) {
  const [typed, setTyped] = useState(q);
  const { data, isLoading, error, refetch, isPlaceholderData } = useQuery(searchIn(base.id, q));
  const places = useMemo(() => (data?.results ?? []).map(placeOf), [data]);
  return (
    <div className="grid gap-4">
      <form
        className="flex flex-wrap gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          change(typed.trim());
        }}
      >
        <input
          type="search"
          aria-label={words.label}
          placeholder={words.label}
          value={typed}
          maxLength={LIMITS.queryCharacters}
          onChange={(event) => setTyped(event.target.value)}
          className="min-h-9 min-w-48 flex-1 rounded-control border border-field bg-panel px-2.5 placeholder:text-quiet"
        />
        <Button type="submit" look="primary" disabled={typed.trim() === ''}>
          {playground.search}
        </Button>
        <Link
          to="/playground"
          search={{ base: base.id, ...(typed.trim() !== '' && { q: typed.trim() }) }}
          className={buttonLook()}
        >
          {words.playground}
        </Link>
      </form>
      {isLoading && <Loading lines={6} />}
      {error && !data && <Failure error={error} retry={() => void refetch()} />}
      {(q === '' || data?.results.length === 0) && (
        <div className="rounded-panel border border-line bg-panel shadow-panel">
          <Empty
            icon={Search}
            title={q === '' ? words.start : words.none}
            about={q === '' ? words.startAbout : words.noneAbout}
          />
        </div>
      )}
      {q !== '' && data && data.results.length > 0 && (
        <CitationDesk>
          <ol
            aria-label={words.results}
            className={`rounded-panel border border-line bg-panel shadow-panel ${isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {data.results.map((hit, index) => (
              <li key={hit.id} className="grid gap-1 border-b border-line px-4 py-3 last:border-b-0">
                <PlaceLink
                  places={places}
                  index={index}
                  dir="auto"
                  className="justify-self-start font-medium text-accent-ink [overflow-wrap:anywhere] hover:underline"
                >
                  {hit.source_name}
                </PlaceLink>
                {(hit.heading || hit.page !== undefined) && (
                  <p dir="auto" className="text-small break-words text-quiet">
                    {[hit.heading, hit.page === undefined ? undefined : playground.page({ page: hit.page })]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                )}
                <p dir="auto" className="line-clamp-4 max-w-[80ch] break-words whitespace-pre-line">
                  <MarkedText text={hit.text} spans={hit.matches ?? []} />
                </p>
              </li>
            ))}
          </ol>
        </CitationDesk>
      )}
    </div>
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
