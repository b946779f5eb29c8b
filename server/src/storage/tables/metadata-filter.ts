import { type Expression, expressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Metadata, MetadataFilter } from '#lib/metadata.ts';
import type { SourceMetadataRow, Tables } from '#storage/tables.ts';

type Scalar = string | number | boolean;
type Leaf = Exclude<MetadataFilter, { filters: unknown }>;
type ValueColumns = Pick<SourceMetadataRow, 'value_type' | 'text_value' | 'number_value'>;

/** The rows of `source_metadata` that repeat metadata: one for each value, and one for each string of a list. */
export const metadataRows = (metadata: Metadata): (ValueColumns & Pick<SourceMetadataRow, 'key'>)[] =>
  Object.entries(metadata).flatMap(([key, value]) => {
    if (typeof value !== 'object') return [{ key, ...columnsOf(value) }];
    // An empty list has no string, and its key exists nevertheless.
    if (value.length === 0) return [{ key, value_type: 'list', text_value: '', number_value: 0 }];
    return [...new Set(value)].map((each) => ({ key, ...columnsOf(each) }));
  });

function columnsOf(value: Scalar): ValueColumns {
  if (typeof value === 'string') return { value_type: 'string', text_value: value, number_value: 0 };
  if (typeof value === 'number') return { value_type: 'number', text_value: '', number_value: value };
  return { value_type: 'boolean', text_value: '', number_value: Number(value) };
}

/** A filter in SQL, as lib/metadata.ts defines it. */
export const metadataFilter = (db: Kysely<Tables>, workspaceId: WorkspaceId) => {
  const rowsOf = (key: string) =>
    db.selectFrom('source_metadata').where('workspace_id', '=', workspaceId).where('key', '=', key);
  type Rows = ReturnType<typeof rowsOf>;

  const equals = (rows: Rows, value: Scalar): Rows => {
    const { value_type, text_value, number_value } = columnsOf(value);
    return rows
      .where('value_type', '=', value_type)
      .where('text_value', '=', text_value)
      .where('number_value', '=', number_value);
  };
  const isAnyOf = (rows: Rows, values: readonly Scalar[]): Rows => {
    // One list for each type: a condition for each number would take SQLite a second to prepare.
    const byType = Map.groupBy(values.map(columnsOf), (each) => each.value_type);
    return rows.where(({ and, or, eb }) =>
      or(
        [...byType].map(([type, each]) =>
          and([
            eb('value_type', '=', type),
            type === 'string'
              ? eb(
                  'text_value',
                  'in',
                  each.map(({ text_value }) => text_value),
                )
              : and([
                  eb('text_value', '=', ''),
                  eb(
                    'number_value',
                    'in',
                    each.map(({ number_value }) => number_value),
                  ),
                ]),
          ]),
        ),
      ),
    );
  };
  const isBeyond = (rows: Rows, type: keyof typeof SIGNS, value: string | number): Rows =>
    typeof value === 'string'
      ? rows.where('value_type', '=', 'string').where('text_value', SIGNS[type], value)
      : rows
          .where('value_type', '=', 'number')
          .where('text_value', '=', '')
          .where('number_value', SIGNS[type], value);

  /** The rows of the sources that a condition is about, whichever way round. */
  const rowsFor = (leaf: Leaf): Rows => {
    const rows = rowsOf(leaf.key);
    switch (leaf.type) {
      case 'exists':
        return rows;
      case 'eq':
      case 'ne':
        return equals(rows, leaf.value);
      case 'in':
      case 'nin':
        return isAnyOf(rows, leaf.value);
      default:
        return isBeyond(rows, leaf.type, leaf.value);
    }
  };

  /** True where the column is the id of a source that passes. */
  const passes = (
    column: 'sources.source_id' | 'source_metadata.source_id',
    filter: MetadataFilter,
  ): Expression<SqlBool> => {
    const { and, or, not } = expressionBuilder<Tables>();
    if ('filters' in filter) {
      const each = filter.filters.map((one) => passes(column, one));
      return filter.type === 'and' ? and(each) : or(each);
    }
    const isIn = sql<SqlBool>`${sql.ref(column)} IN ${rowsFor(filter).select('source_id')}`;
    return isNegative(filter) ? not(isIn) : isIn;
  };

  return {
    passes,

    /** The rows of `source_metadata` that one condition finds, and that the others must pass: faster than to try all
     *  sources. Undefined if no single condition finds all sources that pass. */
    rowsThatPass: (filter: MetadataFilter) => {
      const all = filter.type === 'and' ? filter.filters : [filter];
      const first = all.find((each): each is Leaf => 'key' in each && !isNegative(each));
      if (!first) return undefined;
      const others = all.filter((each) => each !== first);
      return others.reduce(
        (rows, each) => rows.where(passes('source_metadata.source_id', each)),
        rowsFor(first),
      );
    },
  };
};

const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

const isNegative = (leaf: Leaf): boolean =>
  leaf.type === 'ne' || leaf.type === 'nin' || (leaf.type === 'exists' && leaf.value === false);
