import type { ExpressionBuilder, Kysely } from 'kysely';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import { type BlockVector, decodeBlockVectors } from '#segment/block-vectors.ts';
import { decodeDeepVectors, type StoredVector } from '#segment/deep-vectors.ts';
import type { Engine } from '#storage/engine.ts';
import type { ReadScope } from '#storage/scope.ts';
import { type KnowledgeBaseRow, SKIPPED, type SourceRow, type Tables } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { readParts, within } from './parts.ts';
import { visibility } from './visibility.ts';

type Revision = { sourceId: SourceId; revision: number };
type ChunkAddress = Revision & { position: number };

/** A source whose content waits for a deep model. understood_chunks: how many of its chunks the model has read. */
export type PendingSource = SettledSource & Pick<KnowledgeBaseRow, 'index_version' | 'embedding_choice'>;

type SettledSource = Pick<
  SourceRow,
  'source_id' | 'knowledge_base_id' | 'understood_chunks' | 'chunk_count'
> & {
  /** The content that answers queries. */
  revision: number;
};

export type UnderstandingCount = Pick<SourceRow, 'knowledge_base_id'> & {
  /** Of its indexed sources. */
  chunks: number;
  understood_chunks: number;
  pending_sources: number;
  skipped_sources: number;
};

type OfSources = ExpressionBuilder<Tables, 'sources'>;

/** Sources with content that answers queries, and that is not about to be replaced. */
export const isSettled = ({ eb, and }: OfSources) =>
  and([eb('sources.indexed_at', 'is not', null), eb('sources.status', '<>', 'processing')]);
/** Sources that no model has read, and those that another one has. Each is a range of an index. */
const isUnread = ({ eb }: OfSources) => eb('sources.understood_by', 'is', null);
const isReadByAnother = (modelId: string) => [
  ({ eb }: OfSources) => eb('sources.understood_by', '>', modelId),
  ({ eb, and }: OfSources) =>
    and([eb('sources.understood_by', '>', SKIPPED), eb('sources.understood_by', '<', modelId)]),
];
export const waitingFor = (modelId: string | undefined) => [
  isUnread,
  ...(modelId === undefined ? [] : isReadByAnother(modelId)),
];

const blocksIn = (db: Kysely<Tables>, workspace: WorkspaceId) =>
  db
    .selectFrom('deep_vectors as deep')
    .innerJoin('block_vectors as blocks', (join) =>
      join
        .onRef('blocks.workspace_id', '=', 'deep.workspace_id')
        .onRef('blocks.source_id', '=', 'deep.source_id')
        .onRef('blocks.revision', '=', 'deep.revision')
        .onRef('blocks.model_id', '=', 'deep.model_id')
        .onRef('blocks.first_position', '=', 'deep.first_position'),
    )
    .select([
      'deep.knowledge_base_id',
      'deep.source_id',
      'deep.revision',
      'deep.first_position',
      'deep.chunk_count',
      'blocks.bytes',
    ])
    .where('deep.workspace_id', '=', workspace);
const blocksAt = compiledOnce(
  (
    db,
    workspace: WorkspaceId,
    sourceId: SourceId,
    revision: number,
    modelId: string,
    position: number,
    limit: number,
  ) =>
    blocksIn(db, workspace)
      .where('deep.source_id', '=', sourceId)
      .where('deep.revision', '=', revision)
      .where('deep.model_id', '=', modelId)
      .where('deep.first_position', '<=', position)
      .orderBy('deep.first_position', 'desc')
      .limit(limit),
  6,
);

