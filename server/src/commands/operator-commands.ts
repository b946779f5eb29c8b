import { type Command, command, JSON_OPTION } from './command.ts';
import { ENVIRONMENT_OPTION } from './environment-of.ts';

const QUIET = { quiet: { about: 'print no progress' } } as const;
const WORKSPACE = {
  workspace: { value: 'ID', about: 'the workspace; by default the oldest' },
} as const;
const EMAIL = { name: 'EMAIL', about: 'the email address of the account' };

const KEYS: Command[] = [
  command({
    name: 'keys create',
    summary: 'Create an API key and print it once',
    options: {
      environment: { ...ENVIRONMENT_OPTION, about: 'where the key works', isRequired: true },
      scope: {
        choices: ['read_only', 'read_write', 'admin'],
        about: 'what the key may do',
        isRequired: true,
      },
      name: { value: 'NAME', about: 'what the key is for', isRequired: true },
      ...WORKSPACE,
      expires: {
        value: 'TIME',
        about: 'when the key stops working, such as 2030-01-31 or 2030-01-31T12:00:00Z',
      },
      'knowledge-base': {
        value: 'ID',
        about: 'restrict the key to this knowledge base',
        isRepeatable: true,
      },
      ...JSON_OPTION,
    },
    examples: [
      'keys create --environment live --scope read_write --name "Docs sync"',
      'keys create --environment test --scope read_only --name CI --expires 2030-01-31',
    ],
    load: async () => (await import('./keys.ts')).createKeyCommand,
  }),
  command({
    name: 'keys list',
    summary: 'List API keys',
    options: {
      environment: { ...ENVIRONMENT_OPTION, about: 'only keys of this environment' },
      ...WORKSPACE,
      ...JSON_OPTION,
    },
    examples: ['keys list', 'keys list --environment live --json'],
    load: async () => (await import('./keys.ts')).listKeys,
  }),
  command({
    name: 'keys revoke',
    summary: 'Revoke an API key, and end what was made with it',
    args: [{ name: 'ID', about: 'the id of the key, which `footnote keys list` shows' }],
    options: {
      'keep-made': {
        about: 'hand keys, tokens and webhooks that it made to the service, so that they keep working',
      },
      ...JSON_OPTION,
    },
    examples: ['keys revoke key_03haak908i78fvu7pai4eu0wf'],
    load: async () => (await import('./keys.ts')).revokeKeyCommand,
  }),
];

const ACCOUNTS: Command[] = [
  command({
    name: 'accounts list',
    summary: 'List accounts and their workspaces',
    options: JSON_OPTION,
    examples: ['accounts list'],
    load: async () => (await import('./accounts.ts')).listAccounts,
  }),
  command({
    name: 'accounts invite',
    summary: 'Print an invitation link, which works once, for seven days',
    options: {
      role: { choices: ['owner', 'admin', 'member', 'viewer'], about: 'the role', isRequired: true },
      email: { value: 'ADDRESS', about: 'only this address can accept the invitation' },
      ...WORKSPACE,
      ...JSON_OPTION,
    },
    notes:
      'The link starts with the URL of the service as it last started on this data, or with LIVE_BASE_URL if that is set.',
    examples: ['accounts invite --role owner', 'accounts invite --role viewer --email ada@example.com'],
    load: async () => (await import('./accounts.ts')).invite,
  }),
  command({
    name: 'accounts reset-password',
    summary: 'Print a new password, and end every other way to sign in except OpenID Connect',
    args: [EMAIL],
    options: JSON_OPTION,
    examples: ['accounts reset-password ada@example.com'],
    load: async () => (await import('./accounts.ts')).resetPassword,
  }),
  command({
    name: 'accounts reset-second-factor',
    summary: 'Remove authenticator app, recovery codes and passkeys',
    args: [EMAIL],
    options: JSON_OPTION,
    examples: ['accounts reset-second-factor ada@example.com'],
    load: async () => (await import('./accounts.ts')).resetSecondFactor,
  }),
  command({
    name: 'accounts remove',
    summary: 'Remove an account',
    args: [EMAIL],
    options: {
      'keep-made': { about: 'hand keys, tokens and webhooks to the service, so that they keep working' },
      force: { about: 'remove the last owner of a workspace too, which leaves it without one' },
      ...JSON_OPTION,
    },
    notes:
      'Also ends what the person made: API keys and everything made with them, publishable tokens, webhooks, invitations.',
    examples: ['accounts remove ada@example.com', 'accounts remove ada@example.com --keep-made'],
    load: async () => (await import('./accounts.ts')).removeAccount,
  }),
];

