export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

const starts = (bytes: Uint8Array, at: number, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[at + index] === byte);

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

/** The type of a raster image by its first bytes, whatever it is called; undefined for anything else. SVG is left out, because it
 *  can have scripts. */
export function imageTypeOf(bytes: Uint8Array): ImageType | undefined {
  if (starts(bytes, 0, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a]) && starts(bytes, 12, ascii('IHDR')))
    return 'image/png';
  if (starts(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(bytes, 0, ascii('RIFF')) && starts(bytes, 8, ascii('WEBP'))) return 'image/webp';
  return undefined;
}
