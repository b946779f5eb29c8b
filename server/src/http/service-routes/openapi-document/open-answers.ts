import { type Json, mapObjects, nameOf, type Schemas } from './json.ts';

/** Whether a schema is a list of words. With a name it stays closed: requests use it too. */
export const isWords = (schema: Json | undefined): boolean => Array.isArray(schema?.['enum']);

/** Makes the schema of an answer as open as docs/versioning.md promises: later versions may add fields, and values to
 *  lists of words. `anyOf` with a plain string keeps the words that are known today, and generated clients accept others.
 *  schemas: those of answers, by name. */
export const openAnswer =
  (schemas: Schemas) =>
  (given: Json): Json =>
    mapObjects(given, (schema) => {
      const { additionalProperties, ...others } = schema;
      const open = additionalProperties === false ? others : schema;
      return flatten(isListOfWords(open, schemas) ? orAnotherWord(open, schemas) : open);
    });

const isListOfWords = (schema: Json, schemas: Schemas): boolean => {
  const named = nameOf(schema);
  return isWords(named === undefined ? schema : schemas[named]);
};

/** The words of a component are described there; the choice stands beside them, so it repeats that. */
function orAnotherWord(schema: Json, schemas: Schemas): Json {
  const { $ref, type, enum: words, description, ...others } = schema;
  const known = $ref === undefined ? { type, enum: words } : { $ref };
  const told = description ?? schemas[nameOf(schema) ?? '']?.['description'];
  return { ...others, ...(told !== undefined && { description: told }), anyOf: [known, { type: 'string' }] };
}

/** `anyOf` in `anyOf`, as of a nullable list of words, in one. */
function flatten(schema: Json): Json {
  const branches = schema['anyOf'];
  if (!Array.isArray(branches)) return schema;
  const flat = (branches as Json[]).flatMap((branch) =>
    Array.isArray(branch['anyOf']) && Object.keys(branch).length === 1
      ? (branch['anyOf'] as Json[])
      : [branch],
  );
  return { ...schema, anyOf: flat };
}
