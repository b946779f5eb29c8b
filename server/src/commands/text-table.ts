import { withVisibleMarks } from '#isomorphic/visible-marks.ts';

/** Columns below a heading; numbers are right-aligned. */
export function textTable(
  heading: readonly string[],
  given: readonly (readonly string[])[],
  isNumber: (index: number) => boolean,
): string {
  const rows = given.map((row) => row.map(withVisibleMarks));
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
