import { isLetter, lettersIn } from './letters.ts';
import type { PieceOfText } from './place.ts';

/** Finds the pieces of a block in its text, by counting letters: hyphens at the ends of lines, white space and list
 *  markers differ. Each piece ends at the white space after its last letter. Linear. */
export function* piecesInText(
  text: string,
  pieces: readonly PieceOfText[],
): Generator<PieceOfText & { start: number; end: number }> {
  // Letters that the text lacks were a list marker.
  let missing = pieces.reduce((total, { letters }) => total + letters, 0) - lettersIn(text);
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const skipped = Math.min(Math.max(missing, 0), piece.letters);
    missing -= skipped;
    let left = piece.letters - skipped;
    if (left === 0) continue;
    while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
    const start = at;
    while (at < text.length && left > 0) {
      if (isLetter(text.charCodeAt(at))) left -= 1;
      at += 1;
    }
    if (index === pieces.length - 1) at = text.length;
    while (at < text.length && !isSpace(text.charCodeAt(at)) && !isLetter(text.charCodeAt(at))) at += 1;
    if (at > start) yield { ...piece, start, end: at };
  }
}

const isSpace = (code: number): boolean => code === 0x20 || code === 0x0a;
