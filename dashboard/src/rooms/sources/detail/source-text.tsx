import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { IconButton } from '#shared/components/button.tsx';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { MarkedText, type Span } from '#shared/components/marked-text.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import type { Source, SourceContent } from '#shared/sources/source.ts';
import { contentQuery } from '#shared/sources/source-queries.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { findInText } from './find-in-text.ts';
import { blockAt, type TextBlock, toBlocks } from './text-blocks.ts';

const words = rooms.sources;

/** The extracted text, with one span highlighted. */
export function SourceText({
  source,
  marked,
  clearMark,
}: {
  source: Source;
  marked: Span | undefined;
  clearMark: () => void;
}) {
  const content = useQuery(contentQuery(source.id));
  if (content.isPending) return <Loading lines={12} />;
  if (content.error) return <Failure error={content.error} retry={() => void content.refetch()} />;
  if (content.data.text === '')
    return (
      <Empty
        title={words.reader.empty}
        about={source.status === 'failed' ? words.reader.emptyFailed : words.reader.emptyAbout}
      />
    );
  return <Reader content={content.data} marked={marked} clearMark={clearMark} />;
}

/** Line height in pixels and characters per line, to estimate the height of blocks not yet rendered. */
const LINE_HEIGHT = 22;
const LETTERS_OF_A_LINE = 90;
/** Pixels above the first line and under the last. */
const PADDING = 8;

function Reader({
  content,
  marked,
  clearMark,
}: {
  content: SourceContent;
  marked: Span | undefined;
  clearMark: () => void;
}) {
  const { text } = content;
  const blocks = useMemo(() => toBlocks(content), [content]);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(blocks[index]),
    overscan: 6,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  const show = (offset: number, align: 'start' | 'center' = 'center'): void =>
    virtualizer.scrollToIndex(blockAt(blocks, offset), { align });

  const [wanted, setWanted] = useState('');
  const [foundIndex, setFoundIndex] = useState(0);
  const sought = useDeferredValue(wanted.trim());
  const found = useMemo(() => findInText(text, sought), [text, sought]);
  const current = found[foundIndex];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place, not whenever the page is drawn.
  useEffect(() => {
    const place = current ?? marked;
    if (!place) return;
    show(place.start);
    // On small screens the text starts below the fold.
    scroller.current?.scrollIntoView({ block: 'nearest' });
  }, [current, marked?.start, marked?.end, blocks]);

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Find
          value={wanted}
          change={(value) => {
            setWanted(value);
            setFoundIndex(0);
          }}
          index={foundIndex}
          count={found.length}
          go={(step) => found.length > 0 && setFoundIndex((foundIndex + step + found.length) % found.length)}
        />
        <GoTo content={content} show={(offset) => show(offset, 'start')} />
        {sought === '' && (
          <span className="ms-auto text-small text-quiet">
            {words.reader.characters({ count: text.length })}
          </span>
        )}
      </div>
      {marked && (
        <p className="flex flex-wrap items-center gap-x-3 rounded-control bg-mark/60 px-3 py-1" role="status">
          {words.reader.marked}
          <button type="button" className="min-h-8 underline" onClick={() => show(marked.start)}>
            {words.reader.backToMark}
          </button>
          <button type="button" className="min-h-8 underline" onClick={clearMark}>
            {words.reader.clearMark}
          </button>
        </p>
      )}
      <section
        ref={scroller}
        aria-label={words.reader.label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        className="max-h-[70dvh] overflow-y-auto rounded-panel border border-line bg-panel"
      >
        <div className="relative mx-auto max-w-prose" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const block = blocks[index];
            return (
              block && (
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0 px-4"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Block
                    text={text}
                    block={block}
                    spans={[...(marked ? [marked] : []), ...(current ? [current] : [])]}
                  />
                </div>
              )
            );
          })}
        </div>
      </section>
    </div>
  );
}

const heightOf = (block: TextBlock | undefined): number => {
  if (!block) return LINE_HEIGHT;
  const lines = Math.ceil((block.end - block.start) / LETTERS_OF_A_LINE);
  return lines * LINE_HEIGHT + 8 + (block.level ? 16 : 0) + (block.page ? 36 : 0);
};

/** The toolbar above the text. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

function Block({ text, block, spans }: { text: string; block: TextBlock; spans: readonly Span[] }) {
  const { start, end } = block;
  // Without the trailing line break.
  const last = text[end - 1] === '\n' ? end - 1 : end;
  const content = <MarkedText text={text} spans={spans} start={start} end={last} />;
  const Heading = block.level === undefined ? undefined : (HEADINGS[block.level - 1] ?? 'h6');
  return (
    <>
      {block.page !== undefined && (
        <p className="flex items-center gap-3 py-2 text-small text-quiet after:h-px after:flex-1 after:bg-line">
          {words.reader.page({ page: block.page })}
        </p>
      )}
      {Heading ? (
        <Heading
          dir="auto"
          className={`pt-4 pb-1 font-semibold break-words ${Heading === 'h3' || Heading === 'h4' ? 'text-title' : ''}`}
        >
          {content}
        </Heading>
      ) : (
        <p dir="auto" className="py-1 break-words whitespace-pre-wrap">
          {content}
        </p>
      )}
    </>
  );
}

function Find({
  value,
  change,
  index,
  count,
  go,
}: {
  value: string;
  change: (value: string) => void;
  index: number;
  count: number;
  go: (step: 1 | -1) => void;
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <div className="flex items-center gap-1">
      <label className="relative">
        <span className="sr-only">{words.reader.find}</span>
        <Search aria-hidden className="absolute top-2.5 start-2.5 size-4 text-quiet" />
        <input
          type="search"
          value={value}
          placeholder={words.reader.find}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-9 w-52 rounded-control border border-strong-line/70 bg-panel pe-2 ps-8 placeholder:text-quiet"
        />
      </label>
      {value.trim() !== '' && (
        <>
          <IconButton icon={ChevronUp} label={words.reader.previous} onClick={() => go(-1)} />
          <IconButton icon={ChevronDown} label={words.reader.next} onClick={() => go(1)} />
          <span className="text-small text-quiet" aria-live="polite">
            {count === 0 ? words.reader.notFound : words.reader.found({ index: index + 1, count })}
          </span>
        </>
      )}
    </div>
  );
}

/** The most entries in the list of headings. */
const MOST_PLACES = 500;

/** The headings of the text, or its pages if it has none. */
function GoTo({ content, show }: { content: SourceContent; show: (offset: number) => void }) {
  const places =
    content.headings.length > 0
      ? content.headings.map(({ start, level, text }) => ({
          value: String(start),
          label: `${'\u2003'.repeat(Math.min(level, 4) - 1)}${text}`,
        }))
      : content.pages.map(({ page, start }) => ({
          value: String(start),
          label: words.reader.page({ page }),
        }));
  if (places.length < 2) return null;
  return (
    <FilterSelect
      label={words.reader.goTo}
      value={undefined}
      options={[{ value: '', label: words.reader.goTo }, ...places.slice(0, MOST_PLACES)]}
      choose={(value) => show(Number(value ?? 0))}
    />
  );
}
