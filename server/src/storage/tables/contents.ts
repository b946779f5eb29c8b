import type { SourceId, WorkspaceId } from '#lib/ids.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import { blobOf, blobsOf } from '#storage/blobs/blob-of.ts';
import type { PageRequest, ReadScope, WriteScope } from '#storage/scope.ts';
import type { ChunkRow, SourceFileRow, SourceTextRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';
import { type ChunkOfSource, readChunks } from './read-chunks.ts';
import { rememberedChunks } from './remembered-chunks.ts';
import { visibility } from './visibility.ts';

type ChunkAddress = { sourceId: SourceId; revision: number; position: number };

const chunkAt = compiledOnce(
  (db, workspace: WorkspaceId, sourceId: SourceId, revision: number, position: number) =>
    db
      .selectFrom('chunks')
      .innerJoin('sources', (join) =>
        join
          .onRef('sources.workspace_id', '=', 'chunks.workspace_id')
          .onRef('sources.source_id', '=', 'chunks.source_id'),
      )
      .selectAll('chunks')
      .select([
        'sources.name as source_name',
        'sources.url as source_url',
        'sources.file_name as source_file_name',
        'sources.external_id as source_external_id',
        'sources.knowledge_base_id',
        'sources.tags',
        'sources.metadata',
        'sources.allowed',
      ])
      .where('chunks.workspace_id', '=', workspace)
      .where('chunks.source_id', '=', sourceId)
      .where('chunks.revision', '=', revision)
      .where('chunks.position', '=', position),
  4,
);

/** The content of a source: the original bytes, the extracted text and its chunks. */
export const contentReads = (scope: ReadScope) => {
  const { engine, db, workspaceId } = scope;
  const sees = visibility(scope);
  const chunk = async ({ sourceId, revision, position }: ChunkAddress): Promise<ChunkOfSource | undefined> =>
    (await chunkAt(scope, workspaceId, sourceId, revision, position)).find(sees.row);
  /** The row of a text. The caller selects its columns, once it may see the source. */
  const textOf = (sourceId: SourceId, revision: number) =>
    db
      .selectFrom('source_texts')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('revision', '=', revision);
  const chunksOneByOne = async (
    addresses: readonly ChunkAddress[],
  ): Promise<(ChunkOfSource | undefined)[]> => {
    // A transaction sees what it has not committed yet.
    const memory = db === engine.reads ? rememberedChunks(engine) : undefined;
    return await Promise.all(
      addresses.map(async ({ sourceId, revision, position }) => {
        const key = `${workspaceId} ${sourceId} ${revision} ${position}`;
        const known = memory?.find(key);
        const chunk = known ?? (await chunkAt(scope, workspaceId, sourceId, revision, position))[0];
        if (chunk && !known) memory?.add(key, chunk);
        return chunk && sees.row(chunk) ? chunk : undefined;
      }),
    );
  };
  /** The parts of the original bytes; undefined when there are none. */
  const fileParts = async (
    sourceId: SourceId,
    revision: number,
  ): Promise<{ sizeBytes: number; parts: AsyncGenerator<Uint8Array, void> } | undefined> => {
    if (!(await sees.source(sourceId))) return undefined;
    const partsOf = db
      .selectFrom('source_files')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId);
    const [newest] = await partsOf
      .select(({ fn }) => [
        'revision',
        fn.sum<number>(fn('length', ['bytes'])).as('size'),
        fn.max('blob_key').as('blob_key'),
        fn.max('blob_bytes').as('blob_bytes'),
        fn.max('blob_sha256').as('blob_sha256'),
      ])
      .where('revision', '<=', revision)
      .groupBy('revision')
      .orderBy('revision', 'desc')
      .limit(1)
      .execute();
    if (!newest) return undefined;
    const blob = blobOf(newest);
    if (blob) return { sizeBytes: blob.sizeBytes, parts: await blobsOf(engine).get(blob) };
    const sizeBytes = Number(newest.size);
    const read = async function* (): AsyncGenerator<Uint8Array, void> {
      const ofRevision = partsOf.selectAll().where('revision', '=', newest.revision);
      for (let part = 0, at = 0; at < sizeBytes; part += 1) {
        const row = await ofRevision.where('part', '=', part).executeTakeFirst();
        const first = row ?? (await ofRevision.where('part', '=', 0).executeTakeFirstOrThrow());
        const moved = blobOf(first);
        // The parts were moved there meanwhile.
        if (moved) return yield* await blobsOf(engine).get(moved, at);
        if (!row) throw new Error(`Part ${part} of the file of ${sourceId} is missing.`);
        yield row.bytes;
        at += row.bytes.length;
      }
    };
    return { sizeBytes, parts: read() };
  };
  return {
    /** The original bytes of this revision, or of the newest one before it that has any (a reindex brings none). */
    file: async (sourceId: SourceId, revision: number): Promise<Uint8Array> => {
      const file = await fileParts(sourceId, revision);
      // Copy part by part: a large file must not be in memory twice.
      const bytes = new Uint8Array(file?.sizeBytes ?? 0);
      let at = 0;
      for await (const part of file?.parts ?? []) {
        bytes.set(part, at);
        at += part.length;
      }
      return bytes;
    },

    fileParts,

    text: async (
      sourceId: SourceId,
      revision: number,
    ): Promise<Pick<SourceTextRow, 'text' | 'outline'> | undefined> =>
      (await sees.source(sourceId))
        ? await textOf(sourceId, revision).select(['text', 'outline']).executeTakeFirst()
        : undefined,

    /** See SourceTextRow; undefined without a text. */
    outline: async (sourceId: SourceId, revision: number): Promise<string | undefined> => {
      if (!(await sees.source(sourceId))) return undefined;
      return (await textOf(sourceId, revision).select('outline').executeTakeFirst())?.outline;
    },

    /** See SourceTextRow; undefined without any. */
    places: async (sourceId: SourceId, revision: number): Promise<Uint8Array | undefined> => {
      if (!(await sees.source(sourceId))) return undefined;
      const row = await textOf(sourceId, revision).select('places').executeTakeFirst();
      return row?.places ?? undefined;
    },

    /** The first characters of the text; empty when there is none. */
    textStart: async (sourceId: SourceId, revision: number, characters: number): Promise<string> => {
      if (!(await sees.source(sourceId))) return '';
      const row = await textOf(sourceId, revision)
        .select(({ fn, val }) => fn<string>('substr', ['text', val(1), val(characters)]).as('beginning'))
        .executeTakeFirst();
      return row?.beginning ?? '';
    },

    /** In the order of the text. */
    listChunks: async (
      sourceId: SourceId,
      revision: number,
      { limit, after }: PageRequest<number>,
    ): Promise<ChunkRow[]> =>
      !(await sees.source(sourceId))
        ? []
        : await db
            .selectFrom('chunks')
            .selectAll()
            .where('workspace_id', '=', workspaceId)
            .where('source_id', '=', sourceId)
            .where('revision', '=', revision)
            .where('position', '>', after ?? -1)
            .orderBy('position')
            .limit(limit + 1)
            .execute(),

    /** The chunk at an address with data of its source; undefined when it was removed. */
    chunk,

    /** The chunks at several addresses, in their order. */
    chunks: async (addresses: readonly ChunkAddress[]): Promise<(ChunkOfSource | undefined)[]> => {
      if (!engine.isShared) return await chunksOneByOne(addresses);
      if (addresses.length === 0) return [];
      const rows = await readChunks(scope, addresses);
      const keyOf = (sourceId: SourceId, revision: number, position: number): string =>
        `${sourceId} ${revision} ${position}`;
      const seen = rows.filter(sees.row);
      const byKey = new Map(seen.map((row) => [keyOf(row.source_id, row.revision, row.position), row]));
      return addresses.map(({ sourceId, revision, position }) =>
        byKey.get(keyOf(sourceId, revision, position)),
      );
    },
  };
};

