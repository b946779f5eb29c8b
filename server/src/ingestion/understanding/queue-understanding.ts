import { enqueue } from '#jobs/enqueue.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { KnowledgeBaseRow } from '#storage/tables.ts';

/** Queues the job that reads what waits in a workspace, unless it is queued or running. It looks for what waits in the
 *  transaction that ends it, so it misses nothing that this transaction adds.
 *  now: when it is due, in milliseconds since 1970. */
export async function queueUnderstanding(
  tx: Pick<WorkspaceTransaction, 'jobs'>,
  { workspaceId, now }: { workspaceId: WorkspaceId; now: number },
): Promise<void> {
  if (await tx.jobs.isQueued(workspaceId)) return;
  await enqueue(tx, { kind: 'understand-sources', subjectId: workspaceId, payload: {}, now });
}

/** The same for content of these knowledge bases: queues nothing if none has a deep model. */
export async function queueUnderstandingOf(
  tx: Pick<WorkspaceTransaction, 'jobs'>,
  { deepOf }: Embedders,
  {
    bases,
    ...job
  }: {
    workspaceId: WorkspaceId;
    bases: readonly Pick<KnowledgeBaseRow, 'index_version' | 'embedding_choice'>[];
    now: number;
  },
): Promise<void> {
  if (bases.some((base) => deepOf(base.index_version, base.embedding_choice)))
    await queueUnderstanding(tx, job);
}
