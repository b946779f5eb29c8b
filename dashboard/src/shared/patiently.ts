import { untilReady } from './api/service-reach.ts';

/** Loads a part of the dashboard, and retries once when the service is reachable again. If a new
 *  version no longer has the file, the second attempt fails too. */
export const patiently =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load();
    } catch {
      await untilReady();
      return await load();
    }
  };
