import type { Gap } from './gap-queries.ts';

/** The columns, as the API names them. */
const COLUMNS = {
  label: ({ label }) => label ?? '',
  question: ({ question }) => question,
  count: ({ count }) => count,
  conversations: ({ conversations }) => conversations,
  first_asked_at: ({ first_asked_at }) => first_asked_at,
  last_asked_at: ({ last_asked_at }) => last_asked_at,
  best_confidence: ({ best_confidence }) => best_confidence,
  other_wordings: ({ other_wordings = [] }) => other_wordings.join('\n'),
  nearest_source: ({ suggestion }) => suggestion?.source_name ?? '',
} satisfies Record<string, (gap: Gap) => string | number>;

/** Has the browser save the questions as a table. */
export function exportGaps(gaps: readonly Gap[]): void {
  const rows = [
    Object.keys(COLUMNS),
    ...gaps.map((gap) => Object.values(COLUMNS).map((read) => String(read(gap)))),
  ];
  // Without the byte order mark Excel takes UTF-8 for something else.
  const csv = `\ufeff${rows.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const download = `gaps-${new Date().toISOString().slice(0, 10)}.csv`;
  Object.assign(document.createElement('a'), { href: url, download }).click();
  // The browser may begin to read it later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Spreadsheets run what begins like a formula; an apostrophe before it makes it text. */
function cellOf(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
