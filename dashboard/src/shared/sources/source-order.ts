import type { Source } from './source.ts';
import type { SourceFilters } from './source-search.ts';

/** The list of sources as the service filters and sorts it, for changes that arrive one by one. */

/** A page's address without its scheme, or the name. */
const pathOf = ({ type, name, url = '' }: Source): string =>
  type === 'url' ? url.slice(url.indexOf('://') + 3) : name;

/** A condition `key=value`. */
export const readCondition = (condition: string): { key: string; value: string } => {
  const at = condition.indexOf('=');
  return { key: condition.slice(0, at), value: condition.slice(at + 1) };
};

/** Whether a list with these filters has the source. */
export function matches(filters: SourceFilters, source: Source): boolean {
  const { q, status, type, tag, knowledge_base, folder, metadata = [] } = filters;
  return (
    (status === undefined || source.status === status) &&
    (type === undefined || source.type === type) &&
    (tag === undefined || source.tags.includes(tag)) &&
    (knowledge_base === undefined || source.knowledge_base_id === knowledge_base) &&
    (folder === undefined || pathOf(source).startsWith(folder)) &&
    metadata
      .map(readCondition)
      .every(({ key, value }) => [source.metadata[key]].flat().map(String).includes(value)) &&
    (q === undefined ||
      [source.name, source.file_name ?? ''].some((name) => name.toLowerCase().includes(q.toLowerCase())))
  );
}

/** Which of two comes first: negative for the first. */
export function comparing({ sort = '-created_at' }: SourceFilters): (one: Source, other: Source) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const by = sort.replace('-', '') as 'name';
  const sortedBy = (source: Source): string | number =>
    by === 'name' ? source.name.toLowerCase() : (source[by] ?? 0);
  return (one, other) => {
    // Ids grow with time.
    const [a, b] = sort.endsWith('created_at') ? [one.id, other.id] : [sortedBy(one), sortedBy(other)];
    if (a !== b) return a < b ? -sign : sign;
    return one.id < other.id ? -sign : one.id > other.id ? sign : 0;
  };
}
