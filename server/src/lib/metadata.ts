/** What a client notes about a source: a flat object. */
export type Metadata = Record<string, MetadataValue>;
export type MetadataValue = string | number | boolean | readonly string[];

/** A condition on metadata. A list fulfils a condition if one of its strings does. `ne` and `nin` are the opposites of `eq`
 *  and `in`, so they hold where the key is missing; no other condition does, except `exists` with false. Values of
 *  different types are never equal, and in no order. */
export type MetadataFilter =
  | { type: 'eq' | 'ne'; key: string; value: string | number | boolean }
  | { type: 'gt' | 'gte' | 'lt' | 'lte'; key: string; value: string | number }
  | { type: 'in' | 'nin'; key: string; value: readonly (string | number | boolean)[] }
  | { type: 'exists'; key: string; value?: boolean | undefined }
  | { type: 'and' | 'or'; filters: readonly MetadataFilter[] };

/** True if metadata passes a filter. storage/tables/metadata-filter.ts says the same in SQL. */
export function passesFilter(metadata: Metadata, filter: MetadataFilter): boolean {
  switch (filter.type) {
    case 'and':
      return filter.filters.every((each) => passesFilter(metadata, each));
    case 'or':
      return filter.filters.some((each) => passesFilter(metadata, each));
    case 'exists':
      return Object.hasOwn(metadata, filter.key) === (filter.value ?? true);
  }
  const values = valuesOf(metadata, filter.key);
  switch (filter.type) {
    case 'eq':
      return values.includes(filter.value);
    case 'ne':
      return !values.includes(filter.value);
    case 'in':
      return filter.value.some((value) => values.includes(value));
    case 'nin':
      return !filter.value.some((value) => values.includes(value));
    default:
      return values.some((value) => {
        const order = orderOf(value, filter.value);
        return order !== undefined && ORDERS[filter.type](order);
      });
  }
}

const ORDERS = {
  gt: (order: number) => order > 0,
  gte: (order: number) => order >= 0,
  lt: (order: number) => order < 0,
  lte: (order: number) => order <= 0,
};

function valuesOf(metadata: Metadata, key: string): (string | number | boolean)[] {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  return value === undefined ? [] : typeof value === 'object' ? [...value] : [value];
}

/** Below, above or 0; undefined for values that have no order. Strings are in the order of their code points, as both
 *  databases sort them. */
function orderOf(a: string | number | boolean, b: string | number): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return undefined;
}
