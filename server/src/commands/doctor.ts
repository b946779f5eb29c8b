import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import type { Check } from './check.ts';
import { checkBucket } from './check-bucket.ts';
import { checkMachine } from './check-machine.ts';
import { checkOpenings } from './check-openings.ts';
import { checkSettings, type SecurityCheck } from './check-security.ts';
import { checkLooseSettings } from './check-settings.ts';
import { checkStorage } from './check-storage.ts';
import type { Call } from './command.ts';
import { jsonForTerminal } from './with-store.ts';

/** `footnote doctor`: finds what is wrong with an installation, or with --security what is open. */
export async function doctorCommand({
  config,
  values,
}: Call<{ security: boolean; json: boolean }>): Promise<void> {
  const parts = values.security
    ? [checkSettings(config), checkLooseSettings(config), checkOpenings(config)]
    : [checkMachine(config), checkBucket(config), checkStorage(config)];
  const checks: (Check | SecurityCheck)[] = [];
  for (const part of parts) {
    for await (const check of part) {
      checks.push(check);
      if (!values.json) print(check);
    }
  }
  const isWell = checks.every((check) => check.faults.length === 0 || isAdvice(check));
  if (values.json) console.log(jsonForTerminal({ is_well: isWell, checks }));
  process.exitCode = isWell ? 0 : 1;
}

const isAdvice = (check: Check | SecurityCheck): boolean => 'level' in check && check.level === 'low';

function print(check: Check | SecurityCheck): void {
  const { name, about, faults } = check;
  const word = 'level' in check ? check.level.toUpperCase() : 'FAILED';
  if (faults.length === 0) console.log(`ok      ${name}: ${about}`);
  for (const fault of faults) console.log(withVisibleMarks(`${word.padEnd(8)}${name}: ${fault}`));
}
