import { z } from 'zod';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Verdict } from '#storage/tables.ts';

/** Schemas of fields that several resources share. Their messages say what would be valid. */

/** Text of at most `max` characters (Unicode code points, as people count them), without NUL and lone surrogates, which
 *  databases do not store reliably. */
export const text = (max: number) =>
  z
    .string()
    .refine((value) => isAtMost(value, max), `must have at most ${max.toLocaleString('en')} characters`)
    .refine((value) => !value.includes('\0'), 'must not contain the character NUL (U+0000)')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode, without half of a surrogate pair')
    .meta({ maxLength: max });

/** The same, but not blank. */
export const requiredText = (max: number) =>
  text(max)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .meta({ minLength: 1, maxLength: max, pattern: '\\S' });

/** The name of a person or thing. On one line, because lists, emails and terminals show it. Control characters could
 *  rewrite that line. */
export const requiredName = (max: number) =>
  requiredText(max)
    .refine(
      (name) => !/\p{Cc}/u.test(name),
      'must not contain control characters, such as line breaks or escape sequences',
    )
    .meta({ minLength: 1, maxLength: max, pattern: ONE_LINE });

/** No control character. What else a name must have takes a quadratic expression to say. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

/** The text of a web address; `webAddress` checks the rest. */
export const webUrl = text(LIMITS.urlCharacters).meta({
  maxLength: LIMITS.urlCharacters,
  pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:',
});

const isAtMost = (value: string, max: number): boolean => {
  if (value.length <= max) return true;
  if (value.length > 2 * max) return false;
  let count = 0;
  for (const _ of value) count++;
  return count <= max;
};

/** What a client calls a source where it comes from. */
export const externalId = requiredName(LIMITS.externalIdCharacters).meta({
  description:
    'The id of the source where it comes from, such as a path or the key of a record; unique in the knowledge base.',
});

/** The path parameter of a resource. */
export const idParams = (noun: string, prefix: string) =>
  z.object({ id: z.string().meta({ description: `The id of the ${noun}, prefix \`${prefix}_\`.` }) });

/** The name of something that a client makes. */
export const resourceName = requiredName(LIMITS.nameCharacters).meta({
  description: 'What people call it, on one line. Names need not be unique.',
});

export const environment = z
  .enum(['live', 'sandbox'])
  .meta({ description: 'The environment that it belongs to. Nothing passes from one to the other.' });

/** A field that has one value only. */
export const constant = <Value extends string | boolean>(value: Value) =>
  z.literal(value).meta({ description: `Always \`${value}\`.` });

/** A point in time, in any time zone. */
export const isoTime = z.iso.datetime({
  offset: true,
  message: 'must be a time in ISO 8601, such as 2030-01-31T00:00:00Z',
});

/** An id in a body or query string: `prefix_…`. The route checks whether it exists. */
export const id = <Prefix extends string>(prefix: Prefix) =>
  z
    .custom<`${Prefix}_${string}`>(
      (value) => typeof value === 'string' && isId(prefix, value),
      `must be an id that begins with "${prefix}_"`,
    )
    .meta({ type: 'string', pattern: `^${prefix}_[0-9a-z]+$` });

export const isId = (prefix: string, value: string): boolean =>
  value.startsWith(`${prefix}_`) && value.length <= 100 && /^[0-9a-z]+$/.test(value.slice(prefix.length + 1));

export const tags = z
  .array(requiredText(LIMITS.tagCharacters))
  .max(LIMITS.tags, `must have at most ${LIMITS.tags} tags`)
  .transform((list) => [...new Set(list)]);

/** Key-value pairs that a client stores with a resource of its own. */
export const metadata = z
  .record(z.string(), text(LIMITS.metadataValueCharacters))
  .refine(
    (record) => Object.keys(record).length <= LIMITS.metadataKeys,
    `must have at most ${LIMITS.metadataKeys} keys`,
  )
  .refine(
    (record) => Object.keys(record).every((key) => metadataKey.safeParse(key).success),
    `must have keys of 1 to ${LIMITS.metadataKeyCharacters} characters`,
  );

const metadataKey = requiredText(LIMITS.metadataKeyCharacters);

/** In lower case, as accounts store it. */
export const emailAddress = z
  .email('must be an email address')
  .max(254, 'must have at most 254 characters')
  .transform((address) => address.toLowerCase())
  .meta({ description: 'An email address. Case does not matter.' });

export const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/** A number in a query string, in plain decimal digits; `Number` would also accept "" and "0x10". */
export const numberParameter = <Schema extends z.ZodType<number | undefined, number | undefined>>(
  schema: Schema,
) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : (value ?? undefined),
    schema,
  );

const pageSizeMessage = `must be a whole number from 1 to ${LIMITS.pageSize}`;

/** The query string of a list. */
export const pageQuery = {
  limit: numberParameter(
    z.int(pageSizeMessage).min(1, pageSizeMessage).max(LIMITS.pageSize, pageSizeMessage).default(20),
  ).meta({ description: 'The most items on a page.' }),
  cursor: z.string().optional().meta({
    description: '`next_cursor` of the previous page. Empty or absent for the first page.',
    // Checked with the list that it belongs to.
    pattern: '^(cur_[A-Za-z0-9_-]+)?$',
  }),
};

/** A boolean in a query string. */
export const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

/** A parameter of a query string that may be repeated: one value or several. */
export const repeated = <Item extends z.ZodType>(item: Item, max: number) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(max).optional(),
  );

const hoursMessage = `must be a whole number of hours from 1 to ${LIMITS.refreshIntervalHours}`;
export const refreshIntervalHours = z
  .int(hoursMessage)
  .min(1, hoursMessage)
  .max(LIMITS.refreshIntervalHours, hoursMessage);

/** A web URL in normal form, from the field `url`. Throws 422. */
export function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw invalidField('url', 'must be a URL that begins with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw invalidField('url', 'must not contain a user name or password');
  return url.href;
}

/** Explains a false `email_proved`. */
export const EMAIL_UNPROVED = 'If false, anyone could have entered it.';

/** What a right reply says. */
export const must = z
  .array(requiredText(LIMITS.queryCharacters))
  .max(LIMITS.mustOfAQuestion, `must have at most ${LIMITS.mustOfAQuestion} entries`)
  .transform((list) => [...new Set(list)])
  .meta({
    description:
      'Phrases; a right reply contains at least one. Case, line breaks and Markdown emphasis do not count.',
  });

/** What a reviewer can say of a reply. */
export const VERDICTS = ['right', 'wrong', 'incomplete'] as const satisfies Verdict[];

/** What is wrong with one field. */
export const ErrorDetail = z.object({
  field: z.string().meta({ description: 'The field or parameter, such as `questions.0.query`.' }),
  reason: z.string().meta({ description: 'What it must be.' }),
});
