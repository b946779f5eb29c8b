import type { FastifyRequest } from 'fastify';
import { notFound } from '#errors.ts';
import { contextOf } from '#http/context.ts';
import { pathResource } from '#http/path-resource.ts';
import { versionOfRow } from '#http/precondition.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { SourceRow } from '#storage/tables.ts';

/** The source named in a path. */
export const sourceOfPath = pathResource({
  noun: 'source',
  prefix: 'src',
  find: (store, id) => store.sources.find(id),
  versionOf: (row) => versionOfRow(row),
});

/** The source named in a path and the store of the person for whom the request reads, if it names one. Throws 404 if the
 *  source is hidden from them. */
export async function sourceFor(
  request: FastifyRequest,
  asUser: readonly string[] | undefined,
): Promise<{ source: SourceRow; store: WorkspaceStore }> {
  const source = sourceOfPath.of(request);
  const store = contextOf(request).storeFor(asUser);
  if (asUser && !(await store.sources.find(source.source_id))) throw notFound('source', source.source_id);
  return { source, store };
}
