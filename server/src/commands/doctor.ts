import { existsSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '#config.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import { storageAddress } from '#storage-settings.ts';

type Check = { name: string; run(): Promise<string> };

/** `footnote doctor`: looks at what the service needs and says what is wrong with it. Exit code 1 when anything is. */
export async function doctorCommand(config: Config): Promise<void> {
  let isWell = true;
  for (const { name, run } of checks(config)) {
    try {
      console.log(`ok      ${name}: ${await run()}`);
    } catch (error) {
      isWell = false;
      console.log(`FAILED  ${name}: ${(error as Error).message}`);
    }
  }
  process.exitCode = isWell ? 0 : 1;
}

/** On PostgreSQL storage that is missing is a fault: the settings name a database that was never used. */
const hasBegun = ({ DATABASE_URL, DATA_DIR }: Config, environment: Environment): boolean =>
  DATABASE_URL !== undefined || existsSync(join(DATA_DIR, `${environment}.db`));

const checks = (config: Config): Check[] => [
  { name: 'node', run: async () => process.version },
  { name: 'settings', run: async () => 'all are valid' },
  {
    name: 'data folder',
    run: async () => {
      if (!existsSync(config.DATA_DIR))
        return `${resolve(config.DATA_DIR)} is not there yet; the first start makes it`;
      const { bavail, bsize } = statfsSync(config.DATA_DIR);
      const freeMb = Math.round((bavail * bsize) / 1024 / 1024);
      if (freeMb < 500)
        throw new Error(`${resolve(config.DATA_DIR)} has ${freeMb} MB left; make room for at least 500.`);
      return `${resolve(config.DATA_DIR)}, ${freeMb} MB free`;
    },
  },
  ...ENVIRONMENTS.filter((environment) => hasBegun(config, environment)).map((environment) => ({
    name: `${environment} storage`,
    run: async () => {
      const store = await openStoreBesideServer({ ...storageAddress(config), environment });
      try {
        const faults = await store.checkIntegrity();
        if (faults.length > 0) throw new Error(faults.slice(0, 5).join('; '));
        return 'intact';
      } finally {
        await store.close();
      }
    },
  })),
];
