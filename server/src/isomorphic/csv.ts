/** A line of CSV, by RFC 4180. */
export const csvRow = (cells: readonly (string | number | null | undefined)[]): string =>
  `${cells.map((each) => cell(each ?? '')).join(',')}\r\n`;

/** Spreadsheets run what begins like a formula; an apostrophe before it makes it text. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
