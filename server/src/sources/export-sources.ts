import { eachRow } from '#records/each-row.ts';
import { toSource } from '#records/source.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** All sources in the format of the list, newest first. */
export async function* exportSources({
  sources,
}: Pick<WorkspaceStore, 'sources'>): AsyncGenerator<ReturnType<typeof toSource>, void> {
  for await (const row of eachRow(sources.list, (source) => source.source_id)) yield toSource(row);
}
