import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import type { Config } from './config.ts';
import { type Setting, wholeNumber } from './setting.ts';

const aMinute = (fallback: number, what: string): Setting & { schema: ReturnType<typeof wholeNumber> } => ({
  schema: wholeNumber(fallback, 1, 1_000_000),
  unit: 'a minute',
  about: `${what} that a key, or a person who is signed in, may send in a minute.`,
});

const TRUST_PROXY_TAKES =
  'is off, a number of proxies, or a comma list of addresses and ranges such as 10.0.0.0/8';

/** How much of everything a client may ask for, and how clients are told apart. */
export const LIMIT_SETTINGS = {
  RATE_LIMITS: {
    schema: z.enum(['on', 'off']).default('on'),
    unit: 'on or off',
    about: 'off: nobody is held back, and the limits below have no effect.',
  },
  RATE_LIMIT_READ: aMinute(600, 'GET requests'),
  RATE_LIMIT_WRITE: aMinute(120, 'POST, PATCH and DELETE requests'),
  RATE_LIMIT_QUERY: aMinute(300, 'Searches'),
  RATE_LIMIT_CHAT: aMinute(60, 'Chat messages'),
  RATE_LIMIT_UPLOAD: aMinute(60, 'Requests that add or change a source'),
  RATE_LIMIT_AUTH: {
    schema: wholeNumber(30, 1, 1_000_000),
    unit: 'a minute',
    about:
      'Requests from one address with a wrong key or none, and attempts to sign in, before more of these have to wait.',
  },
  RATE_LIMIT_CONCURRENT_CHATS: {
    schema: wholeNumber(10, 1, 100_000),
    unit: 'chats',
    about:
      'Chats that a key, a person who is signed in, or a chat widget may have under way at the same time.',
  },
  RATE_LIMIT_STREAMS: {
    schema: wholeNumber(20, 1, 100_000),
    unit: 'streams',
    about:
      'Streams and requests with `wait` that a key, or a person who is signed in, may have open at the same time in each process; chats have a limit of their own.',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .default('off')
      .refine((text) => proxiesOf(text) !== undefined, TRUST_PROXY_TAKES),
    unit: 'proxies',
    about:
      'Whose X-Forwarded-For says which address a client has: off, the number of proxies on the way, or a comma list of their addresses and ranges.',
  },
} satisfies Record<string, Setting>;

/** Whom to believe what address a client has, as Fastify takes it. */
export const trustedProxies = ({ TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>): Trusted =>
  proxiesOf(TRUST_PROXY) ?? false;

/** hop: 0 is whoever opened the connection. */
type Trusted = false | string[] | ((address: string, hop: number) => boolean);

function proxiesOf(text: string): Trusted | undefined {
  if (text === 'off') return false;
  if (/^[1-9]\d?$/.test(text)) return (_, hop) => hop < Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every(isAddressOrRange) ? addresses : undefined;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(
      address,
      /^\d+$/.test(bits) ? Number(bits) : -1,
      family === 4 ? 'ipv4' : 'ipv6',
    );
    return true;
  } catch {
    return false;
  }
}
