/** Rows that are read at a time. */
const PAGE = 100;

/** Reads a list to its end, page by page; `read` gives one row more than `limit` when there are more. */
export async function* readPages<Row, Key>(
  read: (page: { limit: number; after: Key | undefined }) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row, void> {
  for (let after: Key | undefined; ; ) {
    const rows = await read({ limit: PAGE, after });
    const page = rows.slice(0, PAGE);
    yield* page;
    const last = page.at(-1);
    if (rows.length <= PAGE || last === undefined) return;
    after = keyOf(last);
  }
}
