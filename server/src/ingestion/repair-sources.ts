import { enqueue } from '#jobs/enqueue.ts';
import type { Services } from '#services.ts';

/** Queues what should be in the queue and is not: sources that are `processing` without a job, and sources whose index
 *  was made by another model or an earlier layout. Each of them ends `indexed` or `failed`. */
export async function repairSources({
  store,
  clock,
  log,
}: Pick<Services, 'store' | 'clock' | 'log'>): Promise<void> {
  const orphans = await store.repairs.sourcesWithoutJob();
  const outdated = await store.repairs.sourcesIndexedOtherwise();
  for (const { workspace_id, source_id, revision } of [...orphans, ...outdated]) {
    await store.workspace(workspace_id).transaction(async (tx) => {
      // Another node may have repaired it since the list was read.
      if ((await tx.sources.find(source_id))?.revision !== revision) return;
      const next = revision + 1;
      await enqueue(tx, {
        kind: 'ingest-source',
        subjectId: source_id,
        payload: { source_id, revision: next },
        now: clock.now(),
      });
      await tx.sources.update(source_id, {
        status: 'processing',
        stage: 'queued',
        progress: 0,
        error: null,
        revision: next,
      });
    });
  }
  if (orphans.length + outdated.length > 0)
    log.info({ orphans: orphans.length, outdated: outdated.length }, 'sources are indexed again');
}
