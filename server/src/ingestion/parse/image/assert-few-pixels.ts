import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** Throws SourceFault for a picture that is too large to decode, by the size in its header. */
export function assertFewPixels(width: number, height: number): void {
  if (!(width > 0 && height > 0)) throw new Error('The picture has no pixels.');
  if (width * height > LIMITS.imagePixels)
    throw new SourceFault(
      'too_large',
      'parsing',
      `The picture has ${width} × ${height} pixels. The limit is ${LIMITS.imagePixels / 1e6} million pixels. Make it smaller and upload it again.`,
    );
}
