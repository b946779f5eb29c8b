import { z } from 'zod';
import { RATE_CLASSES, RATE_WINDOW_MS, rateLimitsOf } from '#http/rate-limits/rate-limit.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import type { Services } from '#services.ts';

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name;

type SizeName = SnakeCase<keyof typeof LIMITS>;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const SIZES = Object.fromEntries(
  Object.entries(LIMITS).map(([name, most]) => [snakeCase(name), most]),
) as Record<SizeName, number>;

const wholeNumbers = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.int()])) as Record<Name, z.ZodInt>);

export const Limits = z
  .object({
    rate_limits: z.object({
      enabled: z.boolean().meta({ description: 'If false, the other rate limits have no effect.' }),
      window_seconds: z.int(),
      requests: wholeNumbers(RATE_CLASSES).meta({
        description: 'Requests of each class per window, for each API key and each signed-in person.',
      }),
      failed_authentications: z
        .int()
        .meta({ description: 'Failed authentications per window from one IP address.' }),
      concurrent_chats: z.int().meta({ description: 'Chats that may run at the same time.' }),
      open_streams: z
        .int()
        .meta({ description: 'Change streams and requests with `wait` that may be open at the same time.' }),
    }),
    sizes: wholeNumbers(Object.keys(SIZES) as SizeName[]).meta({
      description:
        'Maximum sizes. Names say if the unit is bytes, characters or seconds; the others are counts.',
    }),
  })
  .meta({ id: 'Limits' });

export const toLimits = (config: Services['config']): z.infer<typeof Limits> => ({
  rate_limits: {
    enabled: config.RATE_LIMITS.isOn,
    window_seconds: RATE_WINDOW_MS / 1_000,
    requests: rateLimitsOf(config),
    failed_authentications: config.RATE_LIMITS.auth,
    concurrent_chats: config.RATE_LIMITS.chats,
    open_streams: config.RATE_LIMITS.streams,
  },
  sizes: SIZES,
});
