/** Rows per statement. */
const PAGE = 100;

type ReadPage<Row, Key> = (page: { limit: number; after: Key | undefined }) => Promise<Row[]>;

/** Every row of a list, page by page. `read` returns one row more than `limit` if there are more. */
export async function* eachRow<Row, Key>(
  read: ReadPage<Row, Key>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row, void> {
  for await (const page of eachPage(read, keyOf)) yield* page;
}

/** Like eachRow, the rows of a page together. */
export async function* eachPage<Row, Key>(
  read: ReadPage<Row, Key>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[], void> {
  for (let after: Key | undefined; ; ) {
    const rows = await read({ limit: PAGE, after });
    const page = rows.slice(0, PAGE);
    yield page;
    const last = page.at(-1);
    if (rows.length <= PAGE || last === undefined) return;
    after = keyOf(last);
  }
}
