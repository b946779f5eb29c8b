import type { PreparedSource } from '#ingestion/prepare-source.ts';

/** A prepared source in transit between threads. */
export type MovedSource = Omit<PreparedSource, 'text'> & {
  /** UTF-8 bytes if it is long. */
  text: string | Uint8Array<ArrayBuffer>;
};

/** Copying a shorter text is faster than encoding it. */
const LONG_CHARACTERS = 1024 * 1024;

/** Makes a prepared source ready to leave its thread. Returns it with the buffers to move instead of copying: copying a
 *  text of 50 MB between threads takes 200 MB for a moment. */
export function departing(prepared: PreparedSource): { source: MovedSource; buffers: ArrayBuffer[] } {
  const { text, segment, places } = prepared;
  const buffers = segment.buffer instanceof ArrayBuffer ? [segment.buffer] : [];
  if (places) buffers.push(places.buffer);
  if (text.length < LONG_CHARACTERS) return { source: prepared, buffers };
  const encoded = new TextEncoder().encode(text);
  return { source: { ...prepared, text: encoded }, buffers: [...buffers, encoded.buffer] };
}

/** Restores a prepared source after the move. */
export const arrived = (source: MovedSource): PreparedSource => ({
  ...source,
  text:
    typeof source.text === 'string'
      ? source.text
      : new TextDecoder('utf-8', { ignoreBOM: true }).decode(source.text),
});
