import { parseArgs } from 'node:util';
import type { Config } from '#config.ts';
import type { Check } from './check.ts';
import { checkMachine } from './check-machine.ts';
import { checkStorage } from './check-storage.ts';

export const DOCTOR_USAGE = `footnote doctor [--json]

  --json  prints one JSON object

Looks at settings, machine and storage, beside a service or without one, and changes nothing. It reads all that is stored.
Exit code 1 when anything is wrong; each line that begins with FAILED says what to do.`;

/** `footnote doctor`: looks at what the service needs and says what is wrong with it. Exit code 1 when anything is. */
export async function doctorCommand(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const checks: Check[] = [];
  for (const part of [checkMachine(config), checkStorage(config)]) {
    for await (const check of part) {
      checks.push(check);
      if (!values.json) print(check);
    }
  }
  const isWell = checks.every(({ faults }) => faults.length === 0);
  if (values.json) console.log(JSON.stringify({ is_well: isWell, checks }));
  process.exitCode = isWell ? 0 : 1;
}

function print({ name, about, faults }: Check): void {
  if (faults.length === 0) console.log(`ok      ${name}: ${about}`);
  for (const fault of faults) console.log(`FAILED  ${name}: ${fault}`);
}
