import type { SourceKey, SourceOrder } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';

/** What a list of sources can be sorted by. */
export const SORTED_BY = [
  'name',
  'created_at',
  'updated_at',
  'size_bytes',
  'chunk_count',
  'status',
] as const satisfies readonly SourceOrder['by'][];

/** Where a page of a list in this order ends. Texts and pages have no size until they are stored. */
export const keyInOrder = (row: SourceRow, { by }: SourceOrder): SourceKey =>
  by === 'created_at' ? row.source_id : [row[by] ?? 0, row.source_id];
