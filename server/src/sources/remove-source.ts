import { emitDeleted } from '#jobs/emit.ts';
import type { SourceId } from '#lib/ids.ts';
import { toSource } from '#records/source.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';

/** Deletes a source and everything made from it. False if it no longer exists. */
export async function removeSource(
  tx: WorkspaceTransaction,
  sourceId: SourceId,
  now: number,
): Promise<boolean> {
  const source = await tx.sources.find(sourceId);
  if (!source || !(await tx.sources.remove(source))) return false;
  await emitDeleted(tx, { type: 'source.deleted', subjectId: sourceId, data: toSource(source), now });
  return true;
}
