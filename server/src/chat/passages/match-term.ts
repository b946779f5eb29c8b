/** A term and its weight among the terms of a text: 0 to 1. */
export type TermWeight = { term: string; weight: number };

/** How alike two words with the same beginning count: `norway` and `norwegian`, `invade` and `invasion`. */
const KINDRED = 0.8;
const PREFIX = 4;

/** How well the best of the terms matches this one: 0 to 1. */
export function matchTerm(term: string, terms: readonly string[]): number {
  if (terms.includes(term)) return 1;
  if (term.length < PREFIX) return 0;
  for (const other of terms) if (areKindred(term, other)) return KINDRED;
  return 0;
}

function areKindred(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = 0;
  while (common < shorter && a.charCodeAt(common) === b.charCodeAt(common)) common += 1;
  return common >= PREFIX && (common === shorter || common >= 0.6 * Math.max(a.length, b.length));
}

/** One of 32 bits by which terms that match can be told from most that do not: by what they begin with. */
export function signOf(term: string): number {
  let hash = 0;
  for (let at = 0; at < PREFIX && at < term.length; at++) hash = (31 * hash + term.charCodeAt(at)) | 0;
  return 1 << (hash ^ (hash >>> 5));
}

/** The signs of several terms. A term whose sign is not among them matches none. */
export const signsOf = (terms: readonly string[]): number =>
  terms.reduce((signs, term) => signs | signOf(term), 0);
