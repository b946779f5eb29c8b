/** What a parser makes of a document: the extracted text, and blocks that tile it in order. */
export type ParsedDocument = {
  /** The extracted text. Every offset in the service counts UTF-16 code units into this string. */
  text: string;
  /** In order, not overlapping; text between blocks is white space only. */
  blocks: Block[];
  /** What the document calls itself, where its format can say. */
  title?: string;
  /** The address that a web page names as its own. */
  canonicalUrl?: string;
  /** The number of pages or slides, in formats that have them; known also when they hold no text. */
  pageCount?: number;
};

export type Block = {
  kind: 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';
  start: number;
  end: number;
  /** The level of a heading; 1 is the highest. */
  level?: number;
  /** From 1, where the format has pages; the number of a slide. */
  page?: number;
};
