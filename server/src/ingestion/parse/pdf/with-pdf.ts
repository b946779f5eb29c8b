import { readFile } from 'node:fs/promises';
import { getResolvedPDFJS } from 'unpdf';
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { withSignature } from './pdf-signature.ts';

/** Adobe's CMaps for Chinese, Japanese and Korean. PDFs refer to them without embedding them (PDF 32000-1, 9.7.5.2). */
const CMAPS = new URL('./cmaps/', import.meta.url);

/** The decoders of pdf.js for JPEG 2000, and for JBIG2 and CCITT, which office scanners write. */
const DECODERS = new URL('./decoders/', import.meta.url);

const WORKER = new URL('./decoders/pdf.worker.min.mjs', import.meta.url);

/** Serves the files that pdf.js needs besides the PDF. By default it would fetch them from the network. */
class Supplies {
  readonly #scripts = new Set<string>();

  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind === 'wasmUrl' && /^(?:jbig2|openjpeg)\.wasm$/.test(filename))
      return new Uint8Array(await readFile(new URL(filename, DECODERS)));
    // Without a font file, pdf.js uses its built-in widths.
    if (kind !== 'cMapUrl' || !/^[\w-]{1,40}\.bcmap$/.test(filename))
      throw new Error(`${filename} is not at hand.`);
    return new Uint8Array(await readFile(new URL(this.#fitting(filename), CMAPS)));
  }

  /** ReportLab writes Traditional Chinese as `UniGB-UCS2-H` in an Adobe-CNS1 font, but the character codes belong to
   *  Adobe-GB1. Other fonts of the document keep the collection that they name. */
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

let withDecoders: Promise<void> | undefined;

/** pdf.js with its own worker code, which runs in this thread. That of unpdf is the same but for the decoders of JPEG 2000,
 *  JBIG2 and CCITT, which it leaves out. Both must have one version: pdf.js refuses others. */
async function pdfjs() {
  const resolved = await getResolvedPDFJS();
  withDecoders ??= import(WORKER.href).then((worker: unknown) => {
    Object.assign(globalThis, { pdfjsWorker: worker });
  });
  await withDecoders;
  return resolved;
}

/** Opens a PDF, passes it to `use` and always frees its memory. The bytes are not changed. enableXfa: lays out a dynamic
 *  XFA form instead of its pages. hasPictures: decodes the pictures of the pages that are drawn, but for those above
 *  LIMITS.imagePixels. Throws SourceFault
 *  `encrypted_file` for a PDF that needs a password, `unreadable_file` for a damaged one. Errors of `use` pass through. */
export async function withPdf<Result>(
  bytes: Uint8Array,
  use: (pdf: PDFDocumentProxy) => Promise<Result>,
  { enableXfa = false, hasPictures = false }: { enableXfa?: boolean; hasPictures?: boolean } = {},
): Promise<Result> {
  const { getDocument } = await pdfjs();
  const task = getDocument({
    data: withSignature(bytes), // pdf.js takes its buffer away
    verbosity: 0,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: hasPictures,
    stopAtErrors: false,
    enableXfa,
    // Text extraction needs no images, so skip decoding them.
    maxImageSize: hasPictures ? LIMITS.imagePixels : 1,
    BinaryDataFactory: Supplies,
    ...NO_EVAL,
  });
  try {
    return await use(await task.promise.catch(refuse));
  } finally {
    await task.destroy().catch(() => undefined);
  }
}

/** Newer versions of pdf.js never use eval and no longer have this option. */
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
