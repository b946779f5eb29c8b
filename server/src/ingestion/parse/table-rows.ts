/** A table as lines of text, one a row: each cell with the name of its column, so that a row says by itself what it
 *  says in the table: `Name: Widget | Price: 3`. Without a header the cells stand by themselves; the header itself becomes a
 *  row only when nothing follows it.
 *  header: the names of the columns, undefined when the table has none. */
export function tableRows(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
): string[] {
  const names = header?.map(oneLine) ?? [];
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => {
        const value = oneLine(cell);
        const name = names[column] ?? '';
        return value === '' || name === '' || name === value ? value : `${name}: ${value}`;
      })
      .filter((cell) => cell !== '')
      .join(' | '),
  );
  const told = lines.filter((line) => line !== '');
  return told.length > 0 || !header ? told : [names.filter((name) => name !== '').join(' | ')];
}

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim();
