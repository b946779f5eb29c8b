import { describe, expect, it } from 'vitest';
import type { PreparedSource } from '#ingestion/prepare-source.ts';
import { arrived, departing } from './move-prepared.ts';

const prepared = (text: string): PreparedSource => ({
  text,
  outline: { headings: [], pages: [] },
  chunks: [],
  segment: Uint8Array.of(1, 2, 3),
  mimeType: 'text/plain',
  canonicalUrl: null,
  places: null,
});

describe('a prepared source between threads', () => {
  it.each([
    ['short', 'naïve 東京 😀'],
    ['long', 'naïve 東京 😀 \ufeff'.repeat(200_000)],
  ])('arrives as it departed when its text is %s', (_, text) => {
    const { source, buffers } = departing(prepared(text));
    const received = arrived(structuredClone(source, { transfer: buffers }));
    expect(received.text === text).toBe(true);
    expect(received.segment).toEqual(Uint8Array.of(1, 2, 3));
    expect(buffers.every((buffer) => buffer.byteLength === 0)).toBe(true);
  });
});
