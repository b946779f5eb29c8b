import { i18n } from '@lingui/core';
import { directionOf, type Language } from './languages.ts';

/** A compiled message; see `dashboard/catalogs.ts`. */
type Message = Parameters<typeof i18n.load>[1][string];
export type Catalog = { readonly [key: string]: Message | Catalog };

type Values = Record<string, string | number>;

const RTL_LETTERS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** The words of a catalog: a string, or a function of what the message takes. `locale`: for plurals and numbers. */
export function textOf<Text>(catalog: Catalog, language: Language, locale: string): Text {
  const isRtl = directionOf(language) === 'rtl';
  const messages: Record<string, Message> = {};
  const read = (tree: Catalog, path: string): object =>
    Object.fromEntries(
      Object.entries(tree).map(([key, entry]) => {
        if (typeof entry === 'string') return [key, entry];
        const id = path + key;
        if (!Array.isArray(entry)) return [key, read(entry as Catalog, `${id}.`)];
        messages[id] = entry;
        return [key, (values: Values): string => i18n._(id, quoted(values, isRtl))];
      }),
    );
  const text = read(catalog, '') as Text;
  i18n.load(language, messages);
  i18n.activate(language, [locale]);
  return text;
}

/** What a message says about is text of people, not part of the message: i18n would read `\u202e` in it as an escape. A text
 *  of the other direction is isolated, so that it doesn't turn the words around it. */
function quoted(values: Values, isRtl: boolean): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value];
      const text = value.replaceAll('\\', '\\u005c');
      return [name, isRtl || RTL_LETTERS.test(text) ? `\u2068${text}\u2069` : text];
    }),
  );
}
