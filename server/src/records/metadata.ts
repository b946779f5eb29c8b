import { z } from 'zod';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Metadata, MetadataFilter, MetadataValue } from '#lib/metadata.ts';
import { text } from './fields.ts';

const KEY = /^[A-Za-z][A-Za-z0-9_.-]*$/;

const key = z
  .string()
  .max(
    LIMITS.sourceMetadataKeyCharacters,
    `must have at most ${LIMITS.sourceMetadataKeyCharacters} characters`,
  )
  .regex(KEY, 'must begin with a letter and have only the letters A to Z, digits, `_`, `-` and `.`');

const stringSchema = text(LIMITS.metadataValueCharacters);
const STRING = { type: 'string', maxLength: LIMITS.metadataValueCharacters } as const;

/** What is wrong with a value; undefined if nothing is. */
function faultOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return faultOfList(value);
  switch (typeof value) {
    case 'boolean':
      return undefined;
    case 'number':
      return Number.isFinite(value) ? undefined : 'must be a finite number';
    case 'string':
      return stringSchema.safeParse(value).error?.issues[0]?.message;
  }
  if (value === null) return 'must not be null';
  return 'must be a string, number, boolean or list of strings; objects are not allowed';
}

function faultOfList(list: readonly unknown[]): string | undefined {
  if (list.length > LIMITS.sourceMetadataListItems)
    return `must have at most ${LIMITS.sourceMetadataListItems} strings`;
  const at = list.findIndex((item) => typeof item !== 'string');
  if (at >= 0) return `must have only strings, but entry ${at} is ${nameOfType(list[at])}`;
  return list.map(faultOf).find((fault) => fault !== undefined);
}

const nameOfType = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : `of type ${typeof value}`;

/** Checks with a message of its own for each fault. */
const checked = <Value>(fault: (value: unknown) => string | undefined, schema: Record<string, unknown>) =>
  z
    .custom<Value>(() => true)
    .superRefine((value, context) => {
      const message = fault(value);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .meta(schema);

const VALUES = {
  anyOf: [
    STRING,
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: STRING, maxItems: LIMITS.sourceMetadataListItems },
  ],
};
const value = checked<MetadataValue>(faultOf, VALUES);
const valueOrNull = checked<MetadataValue | null>((given) => (given === null ? undefined : faultOf(given)), {
  anyOf: [...VALUES.anyOf, { type: 'null' }],
});

/** A record whose faults name the key. */
const recordOf = <Value extends z.ZodType>(each: Value) =>
  z.record(z.string(), each).superRefine((record, context) => {
    for (const name of Object.keys(record)) {
      const message = key.safeParse(name).error?.issues[0]?.message;
      if (message !== undefined)
        context.addIssue({ code: 'custom', path: [name], message: `is not a valid key: a key ${message}` });
    }
    const message = faultOfSize(record);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** Of every record, beside its id and description. */
const KEYS = {
  maxProperties: LIMITS.sourceMetadataKeys,
  propertyNames: { type: 'string', pattern: KEY.source, maxLength: LIMITS.sourceMetadataKeyCharacters },
} as const;

/** What is wrong with metadata as a whole; undefined if nothing is. */
function faultOfSize(metadata: object): string | undefined {
  const count = Object.keys(metadata).length;
  if (count > LIMITS.sourceMetadataKeys)
    return `must have at most ${LIMITS.sourceMetadataKeys} keys, not ${count}`;
  return Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.sourceMetadataBytes
    ? `must have at most ${LIMITS.sourceMetadataBytes / 1024} KB as JSON`
    : undefined;
}

/** The metadata of a new source. */
export const SourceMetadata = recordOf(value).meta({
  ...KEYS,
  id: 'SourceMetadata',
  description: `What you note about the source, for filters: a flat object of strings, numbers, booleans and lists of strings. At most ${LIMITS.sourceMetadataKeys} keys and ${LIMITS.sourceMetadataBytes / 1024} KB.`,
});

/** A change of metadata. */
export const MetadataPatch = recordOf(valueOrNull).meta({
  ...KEYS,
  id: 'MetadataPatch',
  description: 'Merged into the metadata: keys that are absent stay, and null removes a key.',
});

/** Metadata after a change. Throws 422 if it is too large then. */
export function mergeMetadata(before: Metadata, patch: z.infer<typeof MetadataPatch>): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...patch }).filter(
      (entry): entry is [string, MetadataValue] => entry[1] !== null,
    ),
  );
  const fault = faultOfSize(merged);
  if (fault !== undefined) throw invalidField('metadata', `${fault}, together with what the source has`);
  return merged;
}

const isScalar = (given: unknown): given is string | number | boolean =>
  typeof given !== 'object' && given !== undefined;

