import { describe, expect, it } from 'vitest';
import { makePdf } from '../../../../tests/helpers/make-pdf.ts';
import { parse } from '../parse.ts';

const whole = Buffer.from(makePdf([{ texts: [{ text: 'The lamp burns.', x: 50, y: 700 }] }])).toString(
  'latin1',
);
const read = (file: string) =>
  parse({
    bytes: new Uint8Array(Buffer.from(file, 'latin1')),
    mimeType: null,
    fileName: 'a.pdf',
    origin: 'file',
  });

describe('a file named .pdf', () => {
  it.each([
    ['with other bytes before the signature', `${'X-Header: value\r\n'.repeat(20)}${whole}`],
    ['with a damaged signature', whole.replace('%PDF-', '%PDF')],
    ['without a signature', whole.slice(whole.indexOf('\n') + 1)],
  ])('%s is read as a PDF', async (_, file) => {
    expect(await read(file)).toMatchObject({ format: 'pdf', text: 'The lamp burns.' });
  });

  it('that is plain text about a PDF is refused', async () => {
    await expect(read('1 0 obj is how an object of a PDF begins.')).rejects.toMatchObject({
      code: 'unsupported_format',
    });
  });
});
