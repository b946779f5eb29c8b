import { type Command, command, commandsOf } from './command.ts';
import { DATA_COMMANDS } from './data-commands.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';

/** The commands by their first word, in the order of the help. isData: works with the content of a service. */
export const GROUPS: Readonly<Record<string, { summary: string; isData: boolean }>> = {
  add: { isData: true, summary: 'Add files, folders, web pages or standard input' },
  sync: { isData: true, summary: 'Keep a knowledge base in step with a folder' },
  search: { isData: true, summary: 'Search, best hits first' },
  ask: { isData: true, summary: 'Ask a question, and read the answer with its footnotes' },
  sources: { isData: true, summary: 'List, read and delete sources' },
  listen: { isData: true, summary: 'Forward events to a webhook receiver on this machine' },
  mcp: {
    isData: true,
    summary: 'The Model Context Protocol on stdin and stdout, for desktop programs',
  },
  eval: { isData: true, summary: 'Measure search, or the replies of an agent, with judged questions' },
  serve: { isData: false, summary: 'Start the service (npm start)' },
  keys: { isData: false, summary: 'Create, list and revoke API keys' },
  accounts: { isData: false, summary: 'Invite, list and remove people; reset passwords and second factors' },
  workspaces: { isData: false, summary: 'List and create workspaces' },
  backup: { isData: false, summary: 'Write everything to one compressed file' },
  restore: { isData: false, summary: 'Restore a backup, or verify it' },
  migrate: { isData: false, summary: 'Move everything to PostgreSQL, or back' },
  config: { isData: false, summary: 'Show the settings in force and what is wrong with them' },
  doctor: { isData: false, summary: 'Find problems; with --security, find security risks' },
  completion: { isData: false, summary: 'Print a completion script for bash, zsh or fish' },
};

/** Every command. Help, parsing, suggestions and completions are made from this table. */
export const COMMANDS: readonly Command[] = [
  ...DATA_COMMANDS,
  ...OPERATOR_COMMANDS,
  command({
    name: 'completion',
    summary: 'Print a completion script for a shell',
    args: [{ name: 'SHELL', about: 'bash, zsh or fish' }],
    notes: `bash: add the first example to ~/.bashrc. zsh: write the script to a file called _footnote in a folder of $fpath.
fish: write it to ~/.config/fish/completions/footnote.fish.`,
    examples: ['completion bash', 'completion fish > ~/.config/fish/completions/footnote.fish'],
    load: async () =>
      (await import('./completion.ts')).completionCommand({ groups: GROUPS, commands: COMMANDS }),
  }),
];

/** The commands whose first word this is. */
export const inGroup = (group: string): Command[] => commandsOf(COMMANDS, group);
