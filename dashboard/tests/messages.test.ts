import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';
import {
  argumentsOf,
  compilePart,
  type Messages,
  PARTS,
  readLanguages,
  readMessages,
  readRooms,
} from '../catalogs.ts';
import type { FirstText, RoomText } from '../src/shared/strings/messages.generated.ts';

/** Every message by its id. */
function messagesOf(language: string): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (messages: Messages, path: string): void => {
    for (const [key, message] of Object.entries(messages))
      if (typeof message === 'string') found.set(`${path}.${key}`, message);
      else visit(message, `${path}.${key}`);
  };
  for (const room of readRooms(language)) visit(readMessages(language, room), room);
  return found;
}

const ENGLISH = messagesOf('en');
const OTHERS = readLanguages().filter((language) => language !== 'en');

type Token = ReturnType<typeof compileMessageOrThrow>[number];
type Plural = { name: string; cases: string[] };

/** Every plural of a message, also within others. */
function pluralsOf(tokens: readonly Token[]): Plural[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string' || typeof token[2] !== 'object' || token[2] === null) return [];
    const [name, type, format] = token;
    const cases = Object.entries(format as object).filter(([, inner]) => Array.isArray(inner));
    const inside = cases.flatMap(([, inner]) => pluralsOf(inner as Token[]));
    return type === 'plural' ? [{ name, cases: cases.map(([key]) => key) }, ...inside] : inside;
  });
}

/** What must be told apart in a language. Spanish, French and Portuguese have a form for whole millions, which may be the plural. */
const formsOf = (language: string): string[] => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.filter((form) => form !== 'many' || language === 'ar');
};

/** The arguments that a message needs: one that only chooses a plural form may be missing where a language has one form. */
const neededOf = (message: string): string[] =>
  [...message.matchAll(/\{(\w+)(?:, number[^}]*)?\}/g)].map(([, name = '']) => name);

const namesOf = (message: string): string[] =>
  argumentsOf(compileMessageOrThrow(message)).map(({ name }) => name);

describe.each(OTHERS)('the words in %s', (language) => {
  const messages = messagesOf(language);

  it('are those of English, none missing and none left over', () => {
    expect([...messages.keys()].sort()).toEqual([...ENGLISH.keys()].sort());
  });

  it('take what the English ones take', () => {
    const wrong = [...messages].filter(([id, message]) => {
      const english = ENGLISH.get(id) ?? '';
      const known = namesOf(english);
      const taken = namesOf(message);
      return (
        taken.some((name) => !known.includes(name)) || neededOf(english).some((name) => !taken.includes(name))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('have every plural form of the language', () => {
    const wrong = [...messages].filter(([, message]) =>
      pluralsOf(compileMessageOrThrow(message)).some(({ cases }) =>
        formsOf(language).some((form) => !cases.includes(form)),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('are translated: no sentence is still English', () => {
    const same = [...messages].filter(
      ([id, message]) => message === ENGLISH.get(id) && /[a-z]+ [a-z]+ [a-z]+ [a-z]+/i.test(message),
    );
    expect(same).toEqual([]);
  });

  it('have no space at their ends, and no empty message', () => {
    const wrong = [...messages].filter(([, message]) => message === '' || message !== message.trim());
    expect(wrong).toEqual([]);
  });

  it('compile', () => {
    for (const part of PARTS) expect(Object.keys(compilePart(language, part))).not.toEqual([]);
  });
});

describe('a message', () => {
  it('is refused by tsc under an unknown id or with wrong arguments', () => {
    const calls = (first: FirstText, rooms: RoomText): unknown[] => [
      // @ts-expect-error there is no such message
      first.common.nothing,
      // @ts-expect-error the name is missing
      rooms.agents.deleted({}),
      // @ts-expect-error another name
      rooms.agents.deleted({ agent: 'Desk' }),
      // @ts-expect-error a number has to be a number
      rooms.agents.knowledgeBases({ count: '3' }),
      rooms.agents.deleted({ name: 'Desk' }),
    ];
    expect(calls).toBeTypeOf('function');
  });
});
