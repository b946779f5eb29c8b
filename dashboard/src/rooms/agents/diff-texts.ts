/** A piece of two texts: in both, only in the older, or only in the newer. */
export type Piece = { kind: 'same' | 'gone' | 'new'; text: string };

/** Longer texts are compared by lines: the table below has a cell for each pair of parts. */
const MOST_CELLS = 2_000_000;

/** What differs between two texts, by words, or by lines if they are long. Joined, the pieces without the new ones are the older
 *  text, and those without the gone ones the newer. */
export function diffTexts(older: string, newer: string): Piece[] {
  const words = (value: string): string[] => value.match(/\s+|[^\s]+/gu) ?? [];
  const lines = (value: string): string[] => value.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const [a, b] = [words(older), words(newer)];
  return merged(a.length * b.length > MOST_CELLS ? diff(lines(older), lines(newer)) : diff(a, b));
}

function diff(older: readonly string[], newer: readonly string[]): Piece[] {
  let start = 0;
  while (start < older.length && start < newer.length && older[start] === newer[start]) start++;
  let end = 0;
  while (
    end < older.length - start &&
    end < newer.length - start &&
    older.at(-1 - end) === newer.at(-1 - end)
  )
    end++;
  const same = (text: string): Piece => ({ kind: 'same', text });
  return [
    ...older.slice(0, start).map(same),
    ...between(older.slice(start, older.length - end), newer.slice(start, newer.length - end)),
    ...older.slice(older.length - end).map(same),
  ];
}

/** By the longest common subsequence. lengths[i * width + j]: of what is left of both after i and j parts. */
function between(older: readonly string[], newer: readonly string[]): Piece[] {
  if (older.length * newer.length > MOST_CELLS)
    return [
      { kind: 'gone', text: older.join('') },
      { kind: 'new', text: newer.join('') },
    ];
  const width = newer.length + 1;
  const lengths = new Uint32Array((older.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = older.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        older[i] === newer[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < older.length || j < newer.length) {
    if (i < older.length && j < newer.length && older[i] === newer[j]) {
      pieces.push({ kind: 'same', text: older[i] ?? '' });
      i++;
      j++;
    } else if (j >= newer.length || (i < older.length && at(i + 1, j) >= at(i, j + 1)))
      pieces.push({ kind: 'gone', text: older[i++] ?? '' });
    else pieces.push({ kind: 'new', text: newer[j++] ?? '' });
  }
  return pieces;
}

/** Neighbours of one kind as one piece. */
function merged(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  for (const { kind, text } of pieces) {
    const last = whole.at(-1);
    if (last?.kind === kind) last.text += text;
    else whole.push({ kind, text });
  }
  return whole;
}
