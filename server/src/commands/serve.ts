import { setFlagsFromString } from 'node:v8';
import closeWithGrace from 'close-with-grace';
import pino from 'pino';
import { networkWarnings } from '#boot/exposure.ts';
import { createLog } from '#boot/log.ts';
import { collectGarbage, collectGarbageAtRest } from '#lib/collect-garbage.ts';
import { startService } from '#main.ts';
import type { Call } from './command.ts';
import { firstStartText, NO_ACCOUNTS_TEXT } from './first-start-text.ts';

const REST_MS = 20_000;

/** `footnote serve`: starts the service and runs it until SIGTERM or SIGINT. */
export async function serveCommand({ config }: Pick<Call<unknown>, 'config'>): Promise<void> {
  // The start script sets it for this thread. As long as it is set, it outweighs the limits of every other one.
  setFlagsFromString('--max-semi-space-size=0');
  const log = createLog(config.LOG_LEVEL, pino.destination(2));
  // Loading and building leave 25 MB of garbage, which V8 would keep until there is work.
  const service = await startService({ config, log, beforeListening: collectGarbage });
  collectGarbageAtRest(REST_MS);
  if (service.firstKeys) process.stdout.write(firstStartText(service.baseUrls, service.firstKeys));
  else if (config.ROLE === 'worker') process.stdout.write(`Worker: ${service.baseUrls.live}/readyz\n`);
  else {
    process.stdout.write(`Live: ${service.baseUrls.live}   Sandbox: ${service.baseUrls.sandbox}\n`);
    if (service.isWithoutAccounts) process.stdout.write(NO_ACCOUNTS_TEXT);
  }
  for (const warning of networkWarnings(config)) process.stdout.write(`Warning: ${warning}\n`);
  closeWithGrace(
    {
      delay: (config.DRAIN_SECONDS + config.SHUTDOWN_SECONDS) * 1_000,
      logger: {
        error: (...what: unknown[]) =>
          log.error({ err: what.find((part) => part instanceof Error) }, 'stopping'),
      },
    },
    async ({ signal, err }) => {
      if (err) log.fatal({ err }, 'stopping after an unexpected error');
      else log.info({ signal }, 'stopping');
      await service.stop();
    },
  );
}
