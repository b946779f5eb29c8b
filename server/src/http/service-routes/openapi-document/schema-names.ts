import { isDeepStrictEqual } from 'node:util';
import { type Json, mapObjects, nameOf, type Operation, type Paths, refTo, type Schemas } from './json.ts';

const SUFFIX = /Input$/;

/** The generator calls the schemas of requests `AgentInput` and those of answers `Agent`. Gives each its own name, without
 *  the suffix. Throws if one name would stand for two shapes: then the request's needs an id of its own. */
export function nameSchemas(paths: Paths, schemas: Schemas): { paths: Paths; schemas: Schemas } {
  const used = reachable(paths, schemas);
  const renamed = (schema: Json): Json => {
    const name = nameOf(schema);
    return name === undefined ? schema : { ...schema, ...refTo(name.replace(SUFFIX, '')) };
  };
  const named: Schemas = {};
  const twofold: string[] = [];
  for (const name of [...used].toSorted()) {
    const plain = name.replace(SUFFIX, '');
    const schema = mapObjects(schemas[name] ?? {}, renamed);
    if (named[plain] && !isDeepStrictEqual(named[plain], schema)) twofold.push(plain);
    named[plain] = schema;
  }
  if (twofold.length > 0)
    throw new Error(
      `Requests and answers have different shapes of ${twofold.join(', ')}: give the request's schema an id of its own.`,
    );
  return { paths: mapObjects(paths as Json, renamed) as Paths, schemas: named };
}

/** The names of all components that something refers to, also through others. */
function reachable(from: unknown, schemas: Schemas): Set<string> {
  const found = new Set<string>();
  const collect = (value: unknown): void => {
    mapObjects(value, (schema) => {
      const name = nameOf(schema);
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        collect(schemas[name]);
      }
      return schema;
    });
  };
  collect(from);
  return found;
}

/** Names the envelopes of answers after what they carry: `AgentResponse` and, of a list, `AgentPage`. */
export function nameAnswers(paths: Paths, schemas: Schemas): void {
  for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { content } of Object.values(operation.responses)) {
      const media = content?.['application/json'];
      if (!media || nameOf(media.schema) !== undefined) continue;
      const name = nameOfAnswer(media.schema, operation);
      schemas[name] ??= media.schema;
      if (!isDeepStrictEqual(schemas[name], media.schema))
        throw new Error(`${operation.operationId} answers with another ${name} than there is already.`);
      media.schema = refTo(name);
    }
}

function nameOfAnswer(schema: Json, { operationId }: Operation): string {
  const data = (schema['properties'] as Schemas | undefined)?.['data'];
  const item = nameOf(data?.['items'] as Json | undefined);
  if (item !== undefined) return `${item}Page`;
  const whole = nameOf(data);
  if (whole === undefined) throw new Error(`The data that ${operationId} answers with needs an id.`);
  return `${whole}Response`;
}
