import { first } from 'virtual:catalogs';
import { language, locale } from './language.ts';
import type { FirstText } from './messages.generated.ts';
import { textOf } from './text-of.ts';

/** The words of the first page, by room. Every module that imports them waits for the catalog. */
export const text = textOf<FirstText>((await first[language]()).catalog, language, locale);
