import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';

/** Moves original files between the database and the store of BLOB_STORE, and deletes what no row names there, every
 *  `WATCH_SECONDS`, until `stop` is called. */
export function startMovingBlobs({
  store: { blobs },
  clock,
  config,
  log,
}: Pick<Services, 'store' | 'clock' | 'config' | 'log'>): { stop(): Promise<void> } {
  let isStopping = false;
  const whileThereIs = async (work: () => Promise<boolean>): Promise<void> => {
    while (!isStopping && (await work()));
  };
  const moveBack = async (): Promise<void> => {
    const damaged: Parameters<typeof blobs.moveBack>[1] = new Map();
    await whileThereIs(() => blobs.moveBack(clock.now(), damaged));
    for (const error of damaged.values())
      log.error({ err: error }, 'a file could not be moved back to the database');
  };
  const keptMs = config.BLOB_KEPT_SECONDS * 1_000;
  const regularly = (work: () => Promise<void>, failure: string) =>
    everyInterval(config.WATCH_SECONDS * 1_000, work, (error) => log.error({ err: error }, failure));
  const loops = [
    regularly(async () => {
      await whileThereIs(() => {
        const now = clock.now();
        return blobs.moveFile({ now, commitBy: now + config.BLOB_COMMIT_SECONDS * 1_000 });
      });
      await moveBack();
    }, 'files could not be moved between the database and the store of BLOB_STORE'),
    regularly(
      () => whileThereIs(() => blobs.deleteOne(clock.now() - keptMs)),
      'objects could not be deleted in the store of BLOB_STORE',
    ),
  ];
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
