import { parseArgs } from 'node:util';
import { inspectConfig } from '#config/config.ts';
import { readEnvFiles } from '#config/env-files.ts';
import { textTable } from './text-table.ts';
import { jsonForTerminal, linesForTerminal } from './with-store.ts';

export const CONFIG_USAGE = `footnote config [--json]

  --json  print one JSON object

Lists every setting with the value in force and where it comes from: the default, the environment, or a file that Node read
with --env-file. Passwords and keys show as ***. Exit code 1 if a setting is wrong; every wrong one gets a sentence.`;

/** `footnote config`: the settings in force, and what is wrong with them. */
export function configCommand(args: string[]): void {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const { settings, wrong } = inspectConfig(undefined, readEnvFiles());
  if (values.json) console.log(jsonForTerminal({ settings, wrong }));
  else {
    const rows = settings.map(({ name, value = '-', source, about }) => [name, value, source, about]);
    console.log(textTable(['setting', 'value', 'from', 'what it does'], rows, () => false));
    if (wrong.length > 0)
      console.error(linesForTerminal(['', 'Some settings are wrong:', ...wrong].join('\n  ').trimStart()));
  }
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
