import type { Converter } from './converter.ts';
import { createGotenbergConverter } from './gotenberg.ts';
import { createSofficeConverter } from './soffice.ts';

/** The converter that the setting CONVERTER names; undefined if it is off. seconds: the limit for one document. */
export function createConverter(setting: string, seconds: number): Converter | undefined {
  if (setting === 'off') return undefined;
  return /^https?:/.test(setting)
    ? createGotenbergConverter(setting, seconds)
    : createSofficeConverter(setting, seconds);
}
