/** A line of a reply, or its rest inside a quote, item or cell: offsets into the reply. */
export type Line = { from: number; to: number };

const TAB_COLUMNS = 4;

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** Trims whitespace. A regular expression would take quadratic time on lines of only whitespace. */
export function trim(text: string, { from, to }: Line): Line {
  let [start, end] = [from, to];
  while (start < end && isSpace(text[start])) start += 1;
  while (end > start && isSpace(text[end - 1])) end -= 1;
  return { from: start, to: end };
}

/** Columns of whitespace before a line. */
export function indentOf(text: string, { from, to }: Line): number {
  let columns = 0;
  for (let at = from; at < to && isSpace(text[at]); at++) columns += text[at] === '\t' ? TAB_COLUMNS : 1;
  return columns;
}

/** Removes up to `columns` columns of whitespace. */
export function outdent(text: string, { from, to }: Line, columns: number): Line {
  let start = from;
  for (let left = columns; left > 0 && start < to && isSpace(text[start]); start++)
    left -= text[start] === '\t' ? TAB_COLUMNS : 1;
  return { from: start, to };
}

export function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    lines.push({ from, to: text[to - 1] === '\r' && to > from ? to - 1 : to });
    from = to + 1;
  }
  return lines;
}
