/** Lines of columns below a heading; numbers stand to the right. */
export function textTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: (index: number) => boolean,
): string {
  const widths = heading.map((name, index) =>
    Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)),
  );
  return [heading, ...rows]
    .map((row) =>
      row
        .map((cell, index) =>
          isNumber(index) ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
