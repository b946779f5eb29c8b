import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import type { Source, SourceChunk } from '#shared/sources/source.ts';
import { chunksQuery } from '#shared/sources/source-queries.ts';
import { sources as words } from '#shared/strings/sources.ts';

/** Estimated height of a chunk in pixels. */
const USUAL_HEIGHT = 180;
const ASK_BEFORE = 20;

/** The chunks of a source, which are searched and cited. */
export function SourceChunks({ source }: { source: Source }) {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(chunksQuery(source.id));
  const chunks = data?.pages.flatMap(({ items }) => items) ?? [];
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => USUAL_HEIGHT,
    overscan: 4,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= chunks.length - ASK_BEFORE;
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isNearEnd, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (isPending) return <Loading lines={12} />;
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (chunks.length === 0) return <Empty title={words.chunks.empty} about={words.chunks.emptyAbout} />;
  return (
    <section
      ref={scroller}
      aria-label={words.chunks.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      className="max-h-[70dvh] overflow-y-auto rounded-panel border border-line bg-panel shadow-panel"
    >
      <ol className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, start }) => {
          const chunk = chunks[index];
          return (
            chunk && (
              <li
                key={chunk.id}
                ref={virtualizer.measureElement}
                data-index={index}
                className="absolute inset-x-0 top-0 border-b border-line px-4 py-3"
                style={{ transform: `translateY(${start}px)` }}
              >
                <Chunk chunk={chunk} sourceId={source.id} />
              </li>
            )
          );
        })}
      </ol>
    </section>
  );
}

const Chunk = ({ chunk, sourceId }: { chunk: SourceChunk; sourceId: string }) => {
  const { position, page, heading, start, end, text } = chunk;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-small text-quiet">
        <span className="font-medium text-ink">{words.chunks.number(position)}</span>
        {page !== undefined && <span>{words.chunks.page(page)}</span>}
        {heading && (
          <span dir="auto" className="min-w-0 truncate">
            {heading}
          </span>
        )}
        <span>{words.chunks.characters(end - start)}</span>
        <Link
          to="/sources/$id"
          params={{ id: sourceId }}
          search={{ view: 'text', start, end }}
          className="ms-auto inline-flex min-h-8 items-center text-accent-ink underline"
        >
          {words.chunks.show}
        </Link>
      </div>
      <p dir="auto" className="mt-1 max-w-[72ch] text-prose break-words whitespace-pre-wrap">
        {text}
      </p>
    </>
  );
};
