import { enqueue } from '#jobs/enqueue.ts';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Embedders } from '#models/model.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';

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

/** The same for content of one knowledge base: queues nothing if it has no deep model. */
export async function queueUnderstandingOf(
  tx: Pick<WorkspaceTransaction, 'jobs' | 'knowledgeBases'>,
  { deepOf }: Embedders,
  { knowledgeBaseId, ...job }: { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId; now: number },
): Promise<void> {
  const [base] = await tx.knowledgeBases.indexVersions([knowledgeBaseId]);
  if (base && deepOf(base.index_version, base.embedding_choice)) await queueUnderstanding(tx, job);
}
