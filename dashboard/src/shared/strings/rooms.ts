import { rooms as catalogs } from 'virtual:catalogs';
import { patiently } from '#shared/patiently.ts';
import { language, locale } from './language.ts';
import type { RoomText } from './messages.generated.ts';
import { textOf } from './text-of.ts';

/** The words of all pages but the first, by room. The first page must not import them: it would grow by all of them. */
export const rooms = textOf<RoomText>((await patiently(catalogs[language])()).catalog, language, locale);
