/** The rows of a table as lines of text, each cell with its column name, so that a line can be understood by itself:
 *  `Name: Widget | Price: 3`. Without a header, a line has only the cells. The header becomes a line only if no rows
 *  follow it.
 *  header: the column names; undefined if the table has none. */
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
