/** The result of a parser: the extracted text, and blocks that tile it in order. */
export type ParsedDocument = {
  /** The extracted text. Every offset in the service counts UTF-16 code units into this string. */
  text: string;
  /** In order and without overlaps; text between blocks is only white space. */
  blocks: Block[];
  /** The title in the document, if its format has one. */
  title?: string;
  /** The canonical URL of a web page. */
  canonicalUrl?: string;
  /** The number of pages or slides, in formats that have them, including pages without text. */
  pageCount?: number;
  /** Where the text is in the original: of text/places/places-writer.ts. */
  places?: Uint8Array<ArrayBuffer> | undefined;
};

export type Block = {
  kind: 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code';
  start: number;
  end: number;
  /** The level of a heading; 1 is the highest. */
  level?: number;
  /** The page or slide number, from 1, in formats that have them. */
  page?: number;
};
