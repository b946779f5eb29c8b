import type { Page } from '../api.ts';
import type { Changes } from './source-news.ts';
import { matches, type SourceFilters } from './source-search.ts';
import type { Source } from './types.ts';

/** Pages of a list, newest first, after what became of sources. Those that nothing has changed in stay the same objects, and so
 *  do their rows on the screen. */
export function changePages(
  before: readonly Page<Source>[],
  filters: SourceFilters,
  changes: Changes,
): Page<Source>[] {
  const unseen = new Map(changes);
  const pages = before.map((page) => {
    for (const { id } of page.items) unseen.delete(id);
    return changeItems(page, filters, changes);
  });
  for (const source of unseen.values()) if (source && matches(filters, source)) insert(pages, source);
  return pages;
}

/** One page whose sources changed, without those that are new. */
export function changeItems(page: Page<Source>, filters: SourceFilters, changes: Changes): Page<Source> {
  if (!page.items.some(({ id }) => changes.has(id))) return page;
  const items = page.items.flatMap((item) => {
    if (!changes.has(item.id)) return [item];
    const source = changes.get(item.id);
    return source && matches(filters, source) ? [source] : [];
  });
  return { ...page, items };
}

/** Ids grow with time. A source that is older than all that were loaded comes with its page. */
function insert(pages: Page<Source>[], source: Source): void {
  const at = pages.findIndex(
    ({ items, nextCursor }) => nextCursor === undefined || (items.at(-1)?.id ?? '') < source.id,
  );
  const page = pages[at];
  if (!page) return;
  const before = page.items.filter(({ id }) => id > source.id);
  pages[at] = { ...page, items: [...before, source, ...page.items.slice(before.length)] };
}
