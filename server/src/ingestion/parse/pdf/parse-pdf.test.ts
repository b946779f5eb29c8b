import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { parsePdf } from './parse-pdf.ts';

const fixtures = fileURLToPath(new URL('../../../../tests/fixtures/', import.meta.url));
const read = (path: string): Uint8Array => new Uint8Array(readFileSync(`${fixtures}${path}`));
const parse = (bytes: Uint8Array) => parsePdf({ bytes, mimeType: null, fileName: 'a.pdf', origin: 'file' });

describe('a PDF that cannot be read', () => {
  it.each([
    [
      'user-password',
      'encrypted_file',
      'The PDF is password-protected. Remove the password and upload it again.',
    ],
    [
      'scan-without-text',
      'no_text',
      'The PDF has 3 pages but no text layer, like a scan, and OCR is off (OCR=off). Run OCR on it and upload the result.',
    ],
    [
      'dynamic-xfa-form',
      'no_text',
      'The PDF is a dynamic XFA form without text in its pages. Print it to a PDF and upload that.',
    ],
    [
      'too-many-pages',
      'too_many_pages',
      'The PDF has 2001 pages. The limit is 2000. Split it and add the parts.',
    ],
    [
      'page-that-repeats-itself',
      'too_large',
      'Page 1 of the PDF has more than 100000 pieces of text, which is the limit. Remove the page and upload the PDF again.',
    ],
    ...['no-pages', 'cut-short', 'no-pdf-but-its-mark'].map((name) => [
      name,
      'unreadable_file',
      'The PDF is damaged or incomplete. Check that it opens in a viewer, then upload it again.',
    ]),
  ])('%s is refused as %s', { timeout: 60_000 }, async (name, code, message) => {
    const fault = await parse(read(`damaged/pdf/${name}.pdf`)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SourceFault);
    expect(fault).toMatchObject({ code, stage: 'parsing', message, isRetryable: false });
  });

  it('has a test for each file of the folder', () => {
    expect(readdirSync(`${fixtures}damaged/pdf`)).toHaveLength(8);
  });
});

describe('reading a PDF', () => {
  it('does not change the bytes, and gives the same result twice', async () => {
    const bytes = read('documents/pdf/table.pdf');
    const before = bytes.slice();
    const first = await parse(bytes);
    expect(bytes).toEqual(before);
    expect(await parse(bytes)).toEqual(first);
  });

  it('writes nothing to the console, even for a damaged file', async () => {
    const write = vi.spyOn(process.stderr, 'write');
    const warn = vi.spyOn(console, 'warn');
    const log = vi.spyOn(console, 'log');
    await parse(read('damaged/pdf/cut-short.pdf')).catch(() => undefined);
    await parse(read('documents/pdf/japanese-shift-jis.pdf'));
    for (const spy of [write, warn, log]) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
  });

  it('ends every paragraph at the end of its page', async () => {
    const { blocks, text, pageCount } = await parse(read('documents/pdf/two-columns.pdf'));
    expect(pageCount).toBe(3);
    const first = blocks.findLast(({ page }) => page === 1);
    const second = blocks.find(({ page }) => page === 2);
    expect(text.slice(first?.start, first?.end)).toMatch(/more than$/);
    expect(text.slice(second?.start, second?.end)).toBe('a century.');
  });

  it.each(['documents/pdf/table.pdf', 'documents/pdf/libreoffice.pdf'])(
    'yields a document or a fault when bytes of %s are wrong or missing',
    { timeout: 120_000 },
    async (path) => {
      const original = read(path);
      for (let seed = 1; seed <= 32; seed += 1) {
        const random = generator(seed);
        const started = performance.now();
        const outcome = await parse(damaged(original, random)).catch((error: unknown) => error);
        expect(performance.now() - started, `seed ${seed}`).toBeLessThan(10_000);
        if (!(outcome instanceof SourceFault)) expect(outcome, `seed ${seed}`).toHaveProperty('blocks');
      }
    },
  );
});

/** Pseudo-random numbers in [0, 1), reproducible by seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A damaged copy: up to forty bytes changed, or a piece cut out of the middle or off the end. */
function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const at = (length: number): number => Math.floor(random() * length);
  const kind = at(3);
  if (kind === 0) {
    const changed = bytes.slice();
    for (let count = 1 + at(40); count > 0; count -= 1) changed[at(changed.length)] = at(256);
    return changed;
  }
  const from = at(bytes.length);
  const to = kind === 1 ? bytes.length : from + at(bytes.length - from);
  return Uint8Array.from([...bytes.subarray(0, from), ...bytes.subarray(to)]);
}
