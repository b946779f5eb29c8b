import type { Command } from './command.ts';
import { EVAL_COMMAND } from './eval-entry.ts';

/** The commands that work with the content of a service. */
export const DATA_COMMANDS: readonly Command[] = [EVAL_COMMAND];
