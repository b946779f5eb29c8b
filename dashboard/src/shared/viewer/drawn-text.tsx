import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef } from 'react';
import { Failure, Loading } from '#shared/components/page.tsx';
import type { Source } from '#shared/sources/source.ts';
import { contentQuery } from '#shared/sources/source-queries.ts';
import { viewer as words } from '#shared/strings/viewer.ts';
import { DrawnPartView } from './drawn-part.tsx';
import { NotShown } from './not-shown.tsx';
import type { Marks } from './passage-text.tsx';
import { codeParts, type DrawnPart } from './read-drawn.ts';
import { useScrollToPassage } from './use-scroll-to-passage.ts';
import type { ViewProps } from './view-props.ts';
import { drawnQuery, TooLongError } from './view-queries.ts';
import type { PagesOf } from './where-is.ts';

type Props = ViewProps & { source: Source };

/** A document drawn from its extracted text: headings, lists, tables and code as such. */
export function DrawnText({ source, pagesOf, ...view }: Props & { pagesOf: PagesOf }) {
  const drawn = useQuery(drawnQuery(source));
  if (drawn.isPending) return <Loading lines={12} />;
  if (drawn.error instanceof TooLongError)
    return <NotShown source={source} title={words.tooLong} about={words.tooLongAbout} />;
  if (drawn.error) return <Failure error={drawn.error} retry={() => void drawn.refetch()} />;
  return <Parts parts={drawn.data} pagesOf={pagesOf} {...view} />;
}

/** A file of program code, letter by letter. */
export function CodeText({ source, ...view }: Props) {
  const content = useQuery(contentQuery(source.id));
  const parts = useMemo(() => codeParts(content.data?.text ?? ''), [content.data]);
  if (content.isPending) return <Loading lines={12} />;
  if (content.error) return <Failure error={content.error} retry={() => void content.refetch()} />;
  return <Parts parts={parts} pagesOf="page" {...view} />;
}

/** Pixels above the first part and under the last. */
const PADDING = 16;
const LINE_HEIGHT = 24;
const CHARACTERS_OF_A_LINE = 80;

function Parts({
  parts,
  pagesOf,
  passage,
  page,
  isLit,
  light,
}: ViewProps & { parts: readonly DrawnPart[]; pagesOf: PagesOf }) {
  const groups = useMemo(() => groupsOf(parts, pagesOf), [parts, pagesOf]);
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (groups[index] ?? []).reduce((sum, part) => sum + heightOf(part), 0),
    overscan: 4,
    paddingStart: PADDING,
    paddingEnd: PADDING,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each passage, not whenever the page is drawn.
  useEffect(() => {
    const index = passage
      ? groups.findLastIndex(([first]) => first !== undefined && first.start <= passage.start)
      : groups.findIndex((group) => group.some((part) => part.page === page));
    if (index >= 0 && (passage || page !== undefined))
      virtualizer.scrollToIndex(index, { align: passage ? 'center' : 'start' });
  }, [passage?.start, passage?.end, page, groups]);
  useScrollToPassage(scroller, passage && `${passage.start}-${passage.end}`, '[data-passage]');
  const marks: Marks = { passage, isLit, light };
  return (
    <section
      ref={scroller}
      aria-label={words.original}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      className="h-full overflow-auto text-[0.9375rem] leading-relaxed focus-visible:-outline-offset-2"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 px-4 sm:px-6"
            style={{ transform: `translateY(${start}px)` }}
          >
            <Group parts={groups[index] ?? []} pagesOf={pagesOf} marks={marks} />
          </div>
        ))}
      </div>
    </section>
  );
}

/** What is drawn as one: a slide, or else each part by itself. */
function groupsOf(parts: readonly DrawnPart[], pagesOf: PagesOf): DrawnPart[][] {
  if (pagesOf !== 'slide') return parts.map((part) => [part]);
  const groups: DrawnPart[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (!last || part.page !== undefined) groups.push([part]);
    else last.push(part);
  }
  return groups;
}

const heightOf = (part: DrawnPart): number => {
  if (part.kind === 'rows') return part.rows.length * 33 + (part.head ? 33 : 0);
  const lines = part.text
    .split('\n')
    .reduce((sum, line) => sum + Math.ceil(line.length / CHARACTERS_OF_A_LINE), 0);
  return (
    Math.max(1, lines) * LINE_HEIGHT + (part.kind === 'heading' ? 20 : 8) + (part.page === undefined ? 0 : 36)
  );
};

function Group({ parts, pagesOf, marks }: { parts: readonly DrawnPart[]; pagesOf: PagesOf; marks: Marks }) {
  const number = parts[0]?.page;
  const content = parts.map((part) => <DrawnPartView key={part.start} part={part} marks={marks} />);
  if (pagesOf === 'slide')
    return (
      <article
        aria-label={number === undefined ? undefined : words.slide(number)}
        className="mx-auto mb-4 grid aspect-video max-w-3xl content-start gap-1 rounded-panel border border-line bg-panel p-6 shadow-panel"
      >
        {number !== undefined && <p className="text-end text-small text-quiet">{words.slide(number)}</p>}
        {content}
      </article>
    );
  return (
    <>
      {number !== undefined && (
        <p className="flex max-w-[72ch] items-center gap-3 py-2 text-small text-quiet after:h-px after:flex-1 after:bg-line">
          {words[pagesOf](number)}
        </p>
      )}
      {content}
    </>
  );
}
