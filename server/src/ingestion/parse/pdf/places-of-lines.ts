import { lettersIn } from '#text/places/letters.ts';
import type { Flow, PieceOfText, Place } from '#text/places/place.ts';
import { ontoPage } from './page-parts.ts';
import type { Line } from './paragraphs.ts';
import { rectOfLine } from './rects.ts';
import type { PageRows } from './repeated-lines.ts';
import type { Rect, Segment, SegmentPiece } from './text-run.ts';

type OnPage = Pick<PageRows, 'page' | 'turn' | 'view'>;

/** Where the lines of a block are on their page. */
export const placeOfLines = (lines: readonly Line[], { page, turn, view }: OnPage): Place => ({
  kind: 'page',
  page: { ...view, page },
  pieces: lines.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      piecesOf(segment).map(({ letters, x, right }): PieceOfText => {
        const { baseline, size } = segment;
        const rect = ontoPage(rectOfLine({ x, right, baseline, size }), turn);
        return { letters, box: boxOf(rect), flow: FLOWS[turn.angle] ?? 'whole' };
      }),
    ),
  ),
});

/** Where a row of a table is. Its text has the column names too, so that nothing is known of its cells. */
export const placeOfRow = (text: string, rect: Rect, { page, turn, view }: OnPage): Place => ({
  kind: 'page',
  page: { ...view, page },
  pieces: [{ letters: lettersIn(text), box: boxOf(ontoPage(rect, turn)), flow: 'whole' }],
});

/** Notes of the page are added to the text of some segments, which then count as a whole. */
function piecesOf({ text, x, right, pieces }: Segment): readonly SegmentPiece[] {
  const letters = lettersIn(text);
  const known = pieces?.reduce((total, piece) => total + piece.letters, 0);
  return pieces && known === letters ? pieces : [{ letters, x, right }];
}

const boxOf = ({ left, top, right, bottom }: Rect) => ({
  x: left,
  y: top,
  width: right - left,
  height: bottom - top,
});

const FLOWS: Record<number, Flow> = { 0: 'right', 90: 'down', 180: 'left', 270: 'up' };
