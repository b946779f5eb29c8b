import { SourceFault } from '#ingestion/parse/source-fault.ts';

/** The fault for an Office document in a format that is not read: from before 1997, or of another program. */
export const oldOfficeFault = (): SourceFault =>
  new SourceFault(
    'unsupported_format',
    'parsing',
    'The file is in an old Office format, from before Office 97 or of a program other than Word, Excel and PowerPoint. Save it as DOCX, XLSX, PPTX or PDF and upload it again.',
  );
