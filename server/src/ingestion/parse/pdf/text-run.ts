/** A piece of text as drawn, with one font and one direction. Lengths are in points: x is measured along the text from
 *  the left edge of the page, baseline down from its top, both rotated so that the text is upright. */
export type TextRun = {
  text: string;
  x: number;
  right: number;
  baseline: number;
  size: number;
  isBold: boolean;
  isRightToLeft: boolean;
  /** True if a space was drawn before it, or if the gap is as wide as one. */
  hasSpaceBefore: boolean;
};

/** The text of a page in one direction. width and height: of the page, rotated like its text. turn: how it was rotated. */
export type PagePart = { width: number; height: number; runs: TextRun[]; turn: Turn };

/** Where some letters of a segment are, see text/places/letters.ts. */
export type SegmentPiece = { letters: number; x: number; right: number };

/** A rotation of the displayed page by an angle in degrees, after which its top left corner is at (left, top). */
export type Turn = { angle: number; left: number; top: number };

/** A rectangle in points. */
export type Rect = { left: number; top: number; right: number; bottom: number };

/** Part of a line without a wide gap. */
export type Segment = Pick<TextRun, 'text' | 'x' | 'right' | 'baseline' | 'size' | 'isBold'> & {
  /** True for a form field with its label. */
  isField?: boolean;
  /** The pieces that it was drawn in, in the order of the text, if there are several. */
  pieces?: readonly SegmentPiece[];
};

/** The segments of one baseline, from left to right; never empty. */
export type Row = { segments: Segment[]; baseline: number; size: number };
