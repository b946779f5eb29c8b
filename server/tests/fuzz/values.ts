import type { Random } from './random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [key: string]: unknown };

/** Addresses of this machine where nothing listens, and what is no address: nothing that is fetched leaves the machine. */
const ADDRESSES = [
  'http://127.0.0.1:1/',
  'http://[::1]:1/a?b=c#d',
  'https://127.0.0.1:1/%ff',
  'http://0.0.0.0:1',
  'http://2130706433:1/',
  'http://user:pass@127.0.0.1:1/',
  'ftp://127.0.0.1/',
  'javascript:alert(1)',
  'http://',
  '//127.0.0.1:1',
  'nonsense',
];

const STRINGS = [
  '',
  ' ',
  'The pier is 300 metres long.',
  'a',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200f\ufeff',
  '😀'.repeat(50),
  'ﷺ'.repeat(100),
  'a'.repeat(300),
  'a'.repeat(20_000),
  ' '.repeat(5_000),
  "' OR 1=1 --",
  '"; DROP TABLE sources; --',
  'NEAR("a" "b", 1) AND NOT c*',
  '%00%zz%',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '2026-02-30T25:61:61Z',
  '2026-11-22T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20T00:00:00Z',
  'ada@example.com',
  'a@b',
  '[]',
  '{}',
  '\r\nX-Injected: 1',
  '"unclosed',
  '* * *',
  '(((((((((',
  '\u0301'.repeat(200),
];

const NUMBERS = [0, -0, 1, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 1e-320, 20, 100, 101, 1_000_000];

const NAMES = [
  '__proto__x',
  'constructor',
  'toString',
  '',
  'name',
  'id',
  'a'.repeat(1_000),
  '\0',
  '😀',
  'length',
];

export const hostileString = (random: Random): string => random.pick(STRINGS);

/** Anything, of no schema. */
function anything(random: Random, depth = 0): Json {
  switch (random.below(depth > 4 ? 5 : 8)) {
    case 0:
      return null;
    case 1:
      return random.is(0.5);
    case 2:
      return random.pick(NUMBERS);
    case 3:
    case 4:
      return hostileString(random);
    case 5:
      return Array.from({ length: random.below(4) }, () => anything(random, depth + 1));
    case 6:
      return Array.from({ length: random.below(200) }, () => random.pick([0, '', null]) as Json);
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(NAMES), anything(random, depth + 1)]),
      );
  }
}

export type Vocabulary = {
  schemas: Record<string, Schema>;
  /** An id that exists, of the kind that begins with the prefix, or of any. */
  idOf(random: Random, prefix?: string): string;
};

/** What a schema of the OpenAPI document takes, more or less: rules between fields it does not know. */
export function valueFor(random: Random, schema: Schema, words: Vocabulary, name = '', depth = 0): Json {
  const reference = schema['$ref'] as string | undefined;
  if (reference)
    return valueFor(random, words.schemas[reference.split('/').at(-1) ?? ''] ?? {}, words, name, depth);
  const branches = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined;
  if (branches) return valueFor(random, random.pick(branches), words, name, depth);
  if (schema['const'] !== undefined) return schema['const'] as Json;
  if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as Json[]);
  switch (schema['type']) {
    case 'object':
      return objectFor(random, schema, words, depth);
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) + random.below(3) }, () =>
        valueFor(random, (schema['items'] ?? {}) as Schema, words, name, depth + 1),
      );
    case 'boolean':
      return random.is(0.5);
    case 'null':
      return null;
    case 'integer':
    case 'number':
      return numberFor(random, schema);
    case 'string':
      return stringFor(random, schema, words, name);
    default:
      return anything(random, depth + 1);
  }
}

function objectFor(random: Random, schema: Schema, words: Vocabulary, depth: number): Json {
  const required = (schema['required'] ?? []) as string[];
  const fields = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  return Object.fromEntries(
    fields
      .filter(([name]) => required.includes(name) || random.is(0.4))
      .map(([name, field]) => [name, valueFor(random, field, words, name, depth + 1)]),
  );
}

function numberFor(random: Random, schema: Schema): number {
  const least = Number(schema['minimum'] ?? 0);
  const most = Math.min(Number(schema['maximum'] ?? 100), least + 1_000);
  const value = least + random.next() * (most - least);
  return schema['type'] === 'integer' ? Math.round(value) : value;
}

function stringFor(random: Random, schema: Schema, words: Vocabulary, name: string): string {
  const prefix = /^\^(\w+)_/.exec(String(schema['pattern'] ?? ''))?.[1];
  if (prefix) return words.idOf(random, prefix);
  if (/url/.test(name)) return random.pick(ADDRESSES);
  if (name === 'allowed_origins') return 'https://example.com';
  if (name === 'model') return words.idOf(random, 'agt');
  if (name === 'email') return `user${random.below(50)}@example.com`;
  if (schema['format'] === 'date-time') return '2026-11-22T00:00:00Z';
  return random.is(0.7)
    ? random.pick(['The pier is 300 metres long.', 'How long is the pier?', 'Guide', 'pier', 's'])
    : hostileString(random);
}

/** The same with one thing changed somewhere. */
export function mutated(random: Random, value: Json): Json {
  if (random.is(0.2) || typeof value !== 'object' || value === null) return anything(random);
  if (Array.isArray(value)) {
    if (value.length === 0 || random.is(0.2)) return [...value, anything(random)];
    const at = random.below(value.length);
    return value.map((each, index) => (index === at ? mutated(random, each) : each));
  }
  const names = Object.keys(value);
  const name = random.pick([...names, ...names, random.pick(NAMES)]);
  if (name === undefined) return anything(random);
  if (random.is(0.15)) {
    const { [name]: _, ...others } = value;
    return others;
  }
  // What would be fetched stays an address of this machine.
  if (/url/.test(name)) return { ...value, [name]: random.pick([...ADDRESSES, 7, null, []]) };
  return { ...value, [name]: mutated(random, value[name] ?? null) };
}
