import { readFile } from 'node:fs/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { SourceFault } from '#ingestion/parse/source-fault.ts';

/** Adobe's CMaps for Chinese, Japanese and Korean, which PDFs name without bringing them (PDF 32000-1, 9.7.5.2). */
const CMAPS = new URL('./cmaps/', import.meta.url);
/** The collection whose characters a Unicode CMap numbers, by the script in its name. */
const COLLECTIONS: Record<string, string> = { GB: 'GB1', CNS: 'CNS1', JIS: 'Japan1', KS: 'Korea1' };

/** What pdf.js asks for besides the file. Of its own accord it would fetch it from the network. */
class Supplies {
  readonly #scripts = new Set<string | undefined>();

  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    // Without a font file pdf.js goes on with the widths that it knows.
    if (kind !== 'cMapUrl' || !/^[\w-]{1,40}\.bcmap$/.test(filename))
      throw new Error(`${filename} is not at hand.`);
    return new Uint8Array(await readFile(new URL(this.#fitting(filename), CMAPS)));
  }

  /** ReportLab writes Traditional Chinese as `UniGB-UCS2-H` in a font of Adobe-CNS1: its numbers are those of Adobe-GB1. */
  #fitting(filename: string): string {
    if (!filename.endsWith('-UCS2.bcmap')) {
      this.#scripts.add(/^Uni(GB|CNS|JIS|KS)\w*-/.exec(filename)?.[1]);
      return filename;
    }
    const [script] = this.#scripts;
    const collection = this.#scripts.size === 1 ? COLLECTIONS[script ?? ''] : undefined;
    return collection ? `Adobe-${collection}-UCS2.bcmap` : filename;
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
      'The PDF is protected by a password; remove the protection and add it again.',
      { cause: error },
    );
  throw unreadable(error);
}

export const unreadable = (cause?: unknown): SourceFault =>
  new SourceFault(
    'unreadable_file',
    'parsing',
    'The PDF is damaged or incomplete: check that it opens in a viewer, and add it again.',
    { cause },
  );
