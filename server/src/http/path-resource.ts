import type { FastifyRequest } from 'fastify';
import { notFound } from '#errors.ts';
import { isId } from '#records/fields.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { contextOf } from './context.ts';

/** The resource named by the `:id` of a path. Routes use `load` as their `onRequest`, which answers 404 before the body
 *  or query string is read, and get the row with `of`. */
export function pathResource<Prefix extends string, Row>({
  noun,
  prefix,
  find,
}: {
  noun: string;
  prefix: Prefix;
  find(store: WorkspaceStore, id: `${Prefix}_${string}`): Promise<Row | undefined>;
}) {
  const found = new WeakMap<FastifyRequest, Row>();
  return {
    load: async (request: FastifyRequest): Promise<void> => {
      const { id } = request.params as { id: string };
      const row = isId(prefix, id)
        ? await find(contextOf(request).store, id as `${Prefix}_${string}`)
        : undefined;
      if (row === undefined) throw notFound(noun, id);
      found.set(request, row);
    },
    of: (request: FastifyRequest): Row => {
      const row = found.get(request);
      if (row === undefined)
        throw new Error(`The route ${request.routeOptions.url} does not load its ${noun}.`);
      return row;
    },
  };
}
