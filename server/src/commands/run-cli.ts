import { readConfig } from '#config/config.ts';
import { OperatorError } from '#lib/operator-error.ts';

const USAGE = `footnote COMMAND

  serve       start the service (npm start)
  keys        create, list and revoke API keys
  accounts    invite, list and remove people, reset passwords and second factors
  workspaces  list and create workspaces
  backup      write everything to a file
  restore     make an installation of a backup, or check one
  migrate     move everything to PostgreSQL, or back
  eval        measure the search with judged questions
  config      list all settings, which are environment variables
  doctor      look for what is wrong; with --security, for what is open`;

/** Runs one command of the command line. What a person can put right is one message. */
export async function runCli([command, ...args]: string[]): Promise<void> {
  try {
    await run(command, args);
  } catch (error) {
    const isTyping = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
    console.error(isTyping || error instanceof OperatorError ? (error as Error).message : error);
    process.exit(error instanceof OperatorError ? error.exitCode : isTyping ? 2 : 1);
  }
}

/** Each command is loaded when it is asked for: `keys` does not wait for the HTTP server's code. */
async function run(command: string | undefined, args: string[]): Promise<void> {
  switch (command) {
    case 'serve':
      return await (await import('./serve.ts')).serveCommand(readConfig());
    case 'keys': {
      const { keysCommand, KEYS_USAGE } = await import('./keys.ts');
      if (args.includes('--help')) return console.log(KEYS_USAGE);
      return await keysCommand(readConfig(), args);
    }
    case 'accounts': {
      const { accountsCommand, ACCOUNTS_USAGE } = await import('./accounts.ts');
      if (args.includes('--help')) return console.log(ACCOUNTS_USAGE);
      return await accountsCommand(readConfig(), args);
    }
    case 'workspaces': {
      const { workspacesCommand, WORKSPACES_USAGE } = await import('./workspaces.ts');
      if (args.includes('--help')) return console.log(WORKSPACES_USAGE);
      return await workspacesCommand(readConfig(), args);
    }
    case 'backup': {
      const { backupCommand, BACKUP_USAGE } = await import('./backup.ts');
      if (args.includes('--help')) return console.log(BACKUP_USAGE);
      return await backupCommand(readConfig(), args);
    }
    case 'restore': {
      const { restoreCommand, RESTORE_USAGE } = await import('./restore.ts');
      if (args.includes('--help')) return console.log(RESTORE_USAGE);
      return await restoreCommand(readConfig(), args);
    }
    case 'migrate': {
      const { migrateCommand, MIGRATE_USAGE } = await import('./migrate.ts');
      if (args.includes('--help')) return console.log(MIGRATE_USAGE);
      return await migrateCommand(readConfig(), args);
    }
    case 'eval': {
      const { evalCommand, EVAL_USAGE } = await import('./eval.ts');
      if (args.includes('--help')) return console.log(EVAL_USAGE);
      return await evalCommand(readConfig(), args);
    }
    case 'config':
      return (await import('./config.ts')).configCommand();
    case 'doctor': {
      const { doctorCommand, DOCTOR_USAGE } = await import('./doctor.ts');
      if (args.includes('--help')) return console.log(DOCTOR_USAGE);
      return await doctorCommand(readConfig(), args);
    }
    case 'help':
    case '--help':
    case undefined:
      return console.log(USAGE);
    default:
      throw new OperatorError(`There is no command "${command}".\n\n${USAGE}`, { exitCode: 2 });
  }
}
