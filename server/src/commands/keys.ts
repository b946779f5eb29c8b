import { parseArgs } from 'node:util';
import type { Config } from '#config.ts';
import { createKey } from '#keys/create-key.ts';
import { KeyScopeSchema, toApiKey } from '#keys/schema.ts';
import { systemClock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { ApiKeyId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { openStoreBesideServer } from '#storage/open-store.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { storageAddress } from '#storage-settings.ts';

export const KEYS_USAGE = `footnote keys create --environment live|test --scope read_only|read_write|admin --name NAME [--json]
footnote keys list [--environment live|test] [--json]
footnote keys revoke ID`;

/** `footnote keys …`: works beside a running server, on the same DATA_DIR. */
export async function keysCommand(config: Config, [verb, ...rest]: string[]): Promise<void> {
  if (verb === 'create') return await create(config, rest);
  if (verb === 'list') return await list(config, rest);
  if (verb === 'revoke') return await revoke(config, rest);
  throw usageError(`Say what to do with keys:\n${KEYS_USAGE}`);
}

async function create(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      environment: { type: 'string' },
      scope: { type: 'string' },
      name: { type: 'string' },
      json: { type: 'boolean' },
    },
  });
  const scope = KeyScopeSchema.safeParse(values.scope);
  if (!scope.success) throw usageError('--scope must be read_only, read_write or admin.');
  if (!values.name?.trim() || values.name.length > 200)
    throw usageError('--name must be 1 to 200 characters that say what the key is for.');
  const name = values.name;
  await withWorkspace(config, environmentOf(values.environment), async (store) => {
    const { row, secret } = await createKey({ store, clock: systemClock }, { name, scope: scope.data });
    print(
      values.json,
      { ...toApiKey(row, store.environment), key: secret },
      `${row.key_id}  ${secret}\nThe key is shown this once.`,
    );
  });
}

async function list(config: Config, args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { environment: { type: 'string' }, json: { type: 'boolean' } },
  });
  const environments = values.environment === undefined ? ENVIRONMENTS : [environmentOf(values.environment)];
  const keys: ReturnType<typeof toApiKey>[] = [];
  for (const environment of environments) {
    await withWorkspace(config, environment, async (store) => {
      keys.push(...(await store.keys.list({ limit: 100_000 })).map((row) => toApiKey(row, environment)));
    });
  }
  const lines = keys.map((key) =>
    [
      key.id,
      key.environment.padEnd(7),
      key.scope.padEnd(10),
      `…${key.last_four}`,
      key.revoked_at ? 'revoked' : 'active ',
      key.name,
    ].join('  '),
  );
  print(values.json, keys, lines.join('\n') || 'There are no keys.');
}

async function revoke(config: Config, args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  const [id] = positionals;
  if (!id?.startsWith('key_'))
    throw usageError('Name the key by its id, which begins with key_; `footnote keys list` shows them.');
  for (const environment of ENVIRONMENTS) {
    const revoked = await withWorkspace(config, environment, (store) =>
      store.transaction((tx) => tx.keys.revoke(id as ApiKeyId, systemClock.now())),
    );
    if (revoked) return print(values.json, { id, revoked: true }, `${id} is revoked.`);
  }
  throw usageError(`No key has the id ${id}; \`footnote keys list\` shows them.`);
}

/** The workspace of the installation in one environment. */
async function withWorkspace<T>(
  config: Config,
  environment: Environment,
  work: (store: WorkspaceStore) => Promise<T>,
): Promise<T> {
  const store = await openStoreBesideServer({ ...storageAddress(config), environment });
  try {
    const [workspaceId] = await store.workspaceIds();
    if (!workspaceId)
      throw usageError(`There is no workspace in ${config.DATA_DIR} yet: start the service once.`);
    return await work(store.workspace(workspaceId));
  } finally {
    await store.close();
  }
}

function environmentOf(text: string | undefined): Environment {
  if (text === 'live') return 'live';
  if (text === 'test' || text === 'sandbox') return 'sandbox';
  throw usageError('--environment must be live or test.');
}

function print(asJson: boolean | undefined, value: unknown, lines: string): void {
  console.log(asJson ? JSON.stringify(value) : lines);
}

const usageError = (message: string): OperatorError => new OperatorError(message, { exitCode: 2 });
