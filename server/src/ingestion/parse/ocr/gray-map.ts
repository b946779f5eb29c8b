import type { GrayImage } from './scans.ts';

/** A picture as a PGM file, the simplest format that Tesseract reads. */
export const grayMap = ({ width, height, pixels }: GrayImage): Buffer =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
