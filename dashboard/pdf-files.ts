import { createReadStream, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const { version } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as { version: string };

/** Where pdf-engine.ts looks for them. The version is in the path, because browsers keep assets for a year. */
const PREFIX = `assets/pdfjs-${version}/`;

/** Character maps, fonts in place of those that a PDF leaves out, colour profiles and decoders, with their licences. Not what runs
 *  the scripts of a PDF, nor decoders for browsers without WebAssembly. */
const wanted = (name: string): boolean => !/quickjs|nowasm/.test(name);
const FILES = ['cmaps', 'standard_fonts', 'iccs', 'wasm'].flatMap((folder) =>
  readdirSync(join(FOLDER, folder))
    .filter(wanted)
    .map((name) => `${folder}/${name}`),
);

/** Serves the files that PDF.js loads by name. */
export const pdfFiles = (): Plugin => ({
  name: 'pdf-files',
  generateBundle() {
    for (const file of FILES)
      this.emitFile({
        type: 'asset',
        fileName: `${PREFIX}${file}`,
        source: readFileSync(join(FOLDER, file)),
      });
  },
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const file = request.url?.startsWith(`/${PREFIX}`) && request.url.slice(PREFIX.length + 1);
      if (!file || !FILES.includes(file)) next();
      else createReadStream(join(FOLDER, file)).pipe(response);
    });
  },
});
