import { readFile } from 'node:fs/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { SourceFault } from '#ingestion/parse/source-fault.ts';

/** Adobe's CMaps for Chinese, Japanese and Korean, which PDFs name without bringing them (PDF 32000-1, 9.7.5.2). */
const CMAPS = new URL('./cmaps/', import.meta.url);

/** What pdf.js asks for besides the file. Of its own accord it would fetch it from the network. */
class Supplies {
  readonly #scripts = new Set<string>();

  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    // Without a font file pdf.js goes on with the widths that it knows.
    if (kind !== 'cMapUrl' || !/^[\w-]{1,40}\.bcmap$/.test(filename))
      throw new Error(`${filename} is not at hand.`);
    return new Uint8Array(await readFile(new URL(this.#fitting(filename), CMAPS)));
  }

  /** ReportLab writes Traditional Chinese as `UniGB-UCS2-H` in a font of Adobe-CNS1: its numbers are those of Adobe-GB1. Other
   *  fonts of the document keep the collection that they name. */
  #fitting(filename: string): string {
    if (filename !== 'Adobe-CNS1-UCS2.bcmap') {
      const script = /^Uni(GB|CNS|JIS|KS)\w*-/.exec(filename)?.[1];
      if (script) this.#scripts.add(script);
      return filename;
    }
    const isOnlyGb = this.#scripts.size === 1 && this.#scripts.has('GB');
    return isOnlyGb ? 'Adobe-GB1-UCS2.bcmap' : filename;
  }
}

/** Opens a PDF, hands it to `use` and frees its memory, whatever happens. The bytes stay as they are.
 *  Throws SourceFault `encrypted_file` for one that asks for a password, `unreadable_file` for one that is damaged;
 *  whatever `use` throws comes through. */
export async function withPdf<Result>(
  bytes: Uint8Array,
  use: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const { getDocument } = await getResolvedPDFJS();
  const task = getDocument({
    data: new Uint8Array(bytes), // pdf.js takes its buffer away
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    stopAtErrors: false,
    // No image is decoded for the sake of text.
    maxImageSize: 1,
    BinaryDataFactory: Supplies,
    ...NO_EVAL,
  });
  try {
    return await use(await task.promise.catch(refuse));
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

/** Newer versions of pdf.js evaluate nothing, and know no such option any more. */
const NO_EVAL: object = { isEvalSupported: false };

function refuse(error: unknown): never {
  if (error instanceof Error && error.name === 'PasswordException')
    throw new SourceFault(
      'encrypted_file',
      'parsing',
      'The PDF is password-protected. Remove the password and upload it again.',
      { cause: error },
    );
  throw unreadable(error);
}

export const unreadable = (cause?: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    'The PDF is damaged or incomplete. Check that it opens in a viewer, then upload it again.',
    { cause },
  );
