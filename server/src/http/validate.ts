import type { z } from 'zod';
import { AppError, type ErrorDetail } from '#errors.ts';

type Part = 'body' | 'querystring' | 'params' | 'headers';

/** Checks a value against a schema and returns what the schema makes of it. Throws 400 `invalid_request` when
 *  something required is missing, 422 `unprocessable_entity` when something is there and wrong. */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: Part = 'body',
): z.output<Schema> {
  if (part === 'body' && (value === undefined || value === null)) {
    throw new AppError(
      'invalid_request',
      'The request has no body: send a JSON object, with "Content-Type: application/json".',
    );
  }
  const result = schema.safeParse(value);
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

/** A union reports one list of issues a branch: the branch that got furthest says most. */
function flatten(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const best = issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [];
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
    return issue.keys.map((key) => ({
      field: fieldName([...issue.path, key]),
      reason: 'is not a field of this request; check the spelling',
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
    { details: details.slice(0, 50) },
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
