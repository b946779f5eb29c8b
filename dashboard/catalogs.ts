import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

/** Reads the words of the dashboard and the chat widget, in ICU MessageFormat, and compiles them for the browser: a folder of
 *  `locales/` for each language, in it a file for each room. English decides which messages there are and what they take. */

const LOCALES = join(import.meta.dirname, 'locales');

/** Rooms whose words the first page shows, in kebab case. The words of all other rooms are loaded with the first of them, but those
 *  of the overview: they are few, and it must not wait for the rest. */
const FIRST_PAGE: ReadonlySet<string> = new Set(['add-sources', 'common', 'first-run', 'shell']);

/** What is loaded at once. */
export const PARTS = ['first', 'overview', 'rooms', 'widget'] as const;
export type Part = (typeof PARTS)[number];

export type Messages = { [key: string]: string | Messages };
type Compiled = { [key: string]: string | CompiledMessage | Compiled };

export const partOf = (room: string): Part =>
  room === 'widget' || room === 'overview' ? room : FIRST_PAGE.has(room) ? 'first' : 'rooms';

export const readLanguages = (): string[] => readdirSync(LOCALES).sort();

export const readRooms = (language: string): string[] =>
  readdirSync(join(LOCALES, language))
    .map((file) => file.replace(/\.json$/, ''))
    .sort();

export const readMessages = (language: string, room: string): Messages =>
  JSON.parse(readFileSync(join(LOCALES, language, `${room}.json`), 'utf8'));

/** A part of a language, by room; where a part is one room, its messages stand at the top. */
export function readPart(language: string, part: Part): Messages {
  const rooms = readRooms(language).filter((room) => partOf(room) === part);
  if (part === 'widget' || part === 'overview') return readMessages(language, part);
  return Object.fromEntries(rooms.map((room) => [camelCase(room), readMessages(language, room)]));
}

const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

export type Argument = { name: string; type: 'string' | 'number' | readonly string[] };

/** What a message takes, in the order of its first mention; for a choice, its cases. */
export function argumentsOf(message: CompiledMessage): Argument[] {
  const found = new Map<string, Argument['type']>();
  const visit = (tokens: CompiledMessage): void => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, cases] = token;
      if (type === undefined) found.set(name, found.get(name) ?? 'string');
      else if (type === 'select')
        found.set(
          name,
          Object.keys(cases as object).filter((key) => key !== 'offset'),
        );
      else found.set(name, 'number');
      if (typeof cases === 'object' && cases !== null)
        for (const inner of Object.values(cases)) if (Array.isArray(inner)) visit(inner);
    }
  };
  visit(message);
  return [...found].map(([name, type]) => ({ name, type }));
}

/** Messages that take something in English become arrays, the others plain strings; both in the order of English. */
const compile = (messages: Messages, english: Messages, path: string): Compiled =>
  Object.fromEntries(
    Object.entries(english).map(([key, model]) => {
      const message = messages[key];
      const id = `${path}.${key}`;
      if (typeof model === 'object' && typeof message === 'object') return [key, compile(message, model, id)];
      if (typeof model !== 'string' || typeof message !== 'string') throw new Error(`${id} is missing.`);
      const tokens = compileMessageOrThrow(message);
      const takesNothing = argumentsOf(compileMessageOrThrow(model)).length === 0;
      return [key, takesNothing ? tokens.map(String).join('') : tokens];
    }),
  );

export const compilePart = (language: string, part: Part): Compiled =>
  compile(readPart(language, part), readPart('en', part), `${language}/${part}`);

/** The types of all messages, so that `tsc` finds an unknown id or a wrong argument. */
export function messageTypes(): string {
  const typeOf = (messages: Messages, indent: string): string => {
    const lines = Object.entries(messages).map(([key, message]) => {
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
      if (typeof message !== 'string')
        return `${indent}  readonly ${name}: ${typeOf(message, `${indent}  `)};`;
      const taken = argumentsOf(compileMessageOrThrow(message));
      if (taken.length === 0) return `${indent}  readonly ${name}: string;`;
      const fields = taken.map(
        ({ name: each, type }) =>
          `${each}: ${typeof type === 'string' ? type : type.map((option) => JSON.stringify(option)).join(' | ')}`,
      );
      return `${indent}  readonly ${name}: (values: { ${fields.join('; ')} }) => string;`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  };
  const names: Record<Part, string> = {
    first: 'FirstText',
    overview: 'OverviewText',
    rooms: 'RoomText',
    widget: 'WidgetText',
  };
  return [
    '/** Made by `npm run gen` from dashboard/locales/en. */',
    ...PARTS.map((part) => `\nexport type ${names[part]} = ${typeOf(readPart('en', part), '')};`),
    '',
  ].join('\n');
}

const CATALOGS = 'virtual:catalogs';
const CATALOG = 'virtual:catalog/';

/** `virtual:catalogs` has a function for each part and language that loads it; `virtual:catalog/widget/en` is one catalog. */
export function catalogs(): Plugin {
  return {
    name: 'catalogs',
    resolveId: (id) => (id === CATALOGS || id.startsWith(CATALOG) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${CATALOGS}`)
        return PARTS.filter((part) => part !== 'widget')
          .map((part) => {
            const loaders = readLanguages().map((language) => {
              const name = JSON.stringify(`${CATALOG}${part}/${language}`);
              return `${JSON.stringify(language)}: () => import(${name})`;
            });
            return `export const ${part} = { ${loaders.join(', ')} };`;
          })
          .join('\n');
      if (!id.startsWith(`\0${CATALOG}`)) return undefined;
      const [part, language = ''] = id.slice(CATALOG.length + 1).split('/');
      for (const room of readRooms(language)) this.addWatchFile(join(LOCALES, language, `${room}.json`));
      return `export const catalog = ${JSON.stringify(compilePart(language, part as Part))};`;
    },
    /** Module-level words are read once, so a changed word needs the whole page again. */
    hotUpdate({ file }) {
      if (!file.startsWith(LOCALES)) return undefined;
      this.environment.moduleGraph.invalidateAll();
      this.environment.hot.send({ type: 'full-reload' });
      return [];
    },
  };
}

/** Writes the widget's words of each language but English, which is in its script, as `widget/<language>.json`. */
export function widgetCatalogs(): Plugin {
  return {
    name: 'widget-catalogs',
    generateBundle() {
      for (const language of readLanguages())
        if (language !== 'en')
          this.emitFile({
            type: 'asset',
            fileName: `widget/${language}.json`,
            source: JSON.stringify(compilePart(language, 'widget')),
          });
    },
  };
}
