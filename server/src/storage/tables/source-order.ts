import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SourceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';

/** Each has an index that ends in the id of the source. */
export type SourceOrder = {
  by: 'name' | 'created_at' | 'updated_at' | 'size_bytes' | 'chunk_count' | 'status';
  direction: 'asc' | 'desc';
};

/** Where a page ends. Ids grow with time, so they are all that the order by `created_at` needs. */
export type SourceKey = SourceId | [value: string | number, id: SourceId];

/** The order of a list as SQL, and the rows after a key in it. Rows with the same value are in the order of their ids. */
export function sourceOrder(
  engine: Pick<Engine, 'ignoringCase'>,
  { by, direction }: SourceOrder = { by: 'created_at', direction: 'desc' },
) {
  const comes = sql.raw(direction === 'asc' ? '>' : '<');
  if (by === 'created_at')
    return {
      value: undefined,
      direction,
      isAfter: (key: SourceKey): RawBuilder<SqlBool> => sql`sources.source_id ${comes} ${key}`,
    };
  const inOrder = (text: Expression<unknown>): RawBuilder<unknown> =>
    by === 'name' ? engine.ignoringCase(text) : sql`${text}`;
  const value = inOrder(sql.raw(COLUMNS[by]));
  return {
    value,
    direction,
    isAfter: ([last, id]: SourceKey): RawBuilder<SqlBool> =>
      sql`(${value}, sources.source_id) ${comes} (${inOrder(typeof last === 'string' ? sql`CAST(${last} AS text)` : sql`${last}`)}, ${id})`,
  };
}

/** As the indexes have them. */
const COLUMNS = {
  name: 'sources.name',
  updated_at: 'sources.updated_at',
  size_bytes: 'coalesce(sources.size_bytes, 0)',
  chunk_count: 'sources.chunk_count',
  status: 'sources.status',
};
