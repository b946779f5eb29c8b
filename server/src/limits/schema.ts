import { z } from 'zod';
import { RATE_WINDOW_MS, type RateClass, rateLimitsOf } from '#http/rate-limits/rate-limit.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { maxFileBytes } from '#lib/max-file-bytes.ts';
import type { Services } from '#services.ts';
import { DESCRIPTIONS } from './size-descriptions.ts';

type SnakeCase<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${SnakeCase<Rest>}`
  : Name;

type SizeName = SnakeCase<keyof typeof LIMITS>;

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const SIZES = Object.fromEntries(
  Object.entries(LIMITS).map(([name, most]) => [snakeCase(name), most]),
) as Record<SizeName, number>;

const SIZE_DESCRIPTIONS = Object.fromEntries(
  Object.entries(DESCRIPTIONS).map(([name, description]) => [snakeCase(name), description]),
) as Record<SizeName, string>;

const wholeNumbers = <Name extends string>(descriptions: Record<Name, string>) =>
  z.object(
    Object.fromEntries(
      Object.entries<string>(descriptions).map(([name, description]) => [
        name,
        z.int().meta({ description }),
      ]),
    ) as Record<Name, z.ZodInt>,
  );

const CLASSES: Record<RateClass, string> = {
  read: 'GET requests that belong to no other class.',
  write: 'All other methods that belong to no other class.',
  query: 'Searches and embeddings.',
  chat: 'Messages to agents.',
  upload: 'New and changed content.',
};

export const Limits = z
  .object({
    rate_limits: z
      .object({
        enabled: z.boolean().meta({ description: 'If false, the other rate limits have no effect.' }),
        window_seconds: z.int().meta({ description: 'How long requests are counted for.' }),
        requests: wholeNumbers(CLASSES).meta({
          description: 'Requests of each class per window, for each API key and each signed-in person.',
        }),
        failed_authentications: z
          .int()
          .meta({ description: 'Failed authentications per window from one IP address.' }),
        concurrent_chats: z.int().meta({ description: 'Chats that may run at the same time.' }),
        open_streams: z.int().meta({
          description: 'Change streams and requests with `wait` that may be open at the same time.',
        }),
      })
      .meta({ description: 'How many requests may be sent.' }),
    sizes: wholeNumbers(SIZE_DESCRIPTIONS).meta({
      description:
        'Maximum sizes. Names say if the unit is bytes, characters or seconds; the others are counts.',
    }),
  })
  .meta({ id: 'Limits', description: 'The limits in force.' });

export const toLimits = (config: Services['config']): z.infer<typeof Limits> => ({
  rate_limits: {
    enabled: config.RATE_LIMITS.isOn,
    window_seconds: RATE_WINDOW_MS / 1_000,
    requests: rateLimitsOf(config),
    failed_authentications: config.RATE_LIMITS.auth,
    concurrent_chats: config.RATE_LIMITS.chats,
    open_streams: config.RATE_LIMITS.streams,
  },
  sizes: { ...SIZES, file_bytes: maxFileBytes(config), workspace_chunks: config.CHUNKS_MAX },
});
