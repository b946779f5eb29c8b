import type { Embedders } from '#models/model.ts';
import { eachRow } from '#records/each-row.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { showingSources } from './show-source.ts';

/** All sources in the format of the list, newest first. */
export async function* exportSources(
  store: Pick<WorkspaceStore, 'sources' | 'knowledgeBases'>,
  embedders: Embedders,
): AsyncGenerator<Awaited<ReturnType<ReturnType<typeof showingSources>>>, void> {
  const show = showingSources(store, embedders);
  for await (const row of eachRow(store.sources.list, (source) => source.source_id)) yield await show(row);
}
