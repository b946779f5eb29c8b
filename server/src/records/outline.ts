/** What is kept of the structure of a text, beside it. */
export type Outline = {
  title?: string;
  headings: { start: number; end: number; level: number; text: string }[];
  pages: { page: number; start: number }[];
  /** Absent in what older versions indexed. */
  shapes?: Shape[];
};

/** A part of the text that is no paragraph and no heading. `isLines`: each line is an item, a row or a line of code of its own. */
export type Shape = { kind: 'list-item' | 'table-row' | 'code'; start: number; end: number; isLines?: true };