const WORKSPACES: Command[] = [
  command({
    name: 'workspaces list',
    summary: 'List workspaces',
    options: JSON_OPTION,
    examples: ['workspaces list'],
    load: async () => (await import('./workspaces.ts')).listWorkspaces,
  }),
  command({
    name: 'workspaces create',
    summary: 'Create a workspace, and print an invitation link for its owner',
    args: [{ name: 'NAME', about: 'the name of the workspace' }],
    options: JSON_OPTION,
    examples: ['workspaces create "Customer support"'],
    load: async () => (await import('./workspaces.ts')).createWorkspace,
  }),
];

const DATA: Command[] = [
  command({
    name: 'backup',
    summary: 'Write everything to one compressed file',
    args: [
      {
        name: 'FILE',
        about:
          'the backup, or - for standard output; an existing file is replaced once the new one is complete',
      },
    ],
    options: { ...QUIET, ...JSON_OPTION },
    notes: `Writes both environments to a file that \`footnote restore\` reads on either engine. The service can keep running.
The file holds everything, including secrets: protect it like the database.`,
    examples: ['backup footnote.backup', 'backup - | ssh backup@example.com "cat > footnote.backup"'],
    load: async () => (await import('./backup.ts')).backupCommand,
  }),
  command({
    name: 'restore',
    summary: 'Restore a backup, or verify it',
    args: [{ name: 'FILE', about: 'a file of `footnote backup`, or - for standard input' }],
    options: {
      verify: {
        about: 'restore into a temporary folder (TMPDIR) and report, without touching the installation',
      },
      ...QUIET,
      ...JSON_OPTION,
    },
    notes: `Restores into DATA_DIR or DATABASE_URL, which must be empty. The backup may come from either engine. Before the data
becomes the installation, every row is read back and compared. Exit code 1 if anything differs.`,
    examples: ['restore footnote.backup --verify', 'restore footnote.backup'],
    load: async () => (await import('./restore.ts')).restoreCommand,
  }),
  command({
    name: 'migrate',
    summary: 'Move everything to PostgreSQL, or back',
    options: {
      from: {
        value: 'PLACE',
        about: 'a data folder, or postgres://user:password@host/database; stop the service first',
        isRequired: true,
      },
      to: { value: 'PLACE', about: 'the same, for the copy', isRequired: true },
      schema: { value: 'NAME', about: 'prefix of the database schemas; DATABASE_SCHEMA by default' },
      ...QUIET,
      ...JSON_OPTION,
    },
    notes: `Copies both environments with their indexes and compares them table by table. Exit code 1 if they differ. You can stop
it at any time and run it again: it continues where it stopped.`,
    examples: ['migrate --from ./data --to postgres://footnote@db.internal/footnote'],
    load: async () => (await import('./migrate.ts')).migrateCommand,
  }),
];

const CHECKS: Command[] = [
  command({
    name: 'config',
    summary: 'Show the settings in force and what is wrong with them',
    options: JSON_OPTION,
    notes: `Lists every setting with its value and where it comes from: the default, the environment, or a file that Node read
with --env-file. Passwords and keys show as ***. Exit code 1 if a setting is wrong; a sentence says how to fix each.`,
    examples: ['config', 'config --json'],
    load: async () => (await import('./config.ts')).configCommand,
  }),
  command({
    name: 'doctor',
    summary: 'Find problems; with --security, find security risks',
    options: { security: { about: 'look for security risks instead of faults' }, ...JSON_OPTION },
    notes: `Checks settings, machine and stored data, whether the service runs or not, and changes nothing. Exit code 1 if
anything is wrong; each line that begins with FAILED says what to do.

With --security, each line names a risk and what to do about it, and begins with its level: HIGH lets strangers in, MEDIUM helps
an attacker who already has something, LOW is good practice. Exit code 1 if a risk is HIGH or MEDIUM.`,
    examples: ['doctor', 'doctor --security'],
    load: async () => (await import('./doctor.ts')).doctorCommand,
  }),
];

/** The commands that run a service: they work on DATA_DIR or DATABASE_URL. */
export const OPERATOR_COMMANDS: readonly Command[] = [
  command({
    name: 'serve',
    summary: 'Start the service',
    notes: `Runs until SIGTERM or SIGINT. Environment variables are its only settings: \`footnote config\` lists them. The first
start makes the data folder, prints the first keys and a link for the owner's account.`,
    examples: ['serve'],
    load: async () => (await import('./serve.ts')).serveCommand,
  }),
  ...KEYS,
  ...ACCOUNTS,
  ...WORKSPACES,
  ...DATA,
  ...CHECKS,
];
