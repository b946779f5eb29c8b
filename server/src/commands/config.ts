import { inspectConfig } from '#config/config.ts';
import { readEnvFiles } from '#config/env-files.ts';
import type { Call } from './command.ts';
import { textTable } from './text-table.ts';
import { jsonForTerminal, linesForTerminal } from './with-store.ts';

/** `footnote config`: the settings in force, and what is wrong with them. It reports wrong settings instead of stopping at them. */
export function configCommand({ values }: Pick<Call<{ json: boolean }>, 'values'>): void {
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
