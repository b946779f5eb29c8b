import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#shared/components/button.tsx';
import { Loading } from '#shared/components/page.tsx';
import type { Source } from '#shared/sources/source.ts';
import { contentQuery, SOURCES } from '#shared/sources/source-queries.ts';
import { viewer as words } from '#shared/strings/viewer.ts';
import { FindField } from './find-field.tsx';
import { NotShown } from './not-shown.tsx';
import { PageField } from './page-field.tsx';
import { openPdf, type Pdf } from './pdf-engine.ts';
import { PdfPage } from './pdf-page.tsx';
import { useFind } from './use-find.ts';
import { useWidth } from './use-width.ts';
import type { ViewProps } from './view-props.ts';
import { type PageOfSource, placesQuery, type SourcePlaces } from './view-queries.ts';
import { ZoomButtons, zoomOf } from './zoom.tsx';

type Props = ViewProps & { source: Source };
type Size = { width: number; height: number };

/** A4, until the size of a page is known. */
const USUAL: Size = { width: 595, height: 842 };
const GAP = 12;
const MARGIN = 16;
/** Of a page that fits the width: more makes letters larger than on paper. */
const LARGEST_FIT = 1.6;

/** A PDF as its pages, drawn only near what is seen. */
export function PdfView(props: Props) {
  const { source, passage, hasMarks } = props;
  const { pdf, error, retry } = usePdf(source);
  // Asked for while the file is loaded.
  const marked = useQuery({ ...placesQuery(source, passage), enabled: hasMarks && passage !== undefined });
  const all = useQuery({ ...placesQuery(source), enabled: source.indexed_at !== undefined });
  if (error) return <Unreadable source={source} error={error} retry={retry} />;
  if (!pdf || all.isLoading) return <Loading lines={12} />;
  return (
    <Pages
      key={source.id}
      pdf={pdf}
      known={all.data?.pages ?? []}
      marked={passage && marked.data}
      {...props}
    />
  );
}

function usePdf({ id, content_sha256 }: Source) {
  const [state, setState] = useState<{ pdf?: Pdf; error?: Error }>({});
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other bytes and another attempt open it again.
  useEffect(() => {
    let isOver = false;
    setState({});
    const { pdf, close } = openPdf(`${SOURCES}/${id}/file`);
    pdf.then(
      (opened) => !isOver && setState({ pdf: opened }),
      (error: Error) => !isOver && setState({ error }),
    );
    return () => {
      isOver = true;
      close();
    };
  }, [id, content_sha256, attempt]);
  return { ...state, retry: () => setAttempt(attempt + 1) };
}

function Unreadable({ source, error, retry }: { source: Source; error: Error; retry: () => void }) {
  if (error.name === 'PasswordException') return <NotShown source={source} title={words.locked} />;
  if (error.name === 'InvalidPDFException') return <NotShown source={source} title={words.damaged} />;
  if ((error as { status?: number }).status === 404)
    return <NotShown source={source} title={words.noFile} about={words.noFileAbout} hasFile={false} />;
  return (
    <NotShown source={source} title={words.notLoaded}>
      <Button onClick={retry}>{words.tryAgain}</Button>
    </NotShown>
  );
}

