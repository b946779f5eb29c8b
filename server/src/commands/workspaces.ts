import { parseArgs } from 'node:util';
import { openModels } from '#boot/open-models.ts';
import type { Config } from '#config/config.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import { systemClock } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { COMMAND_LINE, recordAudit } from '#records/audit.ts';
import { requiredName } from '#records/fields.ts';
import { makeWorkspace } from '#workspace/make-workspace.ts';
import { inviteTo } from './accounts.ts';
import { print, usageError, withStore } from './with-store.ts';

export const WORKSPACES_USAGE = `footnote workspaces list [--json]
footnote workspaces create NAME [--json]`;

/** `footnote workspaces …`: manages workspaces. Works beside a running server. */
export async function workspacesCommand(config: Config, [verb, ...args]: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean' } },
  });
  if (verb === 'list') return await list(config, values.json);
  if (verb === 'create') return await create(config, positionals[0], values.json);
  throw usageError(`Choose a command:\n${WORKSPACES_USAGE}`);
}

async function list(config: Config, json: boolean | undefined): Promise<void> {
  const workspaces = await withStore(config, 'live', async (live) => {
    const ids = await live.workspaceIds();
    return await Promise.all(
      ids.map(async (id) => ({ id, name: (await live.workspace(id).workspace.get()).name })),
    );
  });
  print(json, workspaces, workspaces.map(({ id, name }) => `${id}  ${withVisibleMarks(name)}`).join('\n'));
}

async function create(config: Config, name: string | undefined, json: boolean | undefined): Promise<void> {
  const { error } = requiredName(LIMITS.nameCharacters).safeParse(name);
  if (name === undefined || error)
    throw usageError(`Give a name for the workspace. The name ${error?.issues[0]?.message}.`);
  const { models } = await openModels(config);
  const id = newId('workspace');
  const now = systemClock.now();
  const fresh = { name, now, indexVersion: models.embedders.indexVersionFor(null) };
  await withStore(config, 'sandbox', (sandbox) => makeWorkspace(sandbox.workspace(id), fresh));
  const link = await withStore(config, 'live', async (live) => {
    await makeWorkspace(live.workspace(id), fresh, (tx) =>
      recordAudit(tx, {
        actor: COMMAND_LINE,
        action: 'workspace.created',
        subjectId: id,
        details: { name },
        now,
      }),
    );
    return await inviteTo(live, id, { config, role: 'owner' });
  });
  print(json, { id, name, link }, `${id}\nLink for its owner to create an account, shown only now:\n${link}`);
}
