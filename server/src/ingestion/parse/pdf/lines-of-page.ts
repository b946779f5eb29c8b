import { lettersIn } from '#text/places/letters.ts';
import { joinsWithoutSpace, withoutInnerSpaces } from './script.ts';
import type { Row, Segment, SegmentPiece, TextRun } from './text-run.ts';

/** Multiples of the font size: the gap between words, and the gap between columns or cells. pdf.js inserts a space from
 *  0.1 on. */
const WORD_GAP = 0.12;
const WIDE_GAP = 0.9;
/** Words that overlap by this multiple of the font size are of two cells, of which one is too long. */
const OVERPRINT = 0.4;
/** Pieces of text as large as each other whose baselines differ by this share of their size are of different lines, if
 *  they cover each other. */
const OTHER_LINE = 0.2;

/** The rows of a page from top to bottom. The pieces of text can come in any order. */
export const linesOfPage = (runs: readonly TextRun[]): Row[] =>
  groupByBaseline(runs).map((pieces) => toRow(segmentsOf(pieces)));

/** Groups pieces of text into lines, top to bottom, each with its pieces from left to right. Superscripts and
 *  subscripts belong to the line that they overlap by half of their height. */
export function groupByBaseline<Piece extends Pick<Segment, 'x' | 'right' | 'baseline' | 'size' | 'text'>>(
  pieces: readonly Piece[],
): Piece[][] {
  const lines: { pieces: Piece[]; main: Piece }[] = [];
  for (const piece of pieces.toSorted((a, b) => a.baseline - b.baseline)) {
    const line = lines
      .slice(-LOOK_BACK)
      .findLast((open) => overlap(open.main, piece) > 0.5 && !covers(open.pieces, piece));
    if (line) {
      line.pieces.push(piece);
      if (
        piece.size > line.main.size * 1.1 ||
        (piece.size > line.main.size * 0.9 && isLonger(piece, line.main))
      )
        line.main = piece;
    } else lines.push({ pieces: [piece], main: piece });
  }
  return lines
    .toSorted((a, b) => a.main.baseline - b.main.baseline)
    .map((line) => line.pieces.toSorted((a, b) => a.x - b.x));
}

const LOOK_BACK = 3;
/** The most pieces of a line to compare with the next piece. */
const LAST_PIECES = 64;

type Place = Pick<Segment, 'x' | 'right' | 'baseline' | 'size'>;

/** True if a piece lies over the pieces of a line, but somewhat lower, as in lines set closer than their font is high. */
function covers(pieces: readonly Place[], piece: Place): boolean {
  const { x, right, baseline, size } = piece;
  return pieces
    .slice(-LAST_PIECES)
    .some(
      (other) =>
        baseline - other.baseline > OTHER_LINE * size &&
        Math.abs(size - other.size) < 0.15 * size &&
        Math.min(right, other.right) - Math.max(x, other.x) > Math.min(size, (right - x) / 2),
    );
}

const isLonger = (a: { text: string }, b: { text: string }): boolean => a.text.length > b.text.length;

/** The overlap of two pieces in height, as a share of the shorter one. */
function overlap(a: Pick<Segment, 'baseline' | 'size'>, b: Pick<Segment, 'baseline' | 'size'>): number {
  const top = Math.max(a.baseline - 0.75 * a.size, b.baseline - 0.75 * b.size);
  const bottom = Math.min(a.baseline + 0.2 * a.size, b.baseline + 0.2 * b.size);
  return (bottom - top) / (0.95 * Math.min(a.size, b.size));
}

export function toRow(segments: Segment[]): Row {
  const main = segments.reduce((longest, segment) => (isLonger(segment, longest) ? segment : longest));
  return { segments, baseline: main.baseline, size: main.size };
}

type OpenSegment = { runs: TextRun[]; text: string; right: number };

