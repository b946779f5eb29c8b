import { type Json, mapObjects } from './json.ts';

/** Says the defaults of a request in words. Generated clients take a field with a `default` for one that is always there,
 *  or send the default themselves, so that a better one would never reach them. */
export const withoutDefaults = (given: Json): Json =>
  mapObjects(given, (schema) => {
    // A property may be named `default`; the keyword stands beside a type.
    if (!('default' in schema) || !SCHEMA_KEYWORDS.some((keyword) => keyword in schema)) return schema;
    const { default: value, ...others } = schema;
    return { ...others, description: withDefault(others['description'], value) };
  });

const SCHEMA_KEYWORDS = ['$ref', 'type', 'anyOf', 'allOf', 'oneOf', 'enum'];

/** A description that names the default. */
export function withDefault(description: unknown, value: unknown): string {
  const words = typeof description === 'string' ? description : '';
  if (/\bdefault/i.test(words)) return words;
  const isEmpty = Array.isArray(value) && value.length === 0;
  const shown = isEmpty
    ? 'an empty list'
    : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
  return `${words} Defaults to ${shown}.`.trim();
}
