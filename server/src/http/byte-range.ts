import type { FastifyReply, FastifyRequest } from 'fastify';

/** `from` is inclusive, `to` exclusive. */
export type ByteRange = { from: number; to: number };

/** The one range that a request asks for of so many bytes. Undefined for all of them: without the header, with several
 *  ranges, and if `If-Range` names another version. `unsatisfiable`: none of these bytes is there. */
export function rangeOf(
  { headers: { range, 'if-range': ifRange } }: Pick<FastifyRequest, 'headers'>,
  { sizeBytes, etag }: { sizeBytes: number; etag: string | undefined },
): ByteRange | 'unsatisfiable' | undefined {
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const count = Math.min(Number(last), sizeBytes);
    return count === 0 ? 'unsatisfiable' : { from: sizeBytes - count, to: sizeBytes };
  }
  const from = Number(first);
  const to = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  // Backwards: no range at all.
  if (last !== '' && Number(last) < from) return undefined;
  return from >= sizeBytes ? 'unsatisfiable' : { from, to };
}

/** Whether a client has this version already, by `If-None-Match`. */
export const isKnown = (
  { headers: { 'if-none-match': known } }: Pick<FastifyRequest, 'headers'>,
  etag: string | undefined,
): boolean =>
  etag !== undefined &&
  (known ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);

/** Sets the status and the headers of a body that is a range of a file, or all of it. */
export const sendRange = (
  reply: FastifyReply,
  { sizeBytes, range }: { sizeBytes: number; range: ByteRange | undefined },
): FastifyReply =>
  range
    ? reply.status(206).headers({
        'content-range': `bytes ${range.from}-${range.to - 1}/${sizeBytes}`,
        'content-length': range.to - range.from,
      })
    : reply.header('content-length', sizeBytes);
