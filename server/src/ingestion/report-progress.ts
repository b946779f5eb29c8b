import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { JobRow, SourceRow, SourceStage } from '#storage/tables.ts';

const PAUSE_MS = 500;

/** Writes the stage and progress of a source to its row while a job works on it. Writes nothing in the first half
 *  second, which is enough for most sources, and then at most twice a second. Call `stop` before writing the final
 *  state: it discards progress that is not written yet. */
export function reportProgress(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { store, job, source }: { store: WorkspaceStore; job: JobRow; source: SourceRow },
): { report(stage: SourceStage, progress: number): void; stop(): void } {
  let newest: { stage: SourceStage; progress: number } | undefined;
  const write = async (): Promise<void> => {
    const news = newest;
    if (!news) return;
    newest = undefined;
    await store.transaction(
      async (tx) => {
        const current = await tx.sources.find(source.source_id);
        if (current?.revision !== source.revision || current.status !== 'processing') return;
        if (await tx.jobs.isHeld(job))
          await tx.sources.update(source.source_id, { ...news, updated_at: clock.now() });
      },
      { isVolatile: true },
    );
  };
  const timer = setInterval(() => {
    write().catch((error) => log.warn({ err: error }, 'the progress of a source could not be written'));
  }, PAUSE_MS);
  return {
    report: (stage, progress) => {
      newest = { stage, progress: Math.round(progress * 100) / 100 };
    },
    stop: () => {
      newest = undefined;
      clearInterval(timer);
    },
  };
}
