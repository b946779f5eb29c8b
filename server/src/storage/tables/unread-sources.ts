import type { WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import { type KnowledgeBaseRow, SKIPPED } from '#storage/tables.ts';
import { readParts, within } from './parts.ts';
import { isSettled, waitingFor } from './understanding.ts';

/** The workspaces with sources that were skipped. smallest: the chunks of the smallest of them. */
export const skippedSources =
  (engine: Engine) => async (): Promise<{ workspace_id: WorkspaceId; smallest: number }[]> =>
    await readParts(engine, (part) =>
      engine.reads
        .selectFrom('workspaces')
        // Join by workspace: the index by reader begins with it.
        .innerJoin('sources', (join) =>
          join
            .onRef('sources.workspace_id', '=', 'workspaces.workspace_id')
            .on('sources.understood_by', '=', SKIPPED),
        )
        .select(({ fn }) => ['sources.workspace_id', fn.min<number>('sources.chunk_count').as('smallest')])
        .groupBy('sources.workspace_id')
        .$call(within(part, 'workspaces.workspace_id', 'sources.workspace_id'))
        .execute(),
    );

/** How many chunks of an environment wait to be read by this model, by the settings of their knowledge bases. */
export const unreadChunks =
  (engine: Engine) =>
  async (
    modelId: string,
  ): Promise<(Pick<KnowledgeBaseRow, 'index_version' | 'embedding_choice'> & { chunks: number })[]> => {
    const rows = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('workspaces')
        .innerJoin('sources', 'sources.workspace_id', 'workspaces.workspace_id')
        .innerJoin('knowledge_bases as bases', (join) =>
          join
            .onRef('bases.workspace_id', '=', 'sources.workspace_id')
            .onRef('bases.knowledge_base_id', '=', 'sources.knowledge_base_id'),
        )
        .select(['bases.index_version', 'bases.embedding_choice'])
        .select(({ fn, eb }) =>
          fn
            .sum<number>(
              eb
                .case()
                .when('sources.understood_by', 'is', null)
                .then(eb('sources.chunk_count', '-', eb.ref('sources.understood_chunks')))
                .else(eb.ref('sources.chunk_count'))
                .end(),
            )
            .as('chunks'),
        )
        .where(isSettled)
        .where((sources) => sources.or(waitingFor(modelId).map((isWaiting) => isWaiting(sources))))
        .groupBy(['bases.index_version', 'bases.embedding_choice'])
        .$call(within(part, 'workspaces.workspace_id', 'sources.workspace_id', 'bases.workspace_id'))
        .execute(),
    );
    return rows.map((row) => ({ ...row, chunks: Number(row.chunks) }));
  };
