import type { Command } from './command.ts';
import { CONTENT_COMMANDS } from './content/content-entries.ts';
import { EVAL_COMMAND } from './eval-entry.ts';

/** The commands that work with the content of a service. */
export const DATA_COMMANDS: readonly Command[] = [...CONTENT_COMMANDS, EVAL_COMMAND];
