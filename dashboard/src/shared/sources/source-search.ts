import { every } from '#shared/every.ts';
import { choiceParam, textParam, textsParam, wholeParam } from '#shared/search-params.ts';
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
  /** The beginning of the name, or of the URL without its scheme. */
  folder?: string;
  /** Metadata that all must have, as `key=value`. */
  metadata?: string[];
  /** As the service takes it: `-updated_at`. */
  sort?: Sort;
};

const SORTED_BY = ['name', 'status', 'updated_at', 'size_bytes', 'chunk_count', 'created_at'] as const;
export type Sort = `${'-' | ''}${(typeof SORTED_BY)[number]}`;
const SORTS: readonly Sort[] = SORTED_BY.flatMap((by) => [by, `-${by}`] as const);

/** Conditions on metadata at a time. */
const MOST_CONDITIONS = 8;

export const WAYS = ['file', 'text', 'url', 'crawl'] as const;

export type SourceSearch = SourceFilters & {
  /** The open tab of the dialog that adds sources, and an initial name. */
  add?: (typeof WAYS)[number];
  name?: string;
  /** The active saved view. */
  saved?: string;
};

export const VIEWS = ['original', 'text', 'chunks', 'history'] as const;

/** The open tab of a source, and the highlighted span of its text in UTF-16 code units. */
export type SourceView = { view?: (typeof VIEWS)[number]; start?: number; end?: number; replace?: boolean };

/** Leaves out unknown values, so that old links and saved views still open. */
export const readSourceFilters = (raw: Record<string, unknown>): SourceFilters => ({
  ...textParam(raw, 'q'),
  ...choiceParam(raw, 'status', STATUSES),
  ...choiceParam(raw, 'type', TYPES),
  ...textParam(raw, 'tag'),
  ...textParam(raw, 'knowledge_base'),
  ...textParam(raw, 'folder'),
  ...textsParam(raw, 'metadata', MOST_CONDITIONS),
  ...choiceParam(raw, 'sort', SORTS),
});

export const readSourceSearch = (raw: Record<string, unknown>): SourceSearch => ({
  ...readSourceFilters(raw),
  ...choiceParam(raw, 'add', WAYS),
  ...textParam(raw, 'name'),
  ...textParam(raw, 'saved'),
});

export const readSourceView = (raw: Record<string, unknown>): SourceView => ({
  ...choiceParam(raw, 'view', VIEWS),
  ...wholeParam(raw, 'start', 0, Number.MAX_SAFE_INTEGER),
  ...wholeParam(raw, 'end', 0, Number.MAX_SAFE_INTEGER),
  ...(raw['replace'] === true && { replace: true }),
});

export const filtersOf = ({
  add: _add,
  name: _name,
  saved: _saved,
  ...filters
}: SourceSearch): SourceFilters => filters;

/** Whether anything is left out of the list. */
export const isFiltered = ({ sort: _, ...filters }: SourceFilters): boolean =>
  Object.keys(filters).length > 0;
