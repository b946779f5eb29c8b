import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SourcePlaces as PlacesSchema } from '#server/sources/places-schema.ts';
import { errorOf, request, withQuery } from '#shared/api/request.ts';
import type { Span } from '#shared/components/marked-text.tsx';
import type { Source, SourceContent } from '#shared/sources/source.ts';
import { SOURCES } from '#shared/sources/source-queries.ts';
import { type DrawnPart, readDrawn } from './read-drawn.ts';

export type SourcePlaces = z.infer<typeof PlacesSchema>;
export type PageOfSource = SourcePlaces['pages'][number];
export type Box = PageOfSource['boxes'][number];

/** What a source is read by: another indexing brings another text. */
type Indexed = Pick<Source, 'id' | 'indexed_at'>;

/** Kept while the view is open: an indexing changes the key. */
const OF_AN_INDEXING = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 };

/** The longest passage that the service finds. */
const MOST_CHARACTERS = 20_000;

/** Where a passage is in the original; without one, all pages with their sizes. */
export const placesQuery = ({ id, indexed_at }: Indexed, passage?: Span) =>
  queryOptions({
    queryKey: ['sources', 'places', id, indexed_at, passage?.start, passage?.end],
    queryFn: ({ signal }) =>
      request<SourcePlaces>(
        'GET',
        withQuery(`${SOURCES}/${id}/places`, {
          start: passage?.start,
          end: passage && Math.min(passage.end, passage.start + MOST_CHARACTERS),
        }),
        undefined,
        signal,
      ),
    ...OF_AN_INDEXING,
  });

/** A part of the extracted text. Offsets in it are still those of the whole text. */
export const partQuery = ({ id, indexed_at }: Indexed, { start, end }: Span) =>
  queryOptions({
    queryKey: ['sources', 'part', id, indexed_at, start, end],
    queryFn: ({ signal }) =>
      request<SourceContent>(
        'GET',
        withQuery(`${SOURCES}/${id}/content`, { offset: start, limit: Math.max(1, end - start) }),
        undefined,
        signal,
      ),
    ...OF_AN_INDEXING,
  });

/** A browser takes a second to read this much HTML. */
const LONGEST_HTML = 24_000_000;

/** The text is too long to be drawn. */
export class TooLongError extends Error {}

/** The text with its headings, lists, tables and code. */
export const drawnQuery = ({ id, indexed_at }: Indexed) =>
  queryOptions({
    queryKey: ['sources', 'drawn', id, indexed_at],
    queryFn: async ({ signal }): Promise<DrawnPart[]> => {
      const response = await fetch(`${SOURCES}/${id}/render`, { signal });
      if (!response.ok) throw await errorOf(response);
      return readDrawn(await readText(response));
    },
    ...OF_AN_INDEXING,
    structuralSharing: false,
    retry: (count, error) => !(error instanceof TooLongError) && count < 2,
  });

async function readText({ body }: Response): Promise<string> {
  let text = '';
  const reader = body?.pipeThrough(new TextDecoderStream() as never).getReader() as
    | ReadableStreamDefaultReader<string>
    | undefined;
  for (;;) {
    const next = await reader?.read();
    if (!next || next.done) return text;
    text += next.value;
    if (text.length <= LONGEST_HTML) continue;
    await reader?.cancel();
    throw new TooLongError();
  }
}
