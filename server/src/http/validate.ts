import type { z } from 'zod';
import { AppError, type ErrorDetail } from '#errors.ts';

/** The most details in one error. */
const MOST_DETAILS = 50;

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** Validates a value against a schema and returns the parsed result. Throws 400 `invalid_request` if something required
 *  is missing, and 422 `unprocessable_entity` if something is invalid. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: Part = 'body',
): z.output<Schema> {
  if (part === 'body' && (value === undefined || value === null)) {
    throw new AppError(
      'invalid_request',
      'The request has no body. Send a JSON object with "Content-Type: application/json".',
    );
  }
  const result = parse(schema, value);
  if (result.success) return result.data;
  const issues = result.error.issues.flatMap(flatten);
  const missing = issues.filter((issue) => isMissing(issue, value));
  if (missing.length > 0)
    throw failure(
      'invalid_request',
      missing.map((issue) => ({ field: fieldName(issue.path), reason: 'is required' })),
    );
  throw failure('unprocessable_entity', issues.flatMap(toDetails));
}

type Issue = z.core.$ZodIssue;

/** zod reads the length of anything that has one, even of an object whose `length` is not a number. */
function parse<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    if (!(cause instanceof TypeError && cause.message.includes('primitive value'))) throw cause;
    const reason = 'has an object with a "length" in place of a string or a list';
    throw new AppError('unprocessable_entity', `body: ${reason}.`, {
      cause,
      details: [{ field: 'body', reason }],
    });
  }
}

/** Whether a branch expects another type of value, such as a string instead of a list. */
const isOfAnotherKind = ([first]: readonly Issue[]): boolean =>
  first?.code === 'invalid_type' && first.path.length === 0;

/** A union reports a list of issues per branch. Use the branch that got furthest. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const best =
    issue.errors.toSorted(
      (a, b) => Number(isOfAnotherKind(a)) - Number(isOfAnotherKind(b)) || a.length - b.length,
    )[0] ?? [];
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue);
}

function isMissing(issue: Issue, value: unknown): boolean {
  if (issue.path.length === 0) return false;
  let at: unknown = value;
  for (const key of issue.path) {
    if (typeof at !== 'object' || at === null) return false;
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return at === undefined;
}

function toDetails(issue: Issue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_DETAILS).map((key) => ({
      field: fieldName([...issue.path, key]),
      reason: "isn't a field of this request; check the spelling",
    }));
  }
  return [{ field: fieldName(issue.path), reason: issue.message.replace(/^Invalid (input|option): /, '') }];
}

const failure = (code: 'invalid_request' | 'unprocessable_entity', details: ErrorDetail[]): AppError =>
  new AppError(
    code,
    `${details
      .map(({ field, reason }) => `${field}: ${reason}`)
      .slice(0, 5)
      .join('; ')}.`,
    { details: details.slice(0, MOST_DETAILS) },
  );

/** ['tags', 3] -> `tags[3]`; the whole body is `body`. */
const fieldName = (path: readonly PropertyKey[]): string =>
  path
    .map((key, index) =>
      typeof key === 'number'
        ? `[${key}]`
        : index === 0
          ? String(key).slice(0, 100)
          : `.${String(key).slice(0, 100)}`,
    )
    .join('') || 'body';
