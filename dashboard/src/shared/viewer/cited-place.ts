import { queryOptions, useQuery } from '@tanstack/react-query';
import { isGone } from '#shared/api/request.ts';
import type { Span } from '#shared/components/marked-text.tsx';
import type { Source } from '#shared/sources/source.ts';
import { contentQuery, sourceQuery } from '#shared/sources/source-queries.ts';
import { findLetters, saysTheSame } from './find-letters.ts';
import { partQuery } from './view-queries.ts';

/** A place of a source as it was when a reply, a result or a suggestion named it. */
export type CitedPlace = {
  sourceId: string;
  sourceName: string;
  /** Of its footnote. */
  number?: number | undefined;
  /** Into the text of that time; absent where only its words are known. */
  span?: Span | undefined;
  /** Its words, or the beginning of them; absent in old replies. */
  snippet?: string | undefined;
  page?: number | undefined;
  heading?: string | undefined;
};

/** The places of a reply or a list, and which of them is shown. */
export type ShownPlaces = { places: readonly CitedPlace[]; index: number };

/** Where the words of a place are now. `same`: where they were. `moved`: elsewhere in a text that has changed. `lost`: not in the
 *  text any more. `gone`: the source was deleted. `unread`: the source has no text now. */
export type PlaceNow = {
  state: 'same' | 'moved' | 'lost' | 'gone' | 'unread';
  source?: Source;
  span?: Span;
};

/** Characters before and after a place that the card and the check read. */
const AROUND = 400;

const aroundOf = ({ start, end }: Span): Span => ({ start: Math.max(0, start - AROUND), end: end + AROUND });

/** The text around a place, and where it begins. */
export const aroundQuery = (source: Source, span: Span) => partQuery(source, aroundOf(span));

/** Finds a place in the present text of its source; `error` if that can't be read. */
export function usePlaceNow(place: CitedPlace): { now?: PlaceNow; error?: Error; retry: () => void } {
  const { span, snippet } = place;
  const source = useQuery(sourceQuery(place.sourceId));
  const isRead = source.data?.indexed_at !== undefined;
  const around = useQuery({
    ...aroundQuery(source.data ?? NO_SOURCE, span ?? NOWHERE),
    enabled: isRead && span !== undefined && snippet !== undefined,
  });
  const isSame =
    span !== undefined &&
    (snippet === undefined ||
      (around.data && saysTheSame(textAt(around.data.text, aroundOf(span), span), snippet)));
  const mustSearch = isRead && snippet !== undefined && isSame === false;
  const whole = useQuery({ ...contentQuery(place.sourceId), enabled: mustSearch });
  const found = useQuery({
    ...queryOptions({
      queryKey: ['sources', 'found', place.sourceId, source.data?.indexed_at, snippet],
      queryFn: () => findLetters(whole.data?.text ?? '', snippet ?? '') ?? null,
    }),
    enabled: mustSearch && whole.data !== undefined,
    gcTime: 60_000,
  });
  const retry = (): void => {
    for (const query of [source, around, whole]) if (query.error) void query.refetch();
  };
  if (isGone(source.error)) return { now: { state: 'gone' }, retry };
  const error = (!source.data && source.error) || around.error || whole.error;
  if (error) return { error, retry };
  if (!source.data) return { retry };
  const known = { source: source.data };
  if (!isRead) return { now: { state: 'unread', ...known }, retry };
  if (isSame && span) return { now: { state: 'same', span, ...known }, retry };
  if (snippet === undefined) return { now: { state: 'same', ...known }, retry };
  if (!mustSearch || found.data === undefined) return { retry };
  // Words without a place are where they are.
  const state = span === undefined ? 'same' : 'moved';
  return { now: found.data ? { state, span: found.data, ...known } : { state: 'lost', ...known }, retry };
}

const NOWHERE: Span = { start: 0, end: 1 };
/** In the key of a query that waits for its source. */
export const NO_SOURCE = { id: '' } as Source;

const textAt = (part: string, { start }: Span, span: Span): string =>
  part.slice(span.start - start, span.end - start);
