import { type Json, mapObjects, nameOf, refTo, type Schemas } from './json.ts';

/** Turns every choice among named objects into `oneOf` with a discriminator, if a field with one fixed value tells them
 *  apart: `type` of a source, `event` of a stream. */
export const discriminated =
  (schemas: Schemas) =>
  (given: Json): Json =>
    mapObjects(given, (schema) => {
      const { anyOf, oneOf, ...others } = schema;
      const branches = (anyOf ?? oneOf) as Json[] | undefined;
      if (!Array.isArray(branches) || branches.length < 2) return schema;
      const names = branches.map(nameOf).filter((name) => name !== undefined);
      if (names.length !== branches.length) return schema;
      const propertyName = ['type', 'event'].find((field) =>
        names.every((name) => constantOf(schemas[name], field) !== undefined),
      );
      if (!propertyName) return schema;
      const mapping = Object.fromEntries(
        names.map((name) => [constantOf(schemas[name], propertyName), refTo(name)['$ref']]),
      );
      return { ...others, oneOf: branches, discriminator: { propertyName, mapping } };
    });

function constantOf(schema: Json | undefined, field: string): string | undefined {
  const property = (schema?.['properties'] as Schemas | undefined)?.[field];
  return typeof property?.['const'] === 'string' ? property['const'] : undefined;
}
