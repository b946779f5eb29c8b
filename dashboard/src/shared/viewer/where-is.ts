import { useQuery } from '@tanstack/react-query';
import type { Source } from '#shared/sources/source.ts';
import { citations as words } from '#shared/strings/citations.ts';
import { type CitedPlace, NO_SOURCE, type PlaceNow } from './cited-place.ts';
import { placesQuery } from './view-queries.ts';

/** What the pages of a format are called. */
export type PagesOf = 'page' | 'slide' | 'chapter';

const PRESENTATIONS = /powerpoint|presentation/;

export const pagesOf = ({ mime_type = '' }: Pick<Source, 'mime_type'>): PagesOf =>
  PRESENTATIONS.test(mime_type) ? 'slide' : mime_type === 'application/epub+zip' ? 'chapter' : 'page';

/** The page, slide or cells of a place, and the headings above it. The page that a reply names is that of the whole chunk. */
export function useWhere(place: CitedPlace, now: PlaceNow | undefined): string | undefined {
  const { source, span } = now ?? {};
  const places = useQuery({
    ...placesQuery(source ?? NO_SOURCE, span),
    enabled: source !== undefined && span !== undefined,
  });
  // Without a span the query is that of all pages.
  const known = span && places.data;
  const [cells] = known?.cells ?? [];
  const page = known?.pages[0]?.page ?? place.page;
  const at = cells
    ? words.cells(cells.sheet, cells.range)
    : page === undefined
      ? undefined
      : words[pagesOf(source ?? {})](page);
  return [at, place.heading].filter((part) => part !== undefined).join(' · ') || undefined;
}
