import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** The files that Node has read variables from, by `--env-file`. */
export const readEnvFiles = (args: readonly string[] = process.execArgv) =>
  args.flatMap((arg, index) => {
    const [option, path = args[index + 1]] = arg.split(/=(.*)/s);
    if (!/^--env-file(-if-exists)?$/.test(option ?? '') || path === undefined) return [];
    try {
      return [{ path, values: parseEnv(readFileSync(path, 'utf8')) }];
    } catch {
      // It may be absent with --env-file-if-exists.
      return [];
    }
  });
