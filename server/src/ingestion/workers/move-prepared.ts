import type { PreparedSource } from '#ingestion/prepare-source.ts';

/** A prepared source on its way between threads. */
export type MovedSource = Omit<PreparedSource, 'text'> & {
  /** In UTF-8 when it is long. */
  text: string | Uint8Array<ArrayBuffer>;
};

/** Shorter texts are copied faster than encoded. */
const LONG_CHARACTERS = 1024 * 1024;

/** Makes a prepared source ready to leave its thread, with the buffers that move instead of being copied: to copy a text
 *  of 50 MB between threads takes 200 MB for a moment. */
export function departing(prepared: PreparedSource): { source: MovedSource; buffers: ArrayBuffer[] } {
  const { text, segment } = prepared;
  const buffers = segment.buffer instanceof ArrayBuffer ? [segment.buffer] : [];
  if (text.length < LONG_CHARACTERS) return { source: prepared, buffers };
  const encoded = new TextEncoder().encode(text);
  return { source: { ...prepared, text: encoded }, buffers: [...buffers, encoded.buffer] };
}

/** The prepared source as it was. */
export const arrived = (source: MovedSource): PreparedSource => ({
  ...source,
  text:
    typeof source.text === 'string'
      ? source.text
      : new TextDecoder('utf-8', { ignoreBOM: true }).decode(source.text),
});
