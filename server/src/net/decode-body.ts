import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The value of `accept-encoding`: every encoding listed here can be decoded. */
export const ACCEPT_ENCODING = 'gzip, deflate, br';

const OUTPUT_BYTES = 64 * 1024;
/** Real responses have at most two, and each one costs a decoder. */
const MAX_CODINGS = 3;

/** The codings in `content-encoding`, the last applied first; undefined if one is unknown. RFC 9110, 8.4.1; `x-gzip` is
 *  an old name. */
export function contentCodings(header: string): string[] | undefined {
  const codings = header
    .toLowerCase()
    .split(',', 100)
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const isKnown = codings.every((coding) => DECODERS.has(coding));
  return isKnown && codings.length <= MAX_CODINGS ? codings.reverse() : undefined;
}

/** Decodes a body as it arrives, and buffers only the window of the decoder. An empty body stays empty whatever its
 *  headers say. A damaged or truncated body throws the error of node:zlib. */
export function decodeBody(
  body: AsyncIterable<Uint8Array>,
  codings: readonly string[],
): AsyncIterable<Uint8Array> {
  return codings.reduce((bytes, coding) => decode(bytes, coding), body);
}

async function* decode(body: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  const rest = body[Symbol.asyncIterator]();
  const first = await rest.next();
  const decoder = first.done ? undefined : DECODERS.get(coding)?.(first.value);
  if (first.done || !decoder) return;
  // The loop below sees every error, because a failing source destroys the decoder with it.
  pipeline(Readable.from(startingWith(first.value, rest), { objectMode: false }), decoder, () => {});
  yield* decoder as AsyncIterable<Uint8Array>;
}

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

type MakeDecoder = (start: Uint8Array) => Transform;

const options = { chunkSize: OUTPUT_BYTES };
const gunzip: MakeDecoder = () => createGunzip(options);
const unbrotli: MakeDecoder = () => createBrotliDecompress(options);

/** Some servers omit the zlib wrapper, whose first half byte is always 8 (RFC 1950, 2.2). */
const inflate: MakeDecoder = ([first = 0]) =>
  (first & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options);

/** The decoder of each coding, created from the first bytes of the body. */
const DECODERS: ReadonlyMap<string, MakeDecoder> = new Map([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', inflate],
  ['br', unbrotli],
]);
