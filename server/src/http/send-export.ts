import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toIso } from '#lib/clock.ts';
import { contextOf } from './context.ts';

/** Streams an export as a file, after an entry in the audit log. what: names the file. details: of the entry. type: a media
 *  type, without its charset. */
export async function sendExport(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    what,
    extension,
    type,
    details = {},
    lines,
    now,
  }: {
    what: string;
    extension: string;
    type: string;
    details?: Record<string, unknown>;
    lines: AsyncIterable<string>;
    now: number;
  },
): Promise<never> {
  const { store, signal, audit } = contextOf(request);
  // Before the first byte: no export goes without an entry.
  await store.transaction((tx) => audit(tx, 'export.started', store.workspaceId, { what, ...details }), {
    isNote: true,
  });
  const fileName = `${what}-${store.environment}-${toIso(now).slice(0, 10)}.${extension}`;
  return reply
    .headers({ 'content-disposition': contentDisposition(fileName), 'cache-control': 'private, no-store' })
    .type(`${type}; charset=utf-8`)
    .send(Readable.from(lines, { objectMode: false, signal })) as never;
}
