import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  TextLayer,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerUrl;

/** Fonts, character maps and decoders that PDFs may need; vite.config.ts puts them there. */
const FOLDER = `/assets/pdfjs-${version}/`;

export type Pdf = PDFDocumentProxy;

/** Of a file of more than two, only what is shown is loaded. */
const RANGE_BYTES = 256 * 1024;

/** Opens a PDF. Nothing of it runs: forms and scripts stay pictures. Throws the errors of PDF.js. */
export function openPdf(url: string): { pdf: Promise<Pdf>; close: () => void } {
  const task = getDocument({
    url,
    cMapUrl: `${FOLDER}cmaps/`,
    standardFontDataUrl: `${FOLDER}standard_fonts/`,
    wasmUrl: `${FOLDER}wasm/`,
    iccUrl: `${FOLDER}iccs/`,
    enableXfa: false,
    // The same letters on every machine.
    useSystemFonts: false,
    // Whole pages are read when they are near.
    disableAutoFetch: true,
    // Otherwise the first request brings the whole file, whatever is shown.
    disableStream: true,
    rangeChunkSize: RANGE_BYTES,
    maxImageSize: 50_000_000,
    verbosity: 0,
  });
  return { pdf: task.promise, close: () => void task.destroy() };
}

/** More pixels than a screen shows take the memory of a tab. */
const MOST_PIXELS = 16_000_000;

/** Draws a page into a canvas and its text into a layer above. `scale`: CSS pixels of a point. Returns how to stop. */
export function drawPage(
  page: PDFPageProxy,
  { canvas, layer, scale }: { canvas: HTMLCanvasElement; layer: HTMLElement; scale: number },
): { done: Promise<void>; cancel: () => void } {
  const viewport = page.getViewport({ scale });
  const { width, height } = viewport;
  const density = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (width * height)));
  // Drawn aside, so that the old picture stays until the new one is there.
  const fresh = document.createElement('canvas');
  fresh.width = Math.max(1, Math.floor(width * density));
  fresh.height = Math.max(1, Math.floor(height * density));
  const picture = page.render({ canvas: fresh, viewport, transform: [density, 0, 0, density, 0, 0] });
  layer.replaceChildren();
  const text = new TextLayer({
    textContentSource: page.streamTextContent({ includeMarkedContent: true }),
    container: layer,
    viewport,
  });
  const shown = picture.promise.then(() => {
    canvas.width = fresh.width;
    canvas.height = fresh.height;
    canvas.getContext('2d')?.drawImage(fresh, 0, 0);
    // Browsers keep the memory of a canvas for long.
    fresh.width = 0;
    fresh.height = 0;
  });
  const done = Promise.all([shown, text.render()]).then(
    () => {},
    (error: unknown) => {
      if (!(error instanceof RenderingCancelledException) && (error as Error).name !== 'AbortException')
        throw error;
    },
  );
  return {
    done,
    cancel: () => {
      picture.cancel();
      text.cancel();
    },
  };
}
