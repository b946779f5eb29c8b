import { everyInterval } from '#lib/async/every-interval.ts';
import type { Services } from '#services.ts';
import { repairSources } from './repair-sources.ts';
import { repairUnderstanding } from './understanding/repair-understanding.ts';

/** Repairs the sources of an environment every `WATCH_SECONDS` until `stop` is called. */
export const watchSources = (
  services: Parameters<typeof repairSources>[0] & Pick<Services, 'config'>,
): { stop(): Promise<void> } =>
  everyInterval(
    services.config.WATCH_SECONDS * 1_000,
    async () => {
      await repairSources(services);
      await repairUnderstanding(services);
    },
    (error) => services.log.error({ err: error }, 'looking after the sources failed'),
  );
