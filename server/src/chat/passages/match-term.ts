/** A term and its weight among the terms of a text: 0 to 1. */
export type TermWeight = { term: string; weight: number };

/** How alike two words with the same beginning count: `norway` and `norwegian`, `invade` and `invasion`. */
const KINDRED = 0.8;
const PREFIX = 4;

/** How well the best of the terms matches this one: 0 to 1. */
export function matchTerm(term: string, terms: readonly string[]): number {
  if (terms.includes(term)) return 1;
  if (term.length < PREFIX) return 0;
  const prefix = term.slice(0, PREFIX);
  for (const other of terms) if (other.startsWith(prefix) && areKindred(term, other)) return KINDRED;
  return 0;
}

function areKindred(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = PREFIX;
  while (common < shorter && a[common] === b[common]) common += 1;
  return common === shorter || common >= 0.6 * Math.max(a.length, b.length);
}
