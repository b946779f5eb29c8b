import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { toIso } from '#lib/clock.ts';

const Meta = z
  .object({
    request_id: z.string().meta({ description: 'Names this request in logs, prefix `req_`.' }),
    timestamp: z.iso.datetime().meta({ description: 'When it was answered, ISO 8601, UTC.' }),
  })
  .meta({ id: 'Meta', description: 'About the answer.' });

const PageMeta = Meta.extend({
  next_cursor: z
    .string()
    .optional()
    .meta({ description: 'Pass it as `cursor` to get the next page; absent on the last page.' }),
}).meta({ id: 'PageMeta', description: 'About the page.' });

/** The schema of a successful answer that carries `data`. */
export const envelope = <Data extends z.ZodType>(data: Data) => z.object({ data, meta: Meta });

/** The schema of a page of a list. */
export const listEnvelope = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item).meta({ description: 'The items of this page; empty if there are none.' }),
    meta: PageMeta,
  });

/** A successful answer. */
export const answer = <Data>(request: FastifyRequest, data: Data) => ({ data, meta: meta(request) });

/** A page of a list. */
export const answerPage = <Item>(
  request: FastifyRequest,
  page: { items: Item[]; nextCursor?: string | undefined },
) => ({
  data: page.items,
  meta: { ...meta(request), ...(page.nextCursor !== undefined && { next_cursor: page.nextCursor }) },
});

const meta = (request: FastifyRequest) => ({ request_id: request.id, timestamp: toIso(Date.now()) });
