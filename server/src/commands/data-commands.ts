import { type Command, command } from './command.ts';
import { CONTENT_COMMANDS } from './content/content-entries.ts';
import { EVAL_COMMAND } from './eval-entry.ts';

/** The commands that work with the content of a service. */
export const DATA_COMMANDS: readonly Command[] = [
  ...CONTENT_COMMANDS,
  command({
    name: 'mcp',
    summary: 'Speak the Model Context Protocol on stdin and stdout, for desktop programs',
    notes: `Passes each message on to a running service, named by two environment variables:

  FOOTNOTE_URL      the address of the service, such as https://docs.example.com or http://localhost:8080
  FOOTNOTE_API_KEY  a key; with scope read_only it can search and read, with read_write also ask and add sources

Programs that can reach a server by HTTP need no command: give them FOOTNOTE_URL/mcp and the key as a bearer token.`,
    examples: ['mcp'],
    load: async () => (await import('./mcp.ts')).mcpCommand,
  }),
  EVAL_COMMAND,
];
