import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Source } from '#shared/sources/source.ts';
import { sources as words } from '#shared/strings/sources.ts';
import { COLUMNS, ROW_HEIGHT, type RowActions, SourceRow } from './source-row.tsx';

/** Pixels: `h-11`. */
export const HEAD_HEIGHT = 44;
/** Shorter lists need no end mark. */
const LONG_LIST = 100;
/** The next page is requested this many rows before the last loaded one. */
const ASK_BEFORE = 100;

type SourceTableProps = {
  sources: readonly Source[];
  /** Undefined if all are loaded. */
  loadMore: (() => void) | undefined;
  /** Names of knowledge bases by id. */
  names: ReadonlyMap<string, string>;
  selected: ReadonlySet<string>;
  selectAll: (isSelected: boolean) => void;
  actions: RowActions | undefined;
  /** Replaces the head during a selection. */
  bulk: ReactNode;
};

/** A virtual list: only the visible rows are rendered. */
export function SourceTable({
  sources,
  loadMore,
  names,
  selected,
  selectAll,
  actions,
  bulk,
}: SourceTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: sources.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin: useTopOf(body),
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = (rows.at(-1)?.index ?? 0) >= sources.length - ASK_BEFORE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the page that came is not enough.
  useEffect(() => {
    if (isNearEnd) loadMore?.();
  }, [isNearEnd, sources.length, loadMore]);
  return (
    <section
      className="isolate rounded-panel border border-line bg-panel shadow-panel"
      aria-label={words.table.label}
    >
      {bulk && <div className="sticky top-0 z-20 -mb-11 h-11">{bulk}</div>}
      <table className="block" aria-rowcount={loadMore ? -1 : sources.length + 1}>
        <Head>
          {actions && !bulk && <SelectAll selected={0} all={sources.length} selectAll={selectAll} />}
        </Head>
        <tbody
          ref={body}
          onKeyDown={moveByArrow}
          className="relative block"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {rows.map(({ index, start }) => {
            const source = sources[index];
            return (
              source && (
                <SourceRow
                  key={source.id}
                  source={source}
                  index={index}
                  top={start - virtualizer.options.scrollMargin}
                  knowledgeBase={names.get(source.knowledge_base_id) ?? ''}
                  isSelected={selected.has(source.id)}
                  actions={actions}
                />
              )
            );
          })}
        </tbody>
      </table>
      {(loadMore || sources.length > LONG_LIST) && (
        <p className="px-4 py-3 text-center text-small text-quiet">
          {loadMore ? words.table.loadingMore : words.table.end}
        </p>
      )}
    </section>
  );
}

/** Up and down move to the same control in the next row. */
function moveByArrow(event: KeyboardEvent<HTMLTableSectionElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = event.target as HTMLElement;
  // On a menu button, the arrow opens the menu.
  if (step === 0 || from.tagName === 'BUTTON') return;
  const index = Number(from.closest('tr')?.getAttribute('aria-rowindex')) + step;
  const to = event.currentTarget.querySelector<HTMLElement>(
    `tr[aria-rowindex="${index}"] ${from.tagName === 'INPUT' ? 'input' : 'a'}`,
  );
  if (!to) return;
  event.preventDefault();
  to.focus();
}

const Head = ({ children }: { children: ReactNode }) => (
  <thead className="sticky top-0 z-10 block h-11 rounded-t-panel border-b border-line bg-panel">
    <tr
      aria-rowindex={1}
      className={`grid h-full items-center text-left text-small text-quiet *:font-medium ${COLUMNS}`}
    >
      <td>{children}</td>
      <th scope="col">{words.table.name}</th>
      <th scope="col" className="hidden md:block">
        {words.table.status}
      </th>
      <th scope="col" className="hidden xl:block">
        {words.table.knowledgeBase}
      </th>
      <th scope="col" className="hidden pr-3 text-right lg:block">
        {words.table.chunks}
      </th>
      <th scope="col" className="hidden pr-3 text-right lg:block">
        {words.table.updated}
      </th>
      <td />
    </tr>
  </thead>
);

/** A checkbox with an indeterminate state. */
export function SelectAll({
  selected,
  all,
  selectAll,
}: {
  selected: number;
  all: number;
  selectAll: (isSelected: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const isPartial = selected > 0 && selected < all;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartial;
  }, [isPartial]);
  return (
    <label className="grid h-11 w-11 cursor-pointer place-items-center">
      <input
        ref={box}
        type="checkbox"
        aria-label={words.table.selectAll}
        checked={selected > 0 && !isPartial}
        onChange={(event) => selectAll(event.target.checked)}
        className="size-4 accent-accent"
      />
    </label>
  );
}

/** The distance of an element from the top of the document, updated when something above it grows. */
function useTopOf(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current) setTop(element.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    const page = document.getElementById('content');
    if (page) observer.observe(page.firstElementChild ?? page);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
