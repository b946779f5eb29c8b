/** Original content with its metadata, before parsing. */
export type OriginalContent = {
  bytes: Uint8Array;
  /** The declared media type. It decides only between kinds of text; otherwise it is not trusted. */
  mimeType: string | null;
  fileName: string | null;
  /** `text`: submitted as text in UTF-8; needs no detection. `file`: an upload. `web-page`: a fetched page; of HTML
   *  only the main content is read. */
  origin: 'text' | 'file' | 'web-page';
  /** The URL of a web page, after redirects. */
  url?: string;
};
