/** A figure for people; a dash without one. */
export const figure = (value: number | null, digits: number): string => value?.toFixed(digits) ?? '–';

/** Rows in aligned columns, the first of them the titles. Words are left-aligned, figures right-aligned: words are in the first column and in those without a title. */
export function table(rows: readonly string[][]): string {
  const [titles = []] = rows;
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const isWords = titles.map((title, column) => title === '' || column === 0);
  return rows
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return isWords[column] ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
