import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { cjkCMap } from './cjk-cmaps.ts';

/** What pdf.js asks for besides the file; it would fetch it from the network or the disk. */
class Supplies {
  fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const cmap = kind === 'cMapUrl' ? cjkCMap(filename) : undefined;
    // Without a font file pdf.js reads on with the widths that it knows.
    return cmap ? Promise.resolve(cmap) : Promise.reject(new Error(`${filename} is not at hand`));
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
    cMapPacked: false,
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
