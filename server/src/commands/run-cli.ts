import { clientEnvironment } from '#config/client.ts';
import { type Config, readConfig } from '#config/config.ts';
import { OperatorError } from '#lib/operator-error.ts';

const USAGE = `footnote COMMAND

  serve       start the service (npm start)
  keys        create, list and revoke API keys
  accounts    invite, list and remove people; reset passwords and second factors
  workspaces  list and create workspaces
  backup      write everything to one file
  restore     restore a backup, or verify it
  migrate     move everything to PostgreSQL, or back
  eval        measure search, or the replies of an agent, with judged questions
  config      show the settings in force (environment variables) and what is wrong with them
  mcp         the Model Context Protocol on stdin and stdout, for desktop programs
  doctor      find problems; with --security, find security risks

\`footnote COMMAND --help\` says more.`;

/** Runs one command. Errors that the operator can fix print as a message without a stack. */
export async function runCli([command, ...args]: string[]): Promise<void> {
  try {
    await run(command, args);
  } catch (error) {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
    console.error(isUsage || error instanceof OperatorError ? (error as Error).message : error);
    process.exit(error instanceof OperatorError ? error.exitCode : isUsage ? 2 : 1);
  }
}

type Command = {
  run(config: Config, args: string[]): void | Promise<void>;
  usage?: string;
};

/** Loaded when asked for: `keys` does not wait for the HTTP server's code. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => ({ run: (await import('./serve.ts')).serveCommand }),
  keys: async () => {
    const { keysCommand, KEYS_USAGE } = await import('./keys.ts');
    return { run: keysCommand, usage: KEYS_USAGE };
  },
  accounts: async () => {
    const { accountsCommand, ACCOUNTS_USAGE } = await import('./accounts.ts');
    return { run: accountsCommand, usage: ACCOUNTS_USAGE };
  },
  workspaces: async () => {
    const { workspacesCommand, WORKSPACES_USAGE } = await import('./workspaces.ts');
    return { run: workspacesCommand, usage: WORKSPACES_USAGE };
  },
  backup: async () => {
    const { backupCommand, BACKUP_USAGE } = await import('./backup.ts');
    return { run: backupCommand, usage: BACKUP_USAGE };
  },
  restore: async () => {
    const { restoreCommand, RESTORE_USAGE } = await import('./restore.ts');
    return { run: restoreCommand, usage: RESTORE_USAGE };
  },
  migrate: async () => {
    const { migrateCommand, MIGRATE_USAGE } = await import('./migrate.ts');
    return { run: migrateCommand, usage: MIGRATE_USAGE };
  },
  eval: async () => {
    const { evalCommand, EVAL_USAGE } = await import('./eval.ts');
    return { run: evalCommand, usage: EVAL_USAGE };
  },
  doctor: async () => {
    const { doctorCommand, DOCTOR_USAGE } = await import('./doctor.ts');
    return { run: doctorCommand, usage: DOCTOR_USAGE };
  },
};

async function run(name: string | undefined, args: string[]): Promise<void> {
  if (name === undefined || name === 'help' || name === '--help') return console.log(USAGE);
  const wantsHelp = args.includes('--help');
  if (name === 'config') {
    // It reports wrong settings instead of stopping at them.
    const { configCommand, CONFIG_USAGE } = await import('./config.ts');
    return wantsHelp ? console.log(CONFIG_USAGE) : configCommand(args);
  }
  if (name === 'mcp') {
    // It is a client of a service, and reads none of its settings.
    const { mcpCommand, MCP_USAGE } = await import('./mcp.ts');
    return wantsHelp ? console.log(MCP_USAGE) : await mcpCommand(args, clientEnvironment());
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) throw new OperatorError(`There is no command "${name}".\n\n${USAGE}`, { exitCode: 2 });
  const command = await load();
  if (wantsHelp && command.usage) return console.log(command.usage);
  await command.run(readConfig(), args);
}
