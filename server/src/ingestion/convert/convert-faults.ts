import { SourceFault } from '#ingestion/parse/source-fault.ts';

export const notConverted = (cause?: unknown): SourceFault =>
  new SourceFault(
    'unsupported_format',
    'parsing',
    'LibreOffice could not convert the file. Save it as DOCX, XLSX, PPTX or PDF and upload it again.',
    { cause },
  );

export const convertedTooSlowly = (seconds: number): SourceFault =>
  new SourceFault(
    'parse_timeout',
    'parsing',
    `Converting the document took longer than ${seconds} seconds, which is the limit. Save it as DOCX, XLSX, PPTX or PDF and upload it again.`,
  );

export const convertedTooLarge = (maxBytes: number): SourceFault =>
  new SourceFault(
    'too_large',
    'parsing',
    `The converted document is larger than ${maxBytes / 1024 / 1024} MB, which is the limit. Split it and add the parts.`,
  );