/** What deep models have made of the sources, and what waits for them. modelId: the id of a DeepModel. */
export const understandingReads = (scope: ReadScope) => {
  const { engine, db, workspaceId, knowledgeBaseIds: seen } = scope;
  const sees = visibility(scope);
  const visible = (wanted: readonly KnowledgeBaseId[] | undefined) => wanted?.filter(sees.base) ?? seen;
  const rowsOfBlocks = async (addresses: readonly ChunkAddress[], modelId: string) => {
    // As in contents.ts: over a network a round trip costs more than the statement.
    if (!engine.isShared)
      return (
        await Promise.all(
          addresses.map(({ sourceId, revision, position }) =>
            blocksAt(scope, workspaceId, sourceId, revision, modelId, position, 1),
          ),
        )
      ).flat();
    if (addresses.length === 0) return [];
    return await blocksIn(db, workspaceId)
      .where('deep.model_id', '=', modelId)
      .where(({ eb, or, and }) =>
        or(
          addresses.map(({ sourceId, revision, position }) =>
            and([
              eb('deep.source_id', '=', sourceId),
              eb('deep.revision', '=', revision),
              eb('deep.first_position', '<=', position),
              eb(eb('deep.first_position', '+', eb.ref('deep.chunk_count')), '>', position),
            ]),
          ),
        ),
      )
      .execute();
  };
  /** Adds the model of its knowledge base to each source, and leaves out those of a base that is gone. */
  const withModels = async (sources: readonly SettledSource[]): Promise<PendingSource[]> => {
    if (sources.length === 0) return [];
    const bases = await db
      .selectFrom('knowledge_bases')
      .select(['knowledge_base_id', 'index_version', 'embedding_choice'])
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', 'in', [...new Set(sources.map((source) => source.knowledge_base_id))])
      .execute();
    const models = new Map(bases.map((base) => [base.knowledge_base_id, base]));
    return sources.flatMap((source) => {
      const model = models.get(source.knowledge_base_id);
      return model ? { ...source, ...model } : [];
    });
  };
  /** The sources with the number of chunks that this model has read. */
  const withChunksReadBy = async (
    modelId: string,
    sources: readonly PendingSource[],
  ): Promise<PendingSource[]> => {
    const begun = sources.filter(({ understood_chunks }) => understood_chunks > 0);
    if (begun.length === 0) return [...sources];
    const rows = await db
      .selectFrom('deep_vectors')
      .select(({ fn }) => ['source_id', 'revision', fn.sum<number>('chunk_count').as('count')])
      .where('workspace_id', '=', workspaceId)
      .where(
        'source_id',
        'in',
        begun.map(({ source_id }) => source_id),
      )
      .where('model_id', '=', modelId)
      .groupBy(['source_id', 'revision'])
      .execute();
    const counts = new Map(rows.map((row) => [`${row.source_id} ${row.revision}`, Number(row.count)]));
    return sources.map((source) => ({
      ...source,
      understood_chunks: counts.get(`${source.source_id} ${source.revision}`) ?? 0,
    }));
  };
  return {
    /** Sources that wait for a deep model, newest first; after them, with `modelId`, those that another model has read.
     *  knowledgeBaseIds: only of these. */
    pending: async ({
      limit,
      modelId,
      knowledgeBaseIds,
    }: {
      limit: number;
      modelId?: string;
      knowledgeBaseIds?: readonly KnowledgeBaseId[];
    }): Promise<PendingSource[]> => {
      const bases = visible(knowledgeBaseIds);
      if (bases?.length === 0) return [];
      const found: SettledSource[] = [];
      for (const isWaiting of waitingFor(modelId)) {
        const rows = await db
          .selectFrom('sources')
          .select(['source_id', 'knowledge_base_id', 'chunk_count', 'understood_chunks'])
          .select(({ ref }) => ref('indexed_revision').$notNull().as('revision'))
          .where('workspace_id', '=', workspaceId)
          .where(isWaiting)
          .where(isSettled)
          .$if(bases !== null, (query) => query.where('knowledge_base_id', 'in', bases ?? []))
          .orderBy('understood_by', 'desc')
          .orderBy('indexed_at', 'desc')
          .orderBy('source_id', 'desc')
          .limit(limit - found.length)
          .execute();
        found.push(...rows);
        if (found.length === limit) break;
      }
      const pending = await withModels(found);
      return modelId === undefined ? pending : await withChunksReadBy(modelId, pending);
    },

    /** How far the deep model has come in each knowledge base: of these, or of all visible ones. With `modelId`, what
     *  another model has read counts as pending. Omits those without indexed sources. */
    countOf: async (
      knowledgeBaseIds?: readonly KnowledgeBaseId[],
      modelId?: string,
    ): Promise<UnderstandingCount[]> => {
      const bases = visible(knowledgeBaseIds);
      if (bases?.length === 0) return [];
      const rows = await db
        .selectFrom('sources')
        .select(({ fn }) => [
          'knowledge_base_id',
          'understood_by',
          'status',
          fn.countAll<number>().as('sources'),
          fn.sum<number>('chunk_count').as('chunks'),
          fn.sum<number>('understood_chunks').as('understood'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('indexed_at', 'is not', null)
        .$if(bases !== null, (query) => query.where('knowledge_base_id', 'in', bases ?? []))
        .groupBy(['knowledge_base_id', 'understood_by', 'status'])
        .execute();
      const counts = new Map<KnowledgeBaseId, UnderstandingCount>();
      for (const row of rows) {
        const { knowledge_base_id, understood_by: reader } = row;
        const isSkipped = reader === SKIPPED;
        const isOfAnother = !isSkipped && reader !== null && modelId !== undefined && reader !== modelId;
        const isPending = (reader === null || isOfAnother) && row.status !== 'processing';
        const before = counts.get(knowledge_base_id) ?? NOTHING_COUNTED;
        counts.set(knowledge_base_id, {
          knowledge_base_id,
          chunks: before.chunks + Number(row.chunks),
          understood_chunks: before.understood_chunks + (isOfAnother ? 0 : Number(row.understood)),
          pending_sources: before.pending_sources + (isPending ? Number(row.sources) : 0),
          skipped_sources: before.skipped_sources + (isSkipped ? Number(row.sources) : 0),
        });
      }
      return [...counts.values()];
    },

    /** The blocks of the chunks at these addresses, in their order; undefined where the model has not read a chunk. */
    blocksOf: async (
      addresses: readonly ChunkAddress[],
      modelId: string,
    ): Promise<(BlockVector[] | undefined)[]> => {
      const rows = (await rowsOfBlocks(addresses, modelId)).filter((row) => sees.base(row.knowledge_base_id));
      const hidden = await sees.hidden([...new Set(rows.map((row) => row.knowledge_base_id))]);
      const read = rows
        .filter((row) => !hidden?.has(row.source_id))
        .map(({ bytes, ...row }) => ({ ...row, blocks: decodeBlockVectors(bytes) }));
      return addresses.map(({ sourceId, revision, position }) => {
        const row = read.find(
          (row) =>
            row.source_id === sourceId &&
            row.revision === revision &&
            row.first_position <= position &&
            position < row.first_position + row.chunk_count,
        );
        return row?.blocks[position - row.first_position];
      });
    },

    /** The vectors of a source's chunks in the order of the text, as far as the model has read it. */
    vectorsOf: async ({ sourceId, revision }: Revision, modelId: string): Promise<StoredVector[]> => {
      if (!(await sees.source(sourceId))) return [];
      const rows = await db
        .selectFrom('deep_vectors')
        .select('bytes')
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .where('revision', '=', revision)
        .where('model_id', '=', modelId)
        .orderBy('first_position')
        .execute();
      return rows.flatMap(({ bytes }) => {
        const { dimensions, scales, vectors } = decodeDeepVectors(bytes);
        return Array.from(scales, (scale, row) => ({
          scale,
          vector: vectors.subarray(row * dimensions, (row + 1) * dimensions),
        }));
      });
    },
  };
};

const NOTHING_COUNTED = { chunks: 0, understood_chunks: 0, pending_sources: 0, skipped_sources: 0 };

/** The workspaces of an environment with sources that wait for a deep model. With `modelId`, those that another model
 *  has read wait too. */
export const pendingUnderstanding =
  (engine: Engine) =>
  async (modelId?: string): Promise<WorkspaceId[]> => {
    const rows = await readParts(engine, (part) =>
      engine.reads
        .selectFrom('workspaces')
        .select('workspace_id')
        .$call(within(part, 'workspaces.workspace_id'))
        .where(({ or, exists, selectFrom }) => {
          const settled = selectFrom('sources')
            .select('sources.source_id')
            .whereRef('sources.workspace_id', '=', 'workspaces.workspace_id')
            .$call(within(part, 'sources.workspace_id'))
            .where(isSettled);
          return or(waitingFor(modelId).map((isWaiting) => exists(settled.where(isWaiting))));
        })
        .orderBy('workspace_id')
        .execute(),
    );
    return rows.map((row) => row.workspace_id);
  };
