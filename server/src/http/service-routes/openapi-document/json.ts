/** A part of the OpenAPI document. */
export type Json = { [key: string]: unknown };

export type Schemas = Record<string, Json>;

/** A body or an answer in one media type. */
type Media = { schema: Json; example?: unknown };

/** An operation of the document, as far as it is read. */
export type Operation = {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: { name: string; in: string; required?: boolean; schema: Json; description?: string }[];
  security?: Json[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { $ref?: string; description?: string; headers?: Json; content?: Record<string, Media> }
  >;
};

export type Paths = Record<string, Record<string, Operation>>;

export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A copy of a schema in which every object has passed `change`, the innermost first. */
export function mapObjects<Value>(value: Value, change: (object: Json) => Json): Value {
  if (Array.isArray(value)) return value.map((each) => mapObjects(each, change)) as Value;
  if (!isJson(value)) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapObjects(each, change)]),
  );
  return change(copy) as Value;
}

const PREFIX = '#/components/schemas/';

export const refTo = (name: string): Json => ({ $ref: `${PREFIX}${name}` });

/** The name of the component that a schema refers to. */
export const nameOf = (schema: Json | undefined): string | undefined =>
  typeof schema?.['$ref'] === 'string' && schema['$ref'].startsWith(PREFIX)
    ? schema['$ref'].slice(PREFIX.length)
    : undefined;
