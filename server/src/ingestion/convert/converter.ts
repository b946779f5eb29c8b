import type { Target } from './convertible.ts';

/** Converts a document to a format that Footnote reads. extension: of the original file, from the list of convertible
 *  ones. Throws SourceFault for content that cannot be converted in time, or is too large when it is. */
export type Converter = (
  document: { bytes: Uint8Array; extension: string; target: Target },
  signal: AbortSignal,
) => Promise<{ bytes: Uint8Array; extension: Target }>;

/** seconds: for the conversion. maxBytes: of the result. */
export type ConverterLimits = { seconds: number; maxBytes: number };
