import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonBounds } from './json-bounds.ts';

const LIMITS = { tokens: 1_000, depth: 64 };

/** Feeds a text to jsonBounds in parts of this many bytes. */
function read(text: string, limits = LIMITS, partBytes = 7): void {
  const check = jsonBounds(limits);
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length; from += partBytes) check(bytes.subarray(from, from + partBytes));
}

/** Counts commas, colons and opening brackets in the value itself. */
function tokensOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  const separators = Math.max(0, parts.length - 1) + (Array.isArray(value) ? 0 : parts.length);
  return 1 + separators + parts.reduce((sum: number, part) => sum + tokensOf(part), 0);
}

describe('jsonBounds', () => {
  it('counts tokens outside strings, however the bytes are split into chunks', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 1, max: 20 }), (value, partBytes) => {
        const text = JSON.stringify(value);
        const tokens = tokensOf(JSON.parse(text));
        read(text, { tokens, depth: 64 }, partBytes);
        if (tokens > 0)
          expect(() => read(text, { tokens: tokens - 1, depth: 64 }, partBytes)).toThrow(
            /at most about [\d,]+ keys and values\. Split/,
          );
      }),
    );
  });

  it('ignores quotes, backslashes and brackets in strings', () => {
    for (const text of ['{[,:', '"', '\\', '\\"', '\\\\"{', '中"[', '\u2028{', '😀\\'])
      for (let partBytes = 1; partBytes < 6; partBytes++)
        read(JSON.stringify([text]), { tokens: 1, depth: 1 }, partBytes);
  });

  it('accepts 64 levels of nesting and refuses 65', () => {
    read('['.repeat(64) + ']'.repeat(64));
    read(`[${'[],'.repeat(400)}[]]`);
    expect(() => read('['.repeat(65))).toThrow('nested more than 64 levels deep');
    expect(() => read('{"a":'.repeat(65))).toThrow('nested more than 64 levels deep');
  });
});