function segmentsOf(runs: readonly TextRun[]): Segment[] {
  // Numbers have the direction of the words around them.
  const rightToLeft = runs.filter((run) => run.isRightToLeft);
  const isRightToLeft =
    rightToLeft.length > 0 && sum(rightToLeft) * 2 > sum(runs.filter(({ text }) => /\p{L}/u.test(text)));
  const segments: OpenSegment[] = [];
  for (const run of runs) {
    const open = segments.at(-1);
    const last = open?.runs.at(-1);
    if (open && last && run.text === last.text && run.x - last.x < 0.3 * run.size) continue; // drawn twice, to be bold
    const gap = open ? run.x - open.right : 0;
    const em = Math.max(run.size, last?.size ?? 0);
    if (!open || !last || gap > WIDE_GAP * em) {
      segments.push({ runs: [run], text: run.text, right: run.right });
      continue;
    }
    const isParted =
      gap > WORD_GAP * em ||
      (run.hasSpaceBefore && gap > -WORD_GAP * em) ||
      (gap < -OVERPRINT * em && isWord(last.text) && isWord(run.text)) ||
      isNoteMark(last, run);
    const space = isParted && !joinsWithoutSpace(last.text, run.text) ? ' ' : '';
    open.text = isRightToLeft ? `${run.text}${space}${open.text}` : `${open.text}${space}${run.text}`;
    open.right = Math.max(open.right, run.right);
    open.runs.push(run);
  }
  const closed = segments.map((segment) => close(segment, isRightToLeft));
  return isRightToLeft ? closed.reverse() : closed;
}

const sum = (runs: readonly TextRun[]): number => runs.reduce((total, { text }) => total + text.length, 0);

/** An accent drawn over a letter is no word. */
const isWord = (text: string): boolean => text.length > 1 && /[\p{L}\p{N}]/u.test(text);

/** A raised number after a word is a note reference. After a single letter or a unit it is an exponent. */
const isNoteMark = (before: TextRun, run: TextRun): boolean =>
  run.size < before.size * 0.85 &&
  run.baseline < before.baseline - 0.15 * before.size &&
  /^\d{1,3}$/.test(run.text) &&
  /(?:\p{L}{4}|[.,;:!?”"'’)])$/u.test(before.text.slice(-8));

/** Enough letters to tell where the words of a piece are. */
const LETTERS_OF_PIECE = 10;

/** Joins short runs: some programs draw each letter by itself. */
function piecesOf(runs: readonly TextRun[], isRightToLeft: boolean): SegmentPiece[] | undefined {
  if (runs.length === 1) return undefined;
  const pieces: SegmentPiece[] = [];
  for (const { text, x, right } of isRightToLeft ? runs.toReversed() : runs) {
    const letters = lettersIn(text);
    const open = pieces.at(-1);
    if (open && open.letters < LETTERS_OF_PIECE) {
      open.letters += letters;
      open.x = Math.min(open.x, x);
      open.right = Math.max(open.right, right);
    } else pieces.push({ letters, x, right });
  }
  return pieces.length > 1 ? pieces : undefined;
}

function close({ runs, text, right }: OpenSegment, isRightToLeft: boolean): Segment {
  const main = runs.reduce((longest, run) => (isLonger(run, longest) ? run : longest));
  const bold = runs.filter((run) => run.isBold);
  const pieces = piecesOf(runs, isRightToLeft);
  return {
    text: withArticles(withoutLetterSpacing(withoutInnerSpaces(text.replace(/\s+/g, ' ')))),
    x: runs[0]?.x ?? main.x,
    right,
    baseline: main.baseline,
    size: main.size,
    isBold: sum(bold) >= 0.9 * sum(runs),
    ...(pieces && { pieces }),
  };
}

/** Some programs write the ligature of lam and alef with its letters in the wrong order. It is certain where the article
 *  stands before a word with alef: no word begins with two alefs. */
const withArticles = (text: string): string =>
  text.includes('\u0627') ? text.replace(TWO_ALEFS, '$1\u0627\u0644$2') : text;

const TWO_ALEFS =
  /(?<![\u0621-\u064a])([\u0648\u0641\u0628\u0643]?)\u0627([\u0622\u0623\u0625\u0627])\u0644(?=[\u0621-\u064a])/g;

/** Letter-spaced text is one word. */
const withoutLetterSpacing = (text: string): string =>
  /^\p{L}(?: \p{L}){3,40}$/u.test(text) ? text.replaceAll(' ', '') : text;