function Pages({
  pdf,
  known,
  source,
  passage,
  page,
  isLit,
  light,
  hasMarks,
  marked,
}: Props & { pdf: Pdf; known: readonly PageOfSource[]; marked: SourcePlaces | undefined }) {
  const { sizes, sized } = useSizes(pdf, known);
  const [zoom, setZoom] = useState(1);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const width = useWidth(scroller);
  const scale = scaleOf(sizes, width) * zoom;
  const virtualizer = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller,
    estimateSize: (index) => heightOf(sizes, index, scale),
    overscan: 1,
    paddingStart: GAP,
  });
  useKeptPlace(scroller, scale, () => virtualizer.measure());

  const [isFinding, setFinding] = useState(false);
  const content = useQuery({ ...contentQuery(source.id), enabled: isFinding });
  const find = useFind(isFinding ? (content.data?.text ?? '') : '');
  const places = useQuery({ ...placesQuery(source, find.current), enabled: find.current !== undefined });
  // Without a match the query is that of all pages.
  const found = find.current && places.data;

  const show = (index: number, y: number): void =>
    scroller?.scrollTo({ top: (y > 0 ? GAP : 0) + offsetOf(sizes, index, scale) + y * scale });
  const showPlace = (places: SourcePlaces | undefined): boolean => {
    const first = places?.pages.find(({ boxes }) => boxes.length > 0) ?? places?.pages[0];
    const box = first?.boxes[0];
    if (first) show(first.page - 1, Math.max(0, (box?.y ?? 0) - (scroller?.clientHeight ?? 0) / 3 / scale));
    return first !== undefined;
  };
  useOnce(scale > 0, `page ${page} ${passage?.start}`, () => page !== undefined && show(page - 1, 0));
  useOnce(scale > 0 && marked !== undefined, `${passage?.start}-${passage?.end}`, () => showPlace(marked));
  useOnce(scale > 0 && found !== undefined, `${find.current?.start}`, () => showPlace(found));

  const items = virtualizer.getVirtualItems();
  const seen = (virtualizer.scrollOffset ?? 0) + (scroller?.clientHeight ?? 0) / 3;
  const current = items.findLast(({ start }) => start <= seen) ?? items[0];
  const boxesOf = (places: SourcePlaces | undefined, number: number) =>
    places?.pages.find((each) => each.page === number)?.boxes ?? [];
  const isUnplaced = marked?.pages.every(({ boxes }) => boxes.length === 0) ?? false;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-2 py-1">
        <PageField
          page={(current?.index ?? 0) + 1}
          count={pdf.numPages}
          go={(number) => show(number - 1, 0)}
        />
        <span className="ms-auto flex items-center">
          <ZoomButtons zoom={zoom} change={(next) => setZoom(zoomOf(next))} />
        </span>
        {source.indexed_at !== undefined && hasMarks && (
          <FindField
            {...find.field}
            change={(value) => {
              setFinding(true);
              find.field.change(value);
            }}
          />
        )}
      </div>
      {isUnplaced && <p className="border-b border-line px-4 py-1 text-small text-quiet">{words.noPlace}</p>}
      <section
        ref={setScroller}
        aria-label={words.original}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto bg-sunken focus-visible:-outline-offset-2"
      >
        {/* Not as the virtualizer says: it follows another scale only after this is drawn, and what is shown first would be cut off. */}
        <div className="relative" style={{ height: GAP + offsetOf(sizes, sizes.length, scale) }}>
          {scale > 0 &&
            items.map(({ index, start }) => {
              const size = sizes[index] ?? USUAL;
              return (
                <div
                  key={index}
                  className="absolute top-0 left-0 grid min-w-full justify-center"
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <PdfPage
                    pdf={pdf}
                    number={index + 1}
                    {...size}
                    scale={scale}
                    boxes={boxesOf(marked, index + 1)}
                    found={boxesOf(found, index + 1)}
                    isLit={isLit}
                    light={light}
                    sized={sized}
                  />
                </div>
              );
            })}
        </div>
      </section>
    </div>
  );
}

/** The sizes of all pages: as the service knows them, and as the file says once a page is drawn. */
function useSizes(pdf: Pdf, known: readonly PageOfSource[]) {
  const [read, setRead] = useState<ReadonlyMap<number, Size>>(new Map());
  const sizes = useMemo(() => {
    const byNumber = new Map(known.map((each) => [each.page, each]));
    const usual = sizeOf(known[0]) ?? read.values().next().value ?? USUAL;
    return Array.from(
      { length: pdf.numPages },
      (_, index) => read.get(index + 1) ?? sizeOf(byNumber.get(index + 1)) ?? usual,
    );
  }, [pdf, known, read]);
  const sized = (page: number, width: number, height: number): void => {
    const before = sizes[page - 1];
    // The service rounds, and a page must not move for it.
    if (before && Math.abs(before.width - width) < 1 && Math.abs(before.height - height) < 1) return;
    setRead((all) => new Map(all).set(page, { width, height }));
  };
  return { sizes, sized };
}

const sizeOf = (page: PageOfSource | undefined): Size | undefined =>
  page?.width && page.height ? { width: page.width, height: page.height } : undefined;

const heightOf = (sizes: readonly Size[], index: number, scale: number): number =>
  (sizes[index] ?? USUAL).height * scale + GAP;

const offsetOf = (sizes: readonly Size[], index: number, scale: number): number =>
  sizes.slice(0, index).reduce((sum, _, each) => sum + heightOf(sizes, each, scale), 0);

/** Fits the widest page, unless it is a fold-out among others. */
function scaleOf(sizes: readonly Size[], width: number): number {
  const [first = USUAL] = sizes;
  const widest = sizes.reduce((most, size) => Math.max(most, size.width), 0);
  const fitted = widest > first.width * LARGEST_FIT ? first.width : widest;
  return width === 0 ? 0 : Math.min(LARGEST_FIT, Math.max(0.1, (width - 2 * MARGIN) / fitted));
}

/** Keeps what is seen where it is when pages grow or shrink. */
function useKeptPlace(scroller: HTMLElement | null, scale: number, measure: () => void): void {
  const before = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another scale moves anything.
  useLayoutEffect(() => {
    measure();
    if (scroller && before.current > 0 && scale > 0) scroller.scrollTop *= scale / before.current;
    before.current = scale;
  }, [scale]);
}

/** Does something once for each key, as soon as it can be done. */
function useOnce(isReady: boolean, key: string, act: () => unknown): void {
  const done = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each key.
  useEffect(() => {
    if (!isReady || done.current === key) return;
    done.current = key;
    act();
  }, [isReady, key]);
}
