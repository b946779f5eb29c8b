/** Where a text comes from in the original, block by block, as parsers tell it. */
export type Place =
  | { kind: 'page'; page: PageOfPlaces; pieces: readonly PieceOfText[] }
  | ({ kind: 'cells' } & CellsOfRow)
  | { kind: 'anchor'; id: string };

/** A page as it is displayed. Lengths are in points. */
export type PageOfPlaces = {
  page: number;
  width: number;
  height: number;
  /** The mean confidence of its words, 0 to 100, if OCR read it. */
  confidence?: number | undefined;
};

/** A rectangle in points, from the top left of the page as it is displayed. */
export type Box = { x: number; y: number; width: number; height: number };

/** The direction in which a piece is read on the page, from left to right for a language that is written so. Nothing is
 *  known of where the characters of a `whole` piece are. */
export const FLOWS = ['right', 'down', 'left', 'up', 'whole'] as const;
export type Flow = (typeof FLOWS)[number];

/** A piece of a line as drawn. letters: see lettersIn. The pieces of a block come in the order of its text. */
export type PieceOfText = { letters: number; box: Box; flow: Flow };

/** The filled cells of a row. row: from 1. left, right: the first and last column, from 0. sheet: empty in files without
 *  sheets. */
export type CellsOfRow = { sheet: string; row: number; left: number; right: number };
