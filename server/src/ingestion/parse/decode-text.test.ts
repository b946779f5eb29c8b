import { describe, expect, it } from 'vitest';
import { decodeText, looksBinary } from './decode-text.ts';

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') =>
  new Uint8Array(Buffer.from(text, encoding));

describe('decodeText', () => {
  it('reads UTF-8 and UTF-16, with and without a byte order mark', () => {
    expect(decodeText(bytesOf('\ufeffnaïve'))).toEqual({ text: 'naïve', encoding: 'utf-8' });
    expect(decodeText(bytesOf('naïve 東京'))).toEqual({ text: 'naïve 東京', encoding: 'utf-8' });
    expect(decodeText(bytesOf('\ufeffnaïve', 'utf16le'))).toEqual({ text: 'naïve', encoding: 'utf-16le' });
    expect(decodeText(bytesOf('plain words', 'utf16le'))).toEqual({
      text: 'plain words',
      encoding: 'utf-16le',
    });
    const swapped = new Uint8Array(Buffer.from('plain words', 'utf16le').swap16());
    expect(decodeText(swapped)).toEqual({ text: 'plain words', encoding: 'utf-16be' });
  });

  it('guesses legacy encodings', () => {
    expect(decodeText(bytesOf('café à la crème, très sucré et déjà prêt', 'latin1')).text).toContain(
      'café à la crème',
    );
    const shiftJis = Uint8Array.from([
      0x93, 0x8c, 0x8b, 0x9e, 0x82, 0xcc, 0x93, 0x56, 0x8b, 0x43, 0x82, 0xcd, 0x82, 0xa2, 0x82, 0xa2,
    ]);
    expect(
      decodeText(Uint8Array.from({ length: 160 }, (_, index) => shiftJis[index % 16] ?? 0)).text,
    ).toContain('東京の天気は');
  });

  it('reads UTF-8 with a broken byte as UTF-8', () => {
    const bytes = bytesOf('Die Brücke über die Straße – „gesperrt“. '.repeat(3));
    bytes[bytes.indexOf(0xc3)] = 0xff;
    expect(decodeText(bytes)).toMatchObject({
      encoding: 'utf-8',
      text: expect.stringContaining('Straße – „gesperrt“'),
    });
    // The head of a file may end inside a character.
    expect(decodeText(bytesOf('naïve façade über é').subarray(0, -1)).text).toBe('naïve façade über �');
  });

  it('finds the encoding behind a long stretch of ASCII', () => {
    const text = `${'Plain English words. '.repeat(10_000)}Le comité s\u0092est réuni à Genève en février.`;
    expect(decodeText(bytesOf(text, 'latin1')).text).toContain('comité s’est réuni à Genève');
  });

  it('reads a sentence with few accents as Western instead of a rare encoding', () => {
    for (const text of [
      'He said it\u0092s fine.',
      'Résumé',
      'The price is £12 \u0096 or less.',
      'Temperature: 21°C',
    ])
      expect(decodeText(bytesOf(text, 'latin1')).encoding).toBe('windows-1252');
  });

  it('never throws on random bytes', () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8' });
    expect(() =>
      decodeText(Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 256)),
    ).not.toThrow();
  });
});

describe('looksBinary', () => {
  it('is true for known binary formats and control characters', () => {
    for (const start of ['%PDF-1.7', 'PK\x03\x04', '\x89PNG\r\n', '\x7fELF'])
      expect(looksBinary(bytesOf(start, 'latin1'))).toBe(true);
    expect(looksBinary(Uint8Array.from({ length: 1_000 }, (_, index) => (index * 7_919) % 256))).toBe(true);
  });

  it('is false for text in any encoding', () => {
    expect(looksBinary(bytesOf('Words.\r\n\tMore.'))).toBe(false);
    expect(looksBinary(bytesOf('plain words', 'utf16le'))).toBe(false);
    expect(looksBinary(bytesOf('café', 'latin1'))).toBe(false);
    expect(looksBinary(new Uint8Array())).toBe(false);
  });
});
