/** Original content with what is known of it before it is read. */
export type OriginalContent = {
  bytes: Uint8Array;
  /** What came with it; never trusted, except between kinds of text. */
  mimeType: string | null;
  fileName: string | null;
  /** `text`: given as text, in UTF-8, nothing to find out. `file`: an upload. `web-page`: fetched, so that of HTML only
   *  the main content counts. */
  origin: 'text' | 'file' | 'web-page';
  /** Where a web page was found, after redirects. */
  url?: string;
};
