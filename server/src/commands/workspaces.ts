import { openModels } from '#boot/open-models.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { withVisibleMarks } from '#isomorphic/visible-marks.ts';
import { systemClock } from '#lib/clock.ts';
import { newId } from '#lib/ids.ts';
import { COMMAND_LINE, recordAudit } from '#records/audit.ts';
import { requiredName } from '#records/fields.ts';
import { makeWorkspace } from '#workspace/make-workspace.ts';
import { inviteTo } from './accounts.ts';
import type { Call } from './command.ts';
import { print, usageError, withStore } from './with-store.ts';

/** `footnote workspaces list`, beside a running server or without one. */
export async function listWorkspaces({ config, values: { json } }: Call<{ json: boolean }>): Promise<void> {
  const workspaces = await withStore(config, 'live', async (live) => {
    const ids = await live.workspaceIds();
    return await Promise.all(
      ids.map(async (id) => ({ id, name: (await live.workspace(id).workspace.get()).name })),
    );
  });
  print(json, workspaces, workspaces.map(({ id, name }) => `${id}  ${withVisibleMarks(name)}`).join('\n'));
}

/** `footnote workspaces create`. */
export async function createWorkspace({
  config,
  values: { json },
  args: [name = ''],
}: Call<{ json: boolean }>): Promise<void> {
  const { error } = requiredName(LIMITS.nameCharacters).safeParse(name);
  if (error) throw usageError(`The name ${error.issues[0]?.message}.`);
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
