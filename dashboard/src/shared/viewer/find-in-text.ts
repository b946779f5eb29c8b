import type { Span } from '#shared/components/marked-text.tsx';

/** More matches than anyone steps through. */
const MOST = 10_000;

/** The positions of a text, ignoring case. */
export function findInText(text: string, wanted: string): Span[] {
  if (wanted === '') return [];
  const spans: Span[] = [];
  // Backtracks: letters only, every sign is escaped.
  for (const { index, 0: found } of text.matchAll(new RegExp(literally(wanted), 'giu'))) {
    spans.push({ start: index, end: index + found.length });
    if (spans.length === MOST) break;
  }
  return spans;
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
