import { z } from 'zod';

/** Settings by the names of their variables. The description of a schema is what `footnote config` says about it. `secret` in
 *  its metadata is `whole` if the value is never shown, `part` if it is shown without its passwords and keys; a wrong value
 *  of either is never shown. */
export type Settings = Record<string, z.ZodType>;

/** The values that a table of settings gives. */
export type Values<Table extends Settings> = {
  readonly [Name in keyof Table]: z.infer<Table[Name]>;
};

const numberIn = (kind: string, min: number, max: number, isKind: (value: number) => boolean) => {
  const error = `must be ${kind} from ${min} to ${max}`;
  return z.coerce
    .number({ error })
    .refine((value) => isKind(value) && value >= min && value <= max, { error });
};

export const numberFrom = (min: number, max: number) => numberIn('a number', min, max, Number.isFinite);

export const wholeNumberFrom = (min: number, max: number) =>
  numberIn('a whole number', min, max, Number.isInteger);

export const wholeNumber = (fallback: number, min: number, max: number) =>
  wholeNumberFrom(min, max).default(fallback);

/** One of these words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(...words: Words) =>
  z.enum(words, {
    error: `must be ${words.length > 2 ? 'one of ' : ''}${words.join(words.length > 2 ? ', ' : ' or ')}`,
  });

/** An http(s) URL, without a slash at its end. */
export const baseUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''));

/** A comma-separated list; `tidy` is applied to each item. */
export const commaList = (tidy: (item: string) => string = (item) => item) =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((item) => tidy(item.trim()))
        .filter(Boolean),
    );

/** Reads `key=value other="a value with spaces"`, as PostgreSQL reads its connection strings. */
export const keyValues = z.string().transform((text, context): Record<string, string> => {
  const pair = /\s*([a-z_]+)=("[^"]*"|'[^']*'|[^\s"']*)(?=\s|$)/y;
  const values: Record<string, string> = Object.create(null);
  const end = text.trimEnd().length;
  while (pair.lastIndex < end) {
    const [, key, value] = pair.exec(text) ?? [];
    if (key === undefined || value === undefined || Object.hasOwn(values, key)) {
      const message = key
        ? `has ${key} twice`
        : 'must be key=value pairs with spaces between them; put a value with spaces in quotes';
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    }
    values[key] = value.replace(/^(["'])(.*)\1$/s, '$2');
  }
  return values;
});

/** A value as it may be shown: without the passwords and keys in it. */
export const withoutSecrets = (value: string): string =>
  value
    // Backtracks: the operator's own text.
    .replace(/\b(https?:\/\/)[^\s/]*@/gi, '$1***@')
    // Backtracks: as above. A password may hold anything, spaces too: all up to the last @ is taken for it.
    .replace(/(:\/\/[^\s:@/]*):.*@/gs, '$1:***@')
    // Backtracks: as above.
    .replace(/([?&][\w-]*(?:key|secret|token|password)[\w-]*)=[^\s&]+/gi, '$1=***')
    // Backtracks: as above.
    .replace(/(?<![?&\w-])([\w-]*(?:key|secret|token|password)[\w-]*)=("[^"]*"|'[^']*'|\S+)/gi, '$1=***');
