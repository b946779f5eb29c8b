import { ConnectionError, FootnoteError } from '@footnote/sdk';
import { findServiceUrls } from '#boot/service-urls.ts';
import { baseUrlOf } from '#commands/base-url.ts';
import type { Call } from '#commands/command.ts';
import { type EnvironmentName, environmentOf } from '#commands/environment-of.ts';
import { usageError, withStore } from '#commands/with-store.ts';
import { clientEnvironment } from '#config/client.ts';
import type { Config } from '#config/config.ts';
import { revokeKey } from '#grants/revoke-key.ts';
import { createKey } from '#keys/create-key.ts';
import { systemClock } from '#lib/clock.ts';
import type { Environment } from '#lib/environment.ts';
import type { ApiKeyId } from '#lib/ids.ts';
import { OperatorError } from '#lib/operator-error.ts';
import { COMMAND_LINE } from '#records/audit.ts';
import type { Store } from '#storage/store.ts';
import type { KeyScope } from '#storage/tables.ts';

/** The service that a command talks to. */
export type Connection = {
  url: string;
  key: string;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

type ContentCall = Call<{ environment: EnvironmentName | undefined }>;

/** Runs `work` against FOOTNOTE_URL, or against the service on this machine. scope: of the key that is made where none is
 *  given, and the service runs on a database that this command can open. */
export async function withConnection(
  call: ContentCall,
  scope: KeyScope,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  try {
    await connect(call, scope, work);
  } catch (error) {
    throw forPeople(error);
  }
}

/** What the service refuses, and that it cannot be reached, are no faults of this program. */
function forPeople(error: unknown): unknown {
  if (error instanceof ConnectionError)
    return new OperatorError(
      `The service does not answer. Is it running, and is its address right? ${error.message}`,
      {
        cause: error,
      },
    );
  if (!(error instanceof FootnoteError)) return error;
  const id = error.requestId === undefined ? '' : ` (${error.requestId})`;
  return new OperatorError(`${error.message}${id}`, { cause: error });
}

async function connect(
  call: ContentCall,
  scope: KeyScope,
  work: (connection: Connection) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort(new OperatorError('Interrupted.'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, onSignal);
  const { FOOTNOTE_URL: url, FOOTNOTE_API_KEY: key } = clientEnvironment();
  const { signal } = stop;
  if (url !== undefined) {
    if (call.values.environment !== undefined)
      throw usageError(
        '--environment does not go with FOOTNOTE_URL, which is the address of one environment.',
      );
    return await work({ url: baseUrlOf(url), key: key ?? failWithoutKey(url), signal });
  }
  const environment = localEnvironment(call.values.environment, key);
  const local = await localUrl(call.config, environment);
  if (key !== undefined) return await work({ url: local, key, signal });
  await withOwnKey(call.config, { environment, scope }, (own) => work({ url: local, key: own, signal }));
}

function failWithoutKey(url: string): never {
  throw usageError(
    `Set FOOTNOTE_API_KEY to an API key of ${url}. Admins create keys in the dashboard, or with \`footnote keys create\` where the service runs.`,
  );
}

function localEnvironment(named: EnvironmentName | undefined, key: string | undefined): Environment {
  const ofKey = key === undefined ? undefined : key.startsWith('svc_test_') ? 'sandbox' : 'live';
  const environment = named === undefined ? (ofKey ?? 'live') : environmentOf(named);
  if (ofKey !== undefined && ofKey !== environment)
    throw usageError(
      `FOOTNOTE_API_KEY is a key of the ${ofKey} environment, and --environment says ${named}.`,
    );
  return environment;
}

async function localUrl(config: Config, environment: Environment): Promise<string> {
  const urls = await onLocalStore(config, 'live', (live) => findServiceUrls(live));
  if (!urls)
    throw usageError(
      'No service has started on this data yet. Start it with `footnote serve`, or set FOOTNOTE_URL and FOOTNOTE_API_KEY.',
    );
  return urls[environment];
}

/** Where there is no data, most likely another machine was meant. */
async function onLocalStore<T>(
  config: Config,
  environment: Environment,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    return await withStore(config, environment, work);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    throw new OperatorError(
      `FOOTNOTE_URL is not set, so this looks for a service on this machine. ${error.message}`,
      {
        cause: error,
        exitCode: 2,
      },
    );
  }
}

/** Longer than any sync takes. It only matters if the command is killed before it revokes the key, whose text no one knows. */
const OWN_KEY_MS = 86_400_000;

/** Runs `work` with a key that is revoked after it: who can open the database may create keys anyway. */
async function withOwnKey(
  config: Config,
  { environment, scope }: { environment: Environment; scope: KeyScope },
  work: (key: string) => Promise<void>,
): Promise<void> {
  const made = await withStore(config, environment, async (store) => {
    const [workspaceId] = await store.workspaceIds();
    if (!workspaceId) throw usageError('There is no workspace yet. Start the service once.');
    const fields = { name: 'Command line', scope, expiresAt: systemClock.now() + OWN_KEY_MS };
    const { row, secret } = await createKey(
      { store: store.workspace(workspaceId), clock: systemClock },
      fields,
    );
    return { workspaceId, id: row.key_id as ApiKeyId, secret };
  });
  try {
    await work(made.secret);
  } finally {
    await withStore(config, environment, async (store) => {
      const how = { environment, actor: COMMAND_LINE, now: systemClock.now(), adopt: true };
      await store.workspace(made.workspaceId).transaction((tx) => revokeKey(tx, made.id, how));
    });
  }
}
