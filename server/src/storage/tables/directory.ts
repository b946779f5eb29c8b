import { LRUCache } from 'lru-cache';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { DirectoryRow } from '#storage/tables.ts';
import { compiledQuery } from './compiled-queries.ts';

/** How many entries are remembered. */
const REMEMBERED = 10_000;

type Kind = DirectoryRow['kind'];

/** Keeps the directory in step, in the transaction that makes or removes what it names. */
export const directoryWrites = ({ db, workspaceId }: WriteScope) => ({
  add: async (kind: Kind, value: string): Promise<void> => {
    await db.insertInto('workspace_directory').values({ kind, value, workspace_id: workspaceId }).execute();
  },

  remove: async (kind: Kind, values: readonly string[]): Promise<void> => {
    if (values.length === 0) return;
    await db
      .deleteFrom('workspace_directory')
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('value', 'in', values)
      .execute();
  },

  /** Removes the workspace and everything in it from the directory. */
  clear: async (): Promise<void> => {
    await db.deleteFrom('workspace_directory').where('workspace_id', '=', workspaceId).execute();
  },
});

/** Finds what belongs to a workspace that is not known yet. */
export function createDirectory(engine: Engine) {
  const { reads } = engine;
  // An entry never moves to another workspace.
  const known = new LRUCache<string, WorkspaceId>({ max: REMEMBERED });
  const workspaceOf = compiledQuery(
    reads,
    (kind: Kind, value: string) =>
      reads
        .selectFrom('workspace_directory')
        .select('workspace_id')
        .where('kind', '=', kind)
        .where('value', '=', value),
    2,
  );
  return {
    /** within: reads it in its workspace. anywhere: in all workspaces, for what an older node made that keeps no
     *  directory; not used once there can be none, because anyone may ask for what does not exist. */
    find: async <Row>(
      { kind, value }: Pick<DirectoryRow, 'kind' | 'value'>,
      {
        within,
        anywhere,
      }: {
        within: (workspaceId: WorkspaceId) => Promise<Row | undefined>;
        anywhere: () => Promise<Row | undefined>;
      },
    ): Promise<Row | undefined> => {
      const name = `${kind} ${value}`;
      const workspaceId = known.get(name) ?? (await workspaceOf(kind, value))[0]?.workspace_id;
      const row = workspaceId && (await within(workspaceId));
      if (row) known.set(name, workspaceId);
      else known.delete(name);
      return row ?? (engine.isDirectoryComplete() ? undefined : await anywhere());
    },

    workspaceIds: async (): Promise<WorkspaceId[]> => {
      const rows = engine.isDirectoryComplete()
        ? await reads
            .selectFrom('workspace_directory')
            .select('workspace_id')
            .where('kind', '=', 'workspace')
            .orderBy('workspace_id')
            .execute()
        : await reads.selectFrom('workspaces').select('workspace_id').orderBy('workspace_id').execute();
      return rows.map((row) => row.workspace_id);
    },
  };
}

export type Directory = ReturnType<typeof createDirectory>;
