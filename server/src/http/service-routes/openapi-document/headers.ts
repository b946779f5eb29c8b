import type { Json } from './json.ts';

/** The headers that several answers have, for `components.headers`. */
export const HEADERS: Json = {
  RateLimit: {
    description:
      'What is left in the window, such as `"read";r=598;t=42`: the class of the request, the requests left, and the seconds until the window ends. Absent while rate limits are off.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': {
    description:
      'The limit of the class, such as `"read";q=600;w=60`: 600 requests in 60 seconds. Absent while rate limits are off.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds to wait before you send the request again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
};

const refTo = (name: string): Json => ({ [name]: { $ref: `#/components/headers/${name}` } });

/** Of answers to requests that are counted. */
export const RATE_HEADERS: Json = { ...refTo('RateLimit'), ...refTo('RateLimit-Policy') };

export const RETRY_AFTER: Json = refTo('Retry-After');
