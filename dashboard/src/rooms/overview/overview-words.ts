import { overview } from 'virtual:catalogs';
import { patiently } from '#shared/patiently.ts';
import { language, locale } from '#shared/strings/language.ts';
import type { OverviewText } from '#shared/strings/messages.generated.ts';
import { textOf } from '#shared/strings/text-of.ts';

/** The words of the overview. */
export const words = textOf<OverviewText>((await patiently(overview[language])()).catalog, language, locale);
