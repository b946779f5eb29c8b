import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorError } from '#lib/operator-error.ts';
import type { OcrEngine } from './scans.ts';

const BUNDLED = { eng: new URL('../../../../models/tesseract/eng.traineddata.gz', import.meta.url) };

/** The `tesseract` of the PATH if it knows all languages, which is faster; else the bundled one, with the data of
 *  `@tesseract.js-data` packages. Throws OperatorError for a language that neither has.
 *  environment: of programs; PATH is where it is looked for. */
export async function findOcrEngine(
  languages: readonly string[],
  environment: Record<string, string>,
): Promise<OcrEngine> {
  const program = programOf(environment['PATH'] ?? '');
  const known = program === undefined ? [] : await languagesOf(program, environment);
  if (program !== undefined && languages.every((language) => known.includes(language)))
    return { kind: 'native', program, languages, environment };
  const files = languages.map((language) => ({ language, path: trainedData(language) }));
  const missing = files.filter((file) => file.path === undefined).map(({ language }) => language);
  if (missing.length > 0)
    throw new OperatorError(
      `OCR_LANGUAGES: there is no data for ${missing.join(', ')}. Install ${missing
        .map((language) => `@tesseract.js-data/${language}`)
        .join(' and ')} with npm, or Tesseract with ${languages.join(', ')}, or leave ${
        missing.length === 1 ? 'it' : 'them'
      } out.`,
      { exitCode: 2 },
    );
  return { kind: 'bundled', files: files.map((file) => ({ ...file, path: file.path ?? '' })) };
}

function programOf(path: string): string | undefined {
  const names = process.platform === 'win32' ? ['tesseract.exe'] : ['tesseract'];
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** None if the program does not start. */
async function languagesOf(program: string, env: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(program, ['--list-langs'], { env, timeout: 10_000 }).catch(
    () => ({ stdout: '' }),
  );
  // The first line is a heading.
  return stdout
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}

function trainedData(language: string): string | undefined {
  if (language === 'eng') return fileURLToPath(BUNDLED.eng);
  const name = join('@tesseract.js-data', language, '4.0.0_best_int', `${language}.traineddata.gz`);
  const folders = createRequire(import.meta.url).resolve.paths('@tesseract.js-data/eng') ?? [];
  return [...folders, join(process.cwd(), 'node_modules')]
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));
}
