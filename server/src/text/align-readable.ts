import { readable } from './scan-runs.ts';

/** A text as `readable` returns it. `from` and `to`: the start and end, in the original text, of the character at an
 *  offset. */
export type AlignedText = { text: string; from: (offset: number) => number; to: (offset: number) => number };

/** Makes a text readable and maps its offsets to the original. Linear in its length; free when nothing changes. */
export function alignReadable(original: string): AlignedText {
  if (readable(original) === original)
    return { text: original, from: (offset) => offset, to: (offset) => offset + 1 };
  const begins: number[] = [];
  const ends: number[] = [];
  let text = '';
  for (const { piece, start, end } of piecesOf(original)) {
    const made = readable(piece);
    text += made;
    for (let unit = 0; unit < made.length; unit++) {
      begins.push(start);
      ends.push(end);
    }
  }
  return { text, from: (offset) => begins[offset] ?? 0, to: (offset) => ends[offset] ?? 0 };
}

/** The smallest pieces of a text that can be normalised separately. Invisible characters belong to the piece before
 *  them. */
function* piecesOf(text: string): Generator<{ piece: string; start: number; end: number }> {
  let piece = '';
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const isSeen = readable(character) !== '';
    if (isSeen && piece !== '' && isApart(piece, character)) {
      yield { piece, start, end };
      piece = '';
    }
    if (isSeen && piece === '') start = at;
    at += character.length;
    if (isSeen) {
      piece += character;
      end = at;
    }
  }
  if (piece !== '') yield { piece, start, end };
}

/** True if a character does not combine with the one before it. Marks and the letters of Korean syllables do. */
function isApart(piece: string, character: string): boolean {
  if (character < '\u0300') return true;
  const made = character.normalize('NFKC');
  return !mark.test(made) && (piece + character).normalize('NFKC') === piece.normalize('NFKC') + made;
}

const mark = /^\p{M}/u;
