import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#errors.ts';
import { isId } from '#records/fields.ts';
import type { WorkspaceReads } from '#storage/store.ts';
import { contextOf, type RequestContext } from './context.ts';
import { etagOf, noteChanged } from './precondition.ts';

/** The resource named by the `:id` of a path. Routes use `load` as their `onRequest`, which answers 404 before the body
 *  or query string is read, and get the row with `of`. `storeOf`: where it is read; by default the store of the request.
 *  `versionOf`: what the `ETag` of routes with
 *  `isVersioned` is made of. */
export function pathResource<Prefix extends string, Row>({
  noun,
  prefix,
  storeOf = ({ store }) => store,
  find,
  versionOf,
}: {
  noun: string;
  prefix: Prefix;
  storeOf?: (context: RequestContext) => WorkspaceReads;
  find(reads: WorkspaceReads, id: `${Prefix}_${string}`, context: RequestContext): Promise<Row | undefined>;
  versionOf?: (row: NoInfer<Row>) => string;
}) {
  const found = new WeakMap<FastifyRequest, Row>();
  return {
    load: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { id } = request.params as { id: `${Prefix}_${string}` };
      const context = contextOf(request);
      const row = isId(prefix, id) ? await find(storeOf(context), id, context) : undefined;
      if (row === undefined) throw notFound(noun, id);
      found.set(request, row);
      if (!versionOf || !request.routeOptions.config.isVersioned) return;
      if (request.method === 'GET') reply.header('etag', etagOf(versionOf(row)));
      noteChanged(request, {
        id,
        noun,
        versionIn: async (tx) => {
          const now = await find(tx, id, context);
          return now && versionOf(now);
        },
      });
    },
    of: (request: FastifyRequest): Row => {
      const row = found.get(request);
      if (row === undefined)
        throw new Error(`The route ${request.routeOptions.url} does not load its ${noun}.`);
      return row;
    },
  };
}
