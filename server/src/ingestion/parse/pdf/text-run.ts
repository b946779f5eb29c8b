/** A piece of text as it was drawn: one font, one direction. Lengths are points; x runs along the text from the left
 *  edge of the page, baseline down from its top, both turned so that the text stands upright. */
export type TextRun = {
  text: string;
  x: number;
  right: number;
  baseline: number;
  size: number;
  isBold: boolean;
  isRightToLeft: boolean;
  /** A space was drawn before it, or is meant by the gap. */
  hasSpaceBefore: boolean;
};

/** What of a page is written in one direction. width and height: of the page, turned as its text is. */
export type PagePart = { width: number; height: number; runs: TextRun[] };

/** A stretch of one line without a wide gap. */
export type Segment = Pick<TextRun, 'text' | 'x' | 'right' | 'baseline' | 'size' | 'isBold'>;

/** What stands on one baseline, from left to right; never empty. */
export type Row = { segments: Segment[]; baseline: number; size: number };
