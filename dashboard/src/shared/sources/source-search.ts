import { every } from '#shared/every.ts';
import { choiceParam, textParam, wholeParam } from '#shared/search-params.ts';
import type { Source } from './source.ts';

export const STATUSES = every<Source['status']>()(['processing', 'indexed', 'failed']);
export const TYPES = every<Source['type']>()(['document', 'url', 'text']);

/** The filters of the list, as in the URL. */
export type SourceFilters = {
  q?: string;
  status?: Source['status'];
  type?: Source['type'];
  tag?: string;
  knowledge_base?: string;
};

export const WAYS = ['file', 'text', 'url', 'crawl'] as const;

export type SourceSearch = SourceFilters & {
  /** The open tab of the dialog that adds sources, and an initial name. */
  add?: (typeof WAYS)[number];
  name?: string;
};

export const VIEWS = ['original', 'text', 'chunks', 'history'] as const;

/** The open tab of a source, and the highlighted span of its text in UTF-16 code units. */
export type SourceView = { view?: (typeof VIEWS)[number]; start?: number; end?: number; replace?: boolean };

/** Leaves out unknown values, so that old links still open. */
export const readSourceSearch = (raw: Record<string, unknown>): SourceSearch => ({
  ...textParam(raw, 'q'),
  ...choiceParam(raw, 'status', STATUSES),
  ...choiceParam(raw, 'type', TYPES),
  ...textParam(raw, 'tag'),
  ...textParam(raw, 'knowledge_base'),
  ...choiceParam(raw, 'add', WAYS),
  ...textParam(raw, 'name'),
});

export const readSourceView = (raw: Record<string, unknown>): SourceView => ({
  ...choiceParam(raw, 'view', VIEWS),
  ...wholeParam(raw, 'start', 0, Number.MAX_SAFE_INTEGER),
  ...wholeParam(raw, 'end', 0, Number.MAX_SAFE_INTEGER),
  ...(raw['replace'] === true && { replace: true }),
});

export const filtersOf = ({ add: _add, name: _name, ...filters }: SourceSearch): SourceFilters => filters;

/** Whether a list with these filters has the source. */
export function matches(filters: SourceFilters, source: Source): boolean {
  const { q, status, type, tag, knowledge_base } = filters;
  return (
    (status === undefined || source.status === status) &&
    (type === undefined || source.type === type) &&
    (tag === undefined || source.tags.includes(tag)) &&
    (knowledge_base === undefined || source.knowledge_base_id === knowledge_base) &&
    (q === undefined ||
      [source.name, source.file_name ?? ''].some((name) => name.toLowerCase().includes(q.toLowerCase())))
  );
}