const scalar = checked<string | number | boolean>(
  (given) => (isScalar(given) ? faultOf(given) : 'must be a string, number or boolean'),
  { anyOf: VALUES.anyOf.slice(0, 3), description: 'A list matches if it contains the value.' },
);
const ordered = checked<string | number>(
  (given) =>
    isScalar(given) && typeof given !== 'boolean'
      ? faultOf(given)
      : 'must be a number, or a string such as a date',
  {
    anyOf: VALUES.anyOf.slice(0, 2),
    description:
      'Numbers are compared with numbers only, and strings with strings, in the order of their characters.',
  },
);
const filterKey = key.meta({ description: 'A key of the metadata. One that no source has is not an error.' });

const filterValues = z
  .array(scalar)
  .min(1, 'must have at least one value')
  .max(LIMITS.filterValues, `must have at most ${LIMITS.filterValues} values`);

const filters = () =>
  z
    .array(FilterNode)
    .min(1, 'must have at least one filter')
    .max(LIMITS.filterConditions, `must have at most ${LIMITS.filterConditions} filters`);

const TYPES = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin', 'exists', 'and', 'or'];

/** Each kind has a name, because generators of clients can't follow a union into itself otherwise. */
const FilterNode: z.ZodType<MetadataFilter> = z
  .discriminatedUnion(
    'type',
    [
      z
        .strictObject({
          type: z.enum(['eq', 'ne']).meta({
            description:
              'Equal, or not. `ne` is the opposite of `eq`: it matches sources without the key too.',
          }),
          key: filterKey,
          value: scalar,
        })
        .meta({ id: 'EqualityFilter', description: 'Compares one key with a value.' }),
      z
        .strictObject({
          type: z.enum(['gt', 'gte', 'lt', 'lte']).meta({
            description:
              'Greater, greater or equal, less, less or equal. Sources without the key do not match.',
          }),
          key: filterKey,
          value: ordered,
        })
        .meta({ id: 'OrderFilter', description: 'Compares one key with a value by size.' }),
      z
        .strictObject({
          type: z.enum(['in', 'nin']).meta({
            description:
              'Equal to any of the values, or to none. `nin` is the opposite of `in`: it matches sources without the key too.',
          }),
          key: filterKey,
          value: filterValues.meta({ description: 'The values to look for.' }),
        })
        .meta({ id: 'ListFilter', description: 'Compares one key with a list of values.' }),
      z
        .strictObject({
          type: z.literal('exists').meta({ description: 'Whether the source has the key.' }),
          key: filterKey,
          value: z
            .boolean()
            .optional()
            .meta({ description: 'False matches the sources without the key. Defaults to true.' }),
        })
        .meta({ id: 'ExistenceFilter', description: 'Asks whether a source has a key.' }),
      z
        .strictObject({
          type: z.enum(['and', 'or']).meta({ description: 'All of the filters must match, or any of them.' }),
          get filters() {
            return filters().meta({ description: 'Conditions, or filters of this type in turn.' });
          },
        })
        .meta({ id: 'CompoundFilter', description: 'Joins filters.' }),
    ],
    {
      error: (issue) =>
        issue.code === 'invalid_union'
          ? `must be one of ${TYPES.join(', ')}`
          : 'must be an object with a `type`',
    },
  )
  .meta({
    id: 'MetadataFilter',
    description: 'One condition on the metadata of sources, or several joined by `and` or `or`.',
  });

/** A filter in a body. */
export const MetadataFilterField = FilterNode.superRefine((filter, context) => {
  const { depth, conditions } = sizeOf(filter);
  if (depth > LIMITS.filterDepth)
    context.addIssue({
      code: 'custom',
      message: `must be at most ${LIMITS.filterDepth} levels deep, not ${depth}`,
    });
  if (conditions > LIMITS.filterConditions)
    context.addIssue({
      code: 'custom',
      message: `must have at most ${LIMITS.filterConditions} conditions, not ${conditions}`,
    });
});

const sizeOf = (filter: MetadataFilter): { depth: number; conditions: number } => {
  if (!('filters' in filter)) return { depth: 1, conditions: 1 };
  const inner = filter.filters.map(sizeOf);
  return {
    depth: 1 + Math.max(...inner.map(({ depth }) => depth)),
    conditions: inner.reduce((sum, { conditions }) => sum + conditions, 0),
  };
};

/** The same in a query string: one parameter of JSON. */
export const metadataFilterParameter = z
  .string()
  .transform(parsed)
  .pipe(MetadataFilterField)
  .optional()
  .meta({
    description:
      'A filter on metadata, as JSON: the same as the field `filter` of `POST /v1/query`, such as `{"type":"eq","key":"language","value":"de"}`.',
  });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidField('filter', 'must be JSON, such as {"type":"eq","key":"language","value":"de"}');
  }
}
