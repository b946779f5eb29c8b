import { z } from 'zod';

/** One setting: how its variable is read, and what `footnote config` says of it. */
export type Setting = {
  schema: z.ZodType;
  unit: string;
  about: string;
  /** Its value is never shown. */
  isSecret?: true;
};

export const wholeNumber = (fallback: number, min: number, max: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** An http(s) address without a slash at its end. */
export const baseUrl = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
  .optional();
