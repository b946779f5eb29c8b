import type { Config } from '#config/config.ts';
import { findGrants } from '#grants/end-grants.ts';
import { revokeKey } from '#grants/revoke-key.ts';
import { toGrants } from '#grants/schema.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import { createKey } from '#keys/create-key.ts';
import { CreateApiKey } from '#keys/schema.ts';
import { systemClock } from '#lib/clock.ts';
import { ENVIRONMENTS, type Environment } from '#lib/environment.ts';
import type { ApiKeyId, KnowledgeBaseId } from '#lib/ids.ts';
import { toApiKey } from '#records/api-key.ts';
import { COMMAND_LINE } from '#records/audit.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { KeyScope } from '#storage/tables.ts';
import type { Call } from './command.ts';
import { type EnvironmentName, environmentOf } from './environment-of.ts';
import { addMade, type MadeThings, madeLines } from './made-things.ts';
import { print, usageError, withStore } from './with-store.ts';

/** `footnote keys create`, beside a running server or without one. */
export async function createKeyCommand({
  config,
  values,
}: Call<{
  environment: EnvironmentName;
  scope: KeyScope;
  name: string;
  workspace: string | undefined;
  expires: string | undefined;
  'knowledge-base': string[];
  json: boolean;
}>): Promise<void> {
  if (!values.name.trim() || values.name.length > 200)
    throw usageError('--name must have 1 to 200 characters; say what the key is for.');
  const fields = {
    name: values.name,
    scope: values.scope,
    expiresAt: expiryOf(values.expires),
    knowledgeBaseIds: restrictionOf(values['knowledge-base'], values.scope),
  };
  const environment = environmentOf(values.environment);
  await withWorkspace(config, { environment, id: values.workspace }, async (store) => {
    for (const id of fields.knowledgeBaseIds ?? []) {
      if (!(await store.knowledgeBases.exists(id)))
        throw usageError(`--knowledge-base: no knowledge base of this environment has the id ${id}.`);
    }
    const { row, secret } = await createKey({ store, clock: systemClock }, fields);
    print(
      values.json,
      { ...toApiKey(row, store.environment), key: secret },
      `${row.key_id}  ${secret}\nThe key is shown only now.`,
    );
  });
}

/** A time, or a day, which means its start in UTC. */
function expiryOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  const { data, error } = CreateApiKey.shape.expires_at.safeParse(time);
  if (error) throw usageError(`--expires ${error.issues[0]?.message}.`);
  return data ? Date.parse(data) : null;
}

function restrictionOf(ids: string[], scope: KeyScope): KnowledgeBaseId[] | undefined {
  if (ids.length === 0) return undefined;
  if (scope === 'admin')
    throw usageError('--knowledge-base cannot restrict an admin key. Choose another scope.');
  const { data, error } = CreateApiKey.shape.knowledge_base_ids.safeParse(ids);
  if (error) throw usageError(`--knowledge-base ${error.issues[0]?.message}.`);
  return data;
}

/** `footnote keys list`. */
export async function listKeys({
  config,
  values,
}: Call<{
  environment: EnvironmentName | undefined;
  workspace: string | undefined;
  json: boolean;
}>): Promise<void> {
  const environments = values.environment === undefined ? ENVIRONMENTS : [environmentOf(values.environment)];
  const keys: ReturnType<typeof toApiKey>[] = [];
  for (const environment of environments) {
    await withWorkspace(config, { environment, id: values.workspace }, async (store) => {
      keys.push(...(await store.keys.list({ limit: 100_000 })).map((row) => toApiKey(row, environment)));
    });
  }
  const lines = keys.map((key) =>
    [
      key.id,
      key.environment.padEnd(7),
      key.scope.padEnd(10),
      `…${key.last_four}`,
      stateOf(key).padEnd(18),
      withVisibleMarks(key.name),
      ...(key.knowledge_base_ids ? [`(only ${key.knowledge_base_ids.join(', ')})`] : []),
    ].join('  '),
  );
  print(values.json, keys, lines.join('\n') || 'There are no keys.');
}

/** expires_at as a day; --json has the exact time. */
function stateOf({ revoked_at, expires_at }: ReturnType<typeof toApiKey>): string {
  if (revoked_at) return 'revoked';
  if (!expires_at) return 'active';
  return Date.parse(expires_at) <= Date.now() ? 'expired' : `until ${expires_at.slice(0, 10)}`;
}

/** `footnote keys revoke`. */
export async function revokeKeyCommand({
  config,
  values,
  args: [id],
}: Call<{ 'keep-made': boolean; json: boolean }>): Promise<void> {
  if (!id?.startsWith('key_'))
    throw usageError('Give the id of the key, which begins with key_; `footnote keys list` shows them.');
  for (const environment of ENVIRONMENTS) {
    const now = systemClock.now();
    const revoked = await withStore(config, environment, async (store) => {
      for (const workspaceId of await store.workspaceIds()) {
        const { transaction } = store.workspace(workspaceId);
        const how = { environment, actor: COMMAND_LINE, now, adopt: values['keep-made'] };
        const made: MadeThings = { ended: [], kept: [] };
        const isFound = await transaction(async (tx) => {
          const { all } = await findGrants(tx, id as ApiKeyId);
          const ended = await revokeKey(tx, id as ApiKeyId, how);
          if (ended) addMade(made, toGrants(all, environment), ended);
          return ended !== undefined;
        });
        if (isFound) return made;
      }
      return undefined;
    });
    if (!revoked) continue;
    const lines = [`${id} is revoked.`, ...madeLines(revoked)];
    return print(values.json, { id, revoked: true, ...revoked }, lines.join('\n'));
  }
  throw usageError(`No key has the id ${id}; \`footnote keys list\` shows them.`);
}

/** The workspace with this id, or the first one, in one environment. */
async function withWorkspace<T>(
  config: Config,
  { environment, id }: { environment: Environment; id: string | undefined },
  work: (store: WorkspaceStore) => Promise<T>,
): Promise<T> {
  return await withStore(config, environment, async (store) => {
    const ids = await store.workspaceIds();
    const workspaceId = id === undefined ? ids[0] : ids.find((each) => each === id);
    if (!workspaceId)
      throw usageError(
        id === undefined
          ? `${config.DATA_DIR} has no workspace yet. Start the service once.`
          : `No workspace has the id ${id}; \`footnote workspaces list\` shows them.`,
      );
    return await work(store.workspace(workspaceId));
  });
}
