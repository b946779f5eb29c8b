import { describeConfig } from '#config/config.ts';

/** `footnote config`: every setting with its default, unit and meaning. */
export function configCommand(): void {
  const rows = describeConfig();
  const width = (pick: (row: (typeof rows)[number]) => string): number =>
    Math.max(...rows.map((row) => pick(row).length));
  const [nameWidth, defaultWidth, unitWidth] = [
    width((row) => row.name),
    width((row) => row.default),
    width((row) => row.unit),
  ];
  for (const row of rows) {
    console.log(
      `${row.name.padEnd(nameWidth)}  ${row.default.padEnd(defaultWidth)}  ${row.unit.padEnd(unitWidth)}  ${row.about}`,
    );
  }
}
