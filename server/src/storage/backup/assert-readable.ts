import { decodeSegment } from '#segment/segment.ts';
import type { SegmentRow } from '#storage/tables.ts';
import { damaged } from './read-backup.ts';

/** A bit may have changed before the end of the backup tells: storage would fail at it without a word about the backup. */
export function assertReadable(rows: readonly SegmentRow[]): void {
  for (const { bytes, source_id } of rows) {
    try {
      decodeSegment(bytes);
    } catch (error) {
      throw damaged(
        `the segment of ${source_id} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
}
