import { spawn } from 'node:child_process';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { grayMap } from './gray-map.ts';
import { type OcrEngine, PIXELS_PER_INCH, type ReadPage } from './scans.ts';
import { wordsOfTsv } from './words-of-tsv.ts';

const PAGE_SECONDS = 60;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Reads with the `tesseract` that is installed, one process a page. It takes about half of the time of the bundled one. */
export const nativeReader =
  ({ program, languages, environment }: OcrEngine & { kind: 'native' }): ReadPage =>
  async (image) => {
    const options = ['-l', languages.join('+'), '--oem', '1', '--psm', '3', '--dpi', String(PIXELS_PER_INCH)];
    return wordsOfTsv(
      await run({ program, environment }, ['stdin', 'stdout', ...options, 'tsv'], grayMap(image)),
    );
  };

type Program = Pick<OcrEngine & { kind: 'native' }, 'program' | 'environment'>;

const run = ({ program, environment }: Program, args: readonly string[], input: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      // More threads take more CPU for the same page, and other documents need it.
      env: { ...environment, OMP_THREAD_LIMIT: '1' },
      timeout: PAGE_SECONDS * 1_000,
      killSignal: 'SIGKILL',
    });
    const output: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else output.push(part);
    });
    child.stderr.on('data', (part: Buffer) => {
      complaint = (complaint + part.toString('utf8')).slice(0, 2_000);
    });
    // It may end before it has read everything, and then says why.
    child.stdin.on('error', () => {});
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output).toString('utf8'));
      else if (signal === 'SIGKILL') reject(pageTookTooLong());
      else reject(new Error(`tesseract ended with ${code ?? signal}: ${complaint.trim()}`));
    });
    child.stdin.end(input);
  });

const pageTookTooLong = (): SourceFault =>
  new SourceFault(
    'parse_timeout',
    'ocr',
    `OCR of one page took longer than ${PAGE_SECONDS} seconds, which is the limit. Scan the page again in black and white, or leave it out.`,
  );
