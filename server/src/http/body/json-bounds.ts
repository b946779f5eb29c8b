import type { FastifyContextConfig } from 'fastify';
import { AppError } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';

/** Reads JSON as its bytes arrive and throws 400 as soon as it has more structure than any request needs, which saves
 *  parsing and checking the rest. The parser decides whether it is JSON at all. */
export type JsonBounds = (bytes: Uint8Array) => void;

/** Commas, colons and opening brackets: about as many as a document has values and keys. */
type Limits = { tokens: number; depth: number };

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENS = 1;
const SEPARATES = 2;
const CLOSES = 3;
const QUOTES = 4;
/** The meaning of a byte outside strings. */
const KINDS = new Uint8Array(256);
for (const [characters, kind] of [
  ['{[', OPENS],
  [',:', SEPARATES],
  ['}]', CLOSES],
  ['"', QUOTES],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;

/** Multibyte UTF-8 cannot be confused with these bytes. A plain loop takes 25 ms for 31 MB of any content; searching for
 *  the next quote is slow if every quote is escaped. */
export function jsonBounds({ tokens: maxTokens, depth: maxDepth }: Limits): JsonBounds {
  let isString = false;
  let isEscaped = false;
  let tokens = 0;
  let depth = 0;
  return (bytes) => {
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isString = false;
        continue;
      }
      const kind = KINDS[byte];
      if (kind === 0) continue;
      if (kind === QUOTES) isString = true;
      else if (kind === CLOSES) depth--;
      else {
        tokens++;
        if (kind === OPENS) depth++;
        if (tokens > maxTokens || depth > maxDepth) throw depth > maxDepth ? tooDeep() : tooMany(maxTokens);
      }
    }
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The largest valid body of this route has more structure than others of its size. */
    hasManyValues?: true;
  }
}

/** The limits for a body of at most this many bytes. */
export const boundsOf = (bodyLimit: number, { hasManyValues }: FastifyContextConfig): Limits => ({
  tokens: hasManyValues || bodyLimit > LIMITS.smallBodyBytes ? LIMITS.jsonTokens : LIMITS.smallJsonTokens,
  depth: LIMITS.jsonDepth,
});

const tooDeep = (): AppError =>
  new AppError(
    'invalid_request',
    `The JSON is nested more than ${LIMITS.jsonDepth} levels deep. Send a flatter body.`,
  );

const tooMany = (maxTokens: number): AppError =>
  new AppError(
    'invalid_request',
    `The JSON has too many values: at most about ${maxTokens.toLocaleString('en')} keys and values. Split the request.`,
  );
