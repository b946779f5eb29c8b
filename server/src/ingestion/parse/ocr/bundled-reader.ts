import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { grayMap } from './gray-map.ts';
import { type OcrEngine, PIXELS_PER_INCH, type ReadPage } from './scans.ts';
import { wordsOfTsv } from './words-of-tsv.ts';

const GLUE = new URL('../../../../models/tesseract/tesseract-core-simd-lstm.cjs', import.meta.url);
const MODULE = new URL('../../../../models/tesseract/tesseract-core-simd-lstm.wasm', import.meta.url);

/** What is used of Tesseract's C++ interface, which the module has under the same names. */
type TesseractModule = {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Tesseract;
};
type Tesseract = {
  Init(dataPath: string | null, languages: string, engineMode: number): number;
  SetPageSegMode(mode: number): void;
  SetVariable(name: string, value: string): void;
  /** Reads `/input`. Returns 1 if that is no picture. */
  SetImageFile(exifOrientation: number, angle: number): number;
  Recognize(monitor: null): number;
  GetTSVText(page: number): string;
  Clear(): void;
};

const LSTM_ONLY = 1;
/** Finds blocks, columns and lines by itself, without turning the page. */
const PSM_AUTO = 3;

/** Reads with the Tesseract that is bundled as WebAssembly. It computes in this thread. */
export async function openBundledReader({ files }: OcrEngine & { kind: 'bundled' }): Promise<ReadPage> {
  let open = await openTesseract(files);
  return async (image) => {
    const { module, tesseract } = open;
    try {
      module.FS.writeFile('/input', grayMap(image));
      if (tesseract.SetImageFile(1, 0) === 1) throw new Error('Tesseract refused the picture of a page.');
      tesseract.Recognize(null);
      const tsv = tesseract.GetTSVText(0);
      tesseract.Clear();
      return wordsOfTsv(tsv);
    } catch (error) {
      // A module that has failed is in no state to go on.
      open = await openTesseract(files);
      throw error;
    }
  };
}

async function openTesseract(
  files: readonly { language: string; path: string }[],
): Promise<{ module: TesseractModule; tesseract: Tesseract }> {
  const load = createRequire(import.meta.url)(fileURLToPath(GLUE)) as (
    options: object,
  ) => Promise<TesseractModule>;
  const module = await load({
    wasmBinary: readFileSync(MODULE),
    print: () => {},
    printErr: () => {},
    TesseractProgress: () => {},
  });
  for (const { language, path } of files) {
    const data = readFileSync(path);
    module.FS.writeFile(`./${language}.traineddata`, path.endsWith('.gz') ? gunzipSync(data) : data);
  }
  const tesseract = new module.TessBaseAPI();
  const languages = files.map(({ language }) => language).join('+');
  if (tesseract.Init(null, languages, LSTM_ONLY) !== 0)
    throw new Error(`Tesseract could not load the languages ${languages}.`);
  tesseract.SetPageSegMode(PSM_AUTO);
  tesseract.SetVariable('user_defined_dpi', String(PIXELS_PER_INCH));
  tesseract.SetVariable('debug_file', '/dev/null');
  return { module, tesseract };
}
