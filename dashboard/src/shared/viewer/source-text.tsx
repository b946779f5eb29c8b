import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { FilterSelect } from '#shared/components/filter-select.tsx';
import { Empty, Failure, Loading } from '#shared/components/page.tsx';
import type { Source, SourceContent } from '#shared/sources/source.ts';
import { contentQuery } from '#shared/sources/source-queries.ts';
import { sources as words } from '#shared/strings/sources.ts';
import { FindField } from './find-field.tsx';
import { type Marks, PassageText } from './passage-text.tsx';
import { blockAt, type TextBlock, toBlocks } from './text-blocks.ts';
import { useFind } from './use-find.ts';
import { useScrollToPassage } from './use-scroll-to-passage.ts';

type Passage = Pick<Marks, 'passage' | 'isLit' | 'light'>;

/** The extracted text, with one passage highlighted. Fills the height it is given. */
export function SourceText({
  source,
  clearMark,
  ...passage
}: Passage & {
  source: Source;
  /** Absent: the mark stays. */
  clearMark?: () => void;
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
  return <Reader content={content.data} clearMark={clearMark} {...passage} />;
}

/** Line height in pixels and characters per line, to estimate the height of blocks not yet rendered. */
const LINE_HEIGHT = 24;
const LETTERS_OF_A_LINE = 80;
/** Pixels above the first line and under the last. */
const PADDING = 8;

function Reader({
  content,
  passage,
  isLit,
  light,
  clearMark,
}: Passage & { content: SourceContent; clearMark: (() => void) | undefined }) {
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
  const { sought, current, field } = useFind(text);
  const place = current ?? passage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place, not whenever the page is drawn.
  useEffect(() => {
    if (place) show(place.start);
  }, [place?.start, place?.end, blocks]);
  useScrollToPassage(
    scroller,
    place && `${place.start}-${place.end}`,
    current ? '[data-found]' : '[data-passage]',
  );
  const marks: Marks = { passage, found: current, isLit, light };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-2 py-1">
        <FindField {...field} />
        <GoTo content={content} show={(offset) => show(offset, 'start')} />
        {sought === '' && (
          <span className="ms-auto text-small text-quiet">{words.reader.characters(text.length)}</span>
        )}
      </div>
      {passage && clearMark && (
        <p className="flex flex-wrap items-center gap-x-3 bg-mark/60 px-4 py-1" role="status">
          {words.reader.marked}
          <button type="button" className="min-h-8 underline" onClick={() => show(passage.start)}>
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
        className="min-h-0 flex-1 overflow-y-auto text-[0.9375rem] leading-relaxed focus-visible:-outline-offset-2"
      >
        <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const block = blocks[index];
            return (
              block && (
                <div
                  key={index}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className="absolute inset-x-0 top-0 px-4 sm:px-6"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <Block text={text} block={block} marks={marks} />
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

const HEADINGS = ['h3', 'h4', 'h5', 'h6'] as const;

function Block({ text, block, marks }: { text: string; block: TextBlock; marks: Marks }) {
  const { start, end } = block;
  // Without the trailing line break.
  const last = text[end - 1] === '\n' ? end - 1 : end;
  const content = <PassageText text={text.slice(start, last)} start={start} marks={marks} />;
  const Heading = block.level === undefined ? undefined : (HEADINGS[block.level - 1] ?? 'h6');
  return (
    <>
      {block.page !== undefined && (
        <p className="flex max-w-[72ch] items-center gap-3 py-2 text-small text-quiet after:h-px after:flex-1 after:bg-line">
          {words.reader.page(block.page)}
        </p>
      )}
      {Heading ? (
        <Heading
          dir="auto"
          className={`max-w-[72ch] pt-4 pb-1 font-semibold break-words ${Heading === 'h3' || Heading === 'h4' ? 'text-heading' : ''}`}
        >
          {content}
        </Heading>
      ) : (
        <p dir="auto" className="max-w-[72ch] py-1 break-words whitespace-pre-wrap">
          {content}
        </p>
      )}
    </>
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
      : content.pages.map(({ page, start }) => ({ value: String(start), label: words.reader.page(page) }));
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
