import { enqueue } from '#jobs/enqueue.ts';
import type { JobKind } from '#jobs/job-kinds.ts';
import { hoursAfter } from '#lib/clock.ts';
import { SERVICE } from '#records/audit.ts';
import { recordHistory } from '#records/source-history.ts';
import type { Services } from '#services.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import { QUEUED, type SourceRow } from '#storage/tables.ts';

type RepairServices = Pick<Services, 'store' | 'clock' | 'log'> & {
  models: Pick<Services['models'], 'embedders'>;
};

/** Queues missing jobs: for sources in `processing`, `running` crawls and index builds without a job, and for pages
 *  that are due for a refresh. Each source ends `indexed` or `failed`. Several nodes can run this at the same time,
 *  because each item is checked again in the transaction that queues it. */
export async function repairSources(services: RepairServices): Promise<void> {
  const { store, clock, log } = services;
  const orphans = await store.orphanedWork.sourcesWithoutJob();
  for (const { workspace_id, source_id, revision } of orphans) {
    await store.workspace(workspace_id).transaction(async (tx) => {
      const source = await tx.sources.find(source_id);
      // Since the list was read, another node may have repaired the source or its job may have ended.
      if (source?.status !== 'processing' || source.revision !== revision) return;
      // Citus looks at sources and jobs at different moments.
      if (await tx.jobs.isQueued(source_id)) return;
      const now = clock.now();
      await queueAgain(tx, source, source.type === 'url' ? 'fetch-page' : 'ingest-source', now);
      await recordHistory(tx, {
        actor: SERVICE,
        now,
        entries: [{ sourceId: source_id, action: 'reindex_requested', details: { reason: 'lost_job' } }],
      });
    });
  }
  if (orphans.length > 0)
    log.warn({ sources: orphans.length }, 'sources that had lost their job are queued again');
  await repairCrawls(services);
  await repairIndexes(services);
  await refreshPages(services);
}

async function repairCrawls({ store, clock }: RepairServices): Promise<void> {
  for (const { workspace_id, crawl_id } of await store.orphanedWork.crawlsWithoutJob()) {
    await store.workspace(workspace_id).transaction(async (tx) => {
      if ((await tx.crawls.find(crawl_id))?.status !== 'running' || (await tx.jobs.isQueued(crawl_id)))
        return;
      await enqueue(tx, { kind: 'crawl-site', subjectId: crawl_id, payload: { crawl_id }, now: clock.now() });
    });
  }
}

/** Queues an index build for each knowledge base whose index is outdated: its model, the models of the installation or
 *  the program version changed. */
async function repairIndexes({ store, clock, models: { embedders } }: RepairServices): Promise<void> {
  for (const base of await store.orphanedWork.knowledgeBasesWithoutJob()) {
    const { workspace_id, knowledge_base_id, index_version, embedding_choice } = base;
    if (embedders.indexVersionFor(embedding_choice) === index_version) continue;
    await store.workspace(workspace_id).transaction(async (tx) => {
      if (await tx.jobs.isQueued(knowledge_base_id)) return;
      await enqueue(tx, {
        kind: 'build-index',
        subjectId: knowledge_base_id,
        payload: { knowledge_base_id },
        now: clock.now(),
      });
    });
  }
}

async function refreshPages({ store, clock }: RepairServices): Promise<void> {
  const now = clock.now();
  for (const { workspace_id, source_id, revision } of await store.orphanedWork.pagesToRefresh(now)) {
    await store.workspace(workspace_id).transaction(async (tx) => {
      const source = await tx.sources.find(source_id);
      if (source?.revision !== revision || source.refresh_at === null || source.refresh_at > now) return;
      // Set the next time now, so that the page is not queued twice, whatever the job does.
      await tx.sources.update(source_id, {
        refresh_at: hoursAfter(now, source.refresh_interval_hours ?? 1),
      });
      if (source.status === 'failed') await queueAgain(tx, source, 'fetch-page', now);
      else
        await enqueue(tx, {
          kind: 'refresh-page',
          subjectId: source_id,
          payload: { source_id, revision },
          now,
        });
    });
  }
}

async function queueAgain(
  tx: WorkspaceTransaction,
  { source_id, revision }: SourceRow,
  kind: Extract<JobKind, 'ingest-source' | 'fetch-page'>,
  now: number,
): Promise<void> {
  const next = revision + 1;
  await enqueue(tx, { kind, subjectId: source_id, payload: { source_id, revision: next }, now });
  await tx.sources.update(source_id, { ...QUEUED, revision: next });
}