/** Rows per INSERT: SQLite takes 32,766 parameters and PostgreSQL 65,535; a chunk has nine. */
const CHUNKS_PER_INSERT = 256;

export const contentWrites = ({ db, workspaceId }: WriteScope) => ({
  /** Stores the original bytes of a revision that has none yet, in parts of at most 1 MiB. */
  insertFile: async (sourceId: SourceId, revision: number, parts: Iterable<Uint8Array>): Promise<void> => {
    let part = 0;
    for (const bytes of parts) {
      const row: SourceFileRow = {
        workspace_id: workspaceId,
        source_id: sourceId,
        revision,
        part,
        bytes,
        blob_key: null,
        blob_bytes: null,
        blob_sha256: null,
      };
      await db.insertInto('source_files').values(row).execute();
      part += 1;
    }
  },

  insertTexts: async (
    texts: readonly (Omit<SourceTextRow, 'workspace_id' | 'places'> &
      Partial<Pick<SourceTextRow, 'places'>>)[],
  ): Promise<void> => {
    await db
      .insertInto('source_texts')
      .values(texts.map(({ places = null, ...text }) => ({ ...text, places, workspace_id: workspaceId })))
      .execute();
  },

  insertChunks: async (chunks: readonly Omit<ChunkRow, 'workspace_id'>[]): Promise<void> => {
    for (let from = 0; from < chunks.length; from += CHUNKS_PER_INSERT) {
      const rows = chunks
        .slice(from, from + CHUNKS_PER_INSERT)
        .map((chunk) => ({ ...chunk, workspace_id: workspaceId }));
      await db.insertInto('chunks').values(rows).execute();
    }
  },

  /** Removes the text and the chunks of the source. */
  removeText: async (sourceId: SourceId): Promise<void> => {
    for (const table of ['chunks', 'source_texts'] as const) {
      await db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('source_id', '=', sourceId)
        .execute();
    }
  },

  /** Removes original bytes that those of this revision, or of one before it, have replaced. */
  removeFilesBefore: async (sourceId: SourceId, revision: number): Promise<void> => {
    if (revision === 1) return;
    const removed = await db
      .deleteFrom('source_files')
      .where('workspace_id', '=', workspaceId)
      .where('source_id', '=', sourceId)
      .where('revision', '<', ({ selectFrom }) =>
        selectFrom('source_files as newest')
          .select(({ fn }) => fn.max('newest.revision').as('revision'))
          .where('newest.workspace_id', '=', workspaceId)
          .where('newest.source_id', '=', sourceId)
          .where('newest.revision', '<=', revision),
      )
      .returning('blob_key')
      .execute();
    const blobKeys = removed.flatMap(({ blob_key }) => blob_key ?? []);
    await blobNotes({ db, workspaceId }).forget(blobKeys, Date.now());
  },
});
