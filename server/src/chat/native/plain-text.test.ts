import { describe, expect, it } from 'vitest';
import { PlainText } from './plain-text.ts';

const MARKDOWN = [
  '## Prices',
  '',
  'The **pump** costs `30 euros`, see [prices](https://shop.example/prices) and 2*3*4, snake_case__x.',
  '- *Oil* is extra',
  '',
  '| Plan | Price |',
  '| --- | --- |',
  '| Basic | 10 **euros** |',
  '',
  '```sh',
  'pump **--start** | tee `log`',
  '```',
  '> said the manual',
].join('\n');

const PLAIN = [
  'Prices',
  '',
  'The pump costs 30 euros, see prices (https://shop.example/prices) and 2*3*4, snake_case__x.',
  '- Oil is extra',
  '',
  'Plan – Price',
  'Basic – 10 euros',
  '',
  'pump **--start** | tee `log`',
  'said the manual',
].join('\n');

const read = (pieces: readonly string[]) => {
  const plain = new PlainText();
  const text = pieces.map((piece) => plain.push(piece)).join('') + plain.end();
  return { plain, text };
};

describe('plain text of Markdown', () => {
  it('has no marks, except in code', () => {
    expect(read([MARKDOWN]).text).toBe(PLAIN);
  });

  it('is the same in any pieces', () => {
    for (const size of [1, 3, 7, 50]) {
      const pieces = MARKDOWN.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(read(pieces).text).toBe(PLAIN);
    }
  });

  it('says where words of the Markdown stand', () => {
    const { plain } = read([MARKDOWN]);
    for (const words of ['Prices', 'pump', '30 euros', 'is extra', 'Basic', 'pump **--start**', 'said the']) {
      const from = plain.offsetOf(MARKDOWN.indexOf(words));
      expect(PLAIN.slice(from, from + words.length)).toBe(words);
    }
    expect(plain.offsetOf(MARKDOWN.length)).toBe(PLAIN.length);
    expect(plain.offsetOf(0)).toBe(0);
  });

  it('keeps a text without marks', () => {
    const text = 'One line.\n\nAnother: 5 * 3, a_b, C#.\n';
    expect(read([text]).text).toBe(text);
  });

  it('reads hostile lines', () => {
    for (const sign of ['`', '*', '[', '**a', '|', '[a](', '_', '__a'])
      expect(read([sign.repeat(5_000)]).text.length).toBeLessThanOrEqual(5_000 * (sign.length + 3));
  });
});
