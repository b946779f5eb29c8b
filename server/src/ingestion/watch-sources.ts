import type { Services } from '#services.ts';
import { repairSources } from './repair-sources.ts';

/** Repairs the sources of an environment every `WATCH_SECONDS`, until `stop` is called. */
export function watchSources(services: Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>): {
  stop(): Promise<void>;
} {
  let repairing: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    repairing = repairing
      .then(() => repairSources(services))
      .catch((error) => services.log.error({ err: error }, 'looking after the sources failed'));
  }, services.config.WATCH_SECONDS * 1_000);
  return {
    stop: async () => {
      clearInterval(timer);
      await repairing;
    },
  };
}
