import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { truncateJson } from './truncate-json.ts';

const MAX_BYTES = 4_096;
const text = fc.string({ unit: fc.constantFrom('a', '"', '\u0001', '漢', '🏖'), maxLength: 3_000 });

describe('truncateJson', () => {
  it('does not change an object that fits', () => {
    const value = { name: 'Pier', tags: ['a'.repeat(3_000)], size: 1, parent: null };
    expect(JSON.parse(truncateJson(value, MAX_BYTES))).toEqual(value);
  });

  it('truncates any object to fit, names the fields it cut, and keeps the rest', () => {
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 5 }), (name, prompt, tags) => {
        const value = { id: 'src_1', name, prompt, tags, error: { message: prompt }, count: 7 };
        const json = truncateJson(value, MAX_BYTES);
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_BYTES);
        expect(json.isWellFormed()).toBe(true);
        const { truncated = [], ...rest } = JSON.parse(json);
        for (const [field, whole] of Object.entries(value)) {
          if (!truncated.includes(field)) expect(rest[field]).toEqual(whole);
          else if (typeof whole === 'string') {
            expect(rest[field]).toMatch(/…$/);
            expect(whole.startsWith(rest[field].slice(0, -1))).toBe(true);
          }
        }
        expect(truncated.length > 0).toBe(Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES);
      }),
    );
  });

  it('throws when truncating is not enough', () => {
    expect(() => truncateJson({ list: Array(2_000).fill('abcd') }, MAX_BYTES)).toThrow(
      'does not fit into 4096 bytes',
    );
  });
});
