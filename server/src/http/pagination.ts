import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidField } from '#errors.ts';

/** Creates and reads the opaque cursors of lists. A cursor contains the key of the last item, so that pages stay stable
 *  while rows come and go. A signature covers the key, the workspace, the list and its filters: a cursor that was
 *  changed, or belongs to another list, workspace or environment, is refused.
 *  Format: cur_ <base64url of: 12 bytes of HMAC-SHA256 | key as JSON> */
export type Cursors = {
  /** `context` is everything that the cursor belongs to. Throws 422 if it does not match. */
  read<Key>(cursor: string | undefined, context: readonly unknown[]): Key | undefined;
  /** Cuts rows (one more than `limit` if there are more) to the page, and adds the cursor of the next page. */
  page<Row>(
    rows: Row[],
    limit: number,
    context: readonly unknown[],
    keyOf: (row: Row) => unknown,
  ): { rows: Row[]; nextCursor: string | undefined };
};

const SIGNATURE_BYTES = 12;

/** `secret` is stored in the environment, so that cursors survive a restart and do not work in the other environment. */
export function createCursors(secret: string): Cursors {
  const sign = (key: string, context: readonly unknown[]): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([context, key]))
      .digest()
      .subarray(0, SIGNATURE_BYTES);
  return {
    read: <Key>(cursor: string | undefined, context: readonly unknown[]): Key | undefined => {
      // `URLSearchParams` sends an empty cursor for the first page.
      if (cursor === undefined || cursor === '') return undefined;
      const bytes = Buffer.from(cursor.startsWith('cur_') ? cursor.slice(4) : '', 'base64url');
      const key = bytes.subarray(SIGNATURE_BYTES).toString();
      if (
        bytes.length <= SIGNATURE_BYTES ||
        `cur_${bytes.toString('base64url')}` !== cursor ||
        !timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(key, context))
      ) {
        throw invalidField(
          'cursor',
          "isn't a cursor of this list; pass meta.next_cursor of the previous page, with the same filters",
        );
      }
      return JSON.parse(key) as Key;
    },
    page: (rows, limit, context, keyOf) => {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      if (rows.length <= limit || last === undefined) return { rows: shown, nextCursor: undefined };
      const key = JSON.stringify(keyOf(last));
      return {
        rows: shown,
        nextCursor: `cur_${Buffer.concat([sign(key, context), Buffer.from(key)]).toString('base64url')}`,
      };
    },
  };
}
