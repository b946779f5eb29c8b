import type { Converter, ConverterLimits } from './converter.ts';
import { createGotenbergConverter } from './gotenberg.ts';
import { createSofficeConverter } from './soffice.ts';

/** The converter that the setting CONVERTER names; undefined if it is off. The limits are for one document. */
export function createConverter(setting: string, limits: ConverterLimits): Converter | undefined {
  if (setting === 'off') return undefined;
  return /^https?:/.test(setting)
    ? createGotenbergConverter(setting, limits)
    : createSofficeConverter(setting, limits);
}
