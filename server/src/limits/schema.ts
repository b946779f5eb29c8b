import { z } from 'zod';
import { RATE_CLASSES, RATE_WINDOW_MS, rateLimitsOf } from '#http/rate-limits/rate-limit.ts';
import { LIMITS } from '#lib/limits.ts';
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
      enabled: z
        .boolean()
        .meta({ description: 'Without it nobody is held back, and the rest has no effect.' }),
      window_seconds: z.int(),
      requests: wholeNumbers(RATE_CLASSES).meta({
        description: 'Of each class, for each API key and each person who is signed in, in a window.',
      }),
      failed_authentications: z.int().meta({ description: 'Of one address, in a window.' }),
      concurrent_chats: z.int().meta({ description: 'Under way at the same time.' }),
      open_streams: z
        .int()
        .meta({ description: 'Streams of changes and requests with `wait`, open at the same time.' }),
    }),
    sizes: wholeNumbers(Object.keys(SIZES) as SizeName[]).meta({
      description:
        'The most of everything; bytes, characters and seconds say so in their names, the others are counts.',
    }),
  })
  .meta({ id: 'Limits' });

export const toLimits = (config: Services['config']): z.infer<typeof Limits> => ({
  rate_limits: {
    enabled: config.RATE_LIMITS === 'on',
    window_seconds: RATE_WINDOW_MS / 1_000,
    requests: rateLimitsOf(config),
    failed_authentications: config.RATE_LIMIT_AUTH,
    concurrent_chats: config.RATE_LIMIT_CONCURRENT_CHATS,
    open_streams: config.RATE_LIMIT_STREAMS,
  },
  sizes: SIZES,
});
