import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { parseTrustedProxies } from '#net/trusted-proxies.ts';
import { keyValues, type Settings, wholeNumber } from './setting.ts';

const most = (fallback: number) => wholeNumber(fallback, 1, 1_000_000);
const RateLimits = z.strictObject(
  {
    read: most(600),
    write: most(120),
    query: most(300),
    chat: most(60),
    upload: most(600),
    /** Failed attempts from one address. */
    auth: most(30),
    /** Under way at the same time, as are streams. */
    chats: wholeNumber(10, 1, 100_000),
    streams: wholeNumber(20, 1, 100_000),
  },
  {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `has no ${issue.keys?.join(', ')}` : undefined),
  },
);

export type RateLimits = z.infer<typeof RateLimits> & {
  /** Otherwise the limits have no effect. */
  isOn: boolean;
};

/** Larger files would not fit into one string, which most parsers make of a file. */
const LARGEST_FILE_MB = 500;
export const DEFAULT_RATE_LIMITS = RateLimits.parse({});

/** `on` or `off` if it comes first, and the limits that differ from their defaults. */
const rateLimits = z
  .string()
  .default('on')
  .transform((text, context): RateLimits => {
    const [, word, pairs = ''] = /^\s*(?:(on|off)(?=\s|$))?(.*)$/s.exec(text) ?? [];
    const { data: given, error: malformed } = keyValues.safeParse(pairs);
    const { data, error } = RateLimits.safeParse(given ?? {});
    for (const { message, path } of [...(malformed?.issues ?? []), ...(error?.issues ?? [])])
      context.addIssue({ code: 'custom', message: [...path, message].join(': ') });
    return data ? { ...data, isOn: word !== 'off' } : z.NEVER;
  });

/** How much clients may ask for, and how they are told apart. */
export const LIMIT_SETTINGS = {
  RATE_LIMITS: rateLimits.describe(
    'on or off, and the limits to change, such as `chat=120 query=600`. Requests a minute for each key or signed-in person: read (600), write (120), query (300), chat (60), upload (600). Failed sign-ins and keys a minute for each address: auth (30). At the same time: chats (10), streams (20).',
  ),
  MAX_FILE_MB: wholeNumber(LIMITS.fileBytes / 1024 / 1024, 1, LARGEST_FILE_MB).describe(
    'The largest file that can be uploaded. Reading one may take as much memory as DOCUMENT_MEMORY_MB.',
  ),
  TRUST_PROXY: z
    .string()
    .default('off')
    .refine(
      (text) => parseTrustedProxies(text) !== undefined,
      'must be off, a number of proxies, or a comma list of addresses and ranges such as 10.0.0.0/8',
    )
    .describe(
      'Proxies whose X-Forwarded-For names the client: off, how many stand before Footnote, or a comma list of their addresses and ranges.',
    ),
} satisfies Settings;
