import type { Source } from './types.ts';

/** Of the list, as it stands in the address. */
export type SourceFilters = {
  q?: string;
  status?: Source['status'];
  type?: Source['type'];
  tag?: string;
  knowledge_base?: string;
};

export const WAYS = ['file', 'text', 'url', 'crawl'] as const;

export type SourceSearch = SourceFilters & {
  /** The dialog that adds a source, and the name that it begins with. */
  add?: (typeof WAYS)[number];
  name?: string;
};

export const VIEWS = ['text', 'chunks', 'history'] as const;

/** The part of a source that is shown, and the span of its text that is marked, in UTF-16 code units. */
export type SourceView = { view?: (typeof VIEWS)[number]; start?: number; end?: number; replace?: boolean };

type Raw = Record<string, unknown>;

/** What is no filter is left out, so that a link of yesterday still opens. */
export const readSourceSearch = (raw: Raw): SourceSearch => ({
  ...textOf(raw, 'q'),
  ...oneOf(raw, 'status', ['processing', 'indexed', 'failed'] as const),
  ...oneOf(raw, 'type', ['document', 'url', 'text'] as const),
  ...textOf(raw, 'tag'),
  ...textOf(raw, 'knowledge_base'),
  ...oneOf(raw, 'add', WAYS),
  ...textOf(raw, 'name'),
});

export const readSourceView = (raw: Raw): SourceView => ({
  ...oneOf(raw, 'view', VIEWS),
  ...offsetOf(raw, 'start'),
  ...offsetOf(raw, 'end'),
  ...(raw['replace'] === true && { replace: true }),
});

/** A word of digits in an address is read as a number by the router. */
const textOf = <Name extends string>(raw: Raw, name: Name): { [name in Name]?: string } => {
  const value = raw[name];
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? ({ [name]: String(value) } as { [name in Name]: string })
    : {};
};

const oneOf = <Name extends string, Value extends string>(
  raw: Raw,
  name: Name,
  values: readonly Value[],
): { [name in Name]?: Value } => {
  const value = values.find((each) => each === raw[name]);
  return value === undefined ? {} : ({ [name]: value } as { [name in Name]: Value });
};

const offsetOf = <Name extends string>(raw: Raw, name: Name): { [name in Name]?: number } => {
  const value = raw[name];
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
    ? ({ [name]: value } as { [name in Name]: number })
    : {};
};

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
