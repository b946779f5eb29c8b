import type { SourceId, WorkspaceId } from '#lib/ids.ts';
import type { Engine } from './engine.ts';

export type SourceToRepair = { workspace_id: WorkspaceId; source_id: SourceId; revision: number };

/** What should not be, over all workspaces of the environment. */
export const repairReads = (engine: Engine) => ({
  sourcesWithoutJob: async (): Promise<SourceToRepair[]> =>
    await engine.reads
      .selectFrom('sources')
      .leftJoin('jobs', (join) =>
        join
          .onRef('jobs.workspace_id', '=', 'sources.workspace_id')
          .onRef('jobs.subject_id', '=', 'sources.source_id'),
      )
      .select(['sources.workspace_id', 'sources.source_id', 'sources.revision'])
      .where('sources.status', '=', 'processing')
      .where('jobs.job_id', 'is', null)
      .execute(),

  /** Sources that answer from an index of another version than the engine's, and are not queued yet. */
  sourcesIndexedOtherwise: async (): Promise<SourceToRepair[]> =>
    await engine.reads
      .selectFrom('segments')
      .innerJoin('sources', (join) =>
        join
          .onRef('sources.workspace_id', '=', 'segments.workspace_id')
          .onRef('sources.source_id', '=', 'segments.source_id'),
      )
      .select(['sources.workspace_id', 'sources.source_id', 'sources.revision'])
      .where('segments.index_version', '<>', engine.search.indexVersion)
      .where('sources.status', '=', 'indexed')
      .execute(),
});
