import {
  type CompiledQuery,
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type SqlBool,
  sql,
} from 'kysely';
import { patienceMs } from '#lib/async/patience.ts';
import type { WorkspaceId } from '#lib/ids.ts';
import { decodeSegment } from '#segment/segment.ts';
import { blobNotes } from '#storage/blobs/blob-notes.ts';
import { blobOf } from '#storage/blobs/blob-of.ts';
import type { BlobAddress, BlobStore } from '#storage/blobs/blob-store.ts';
import type { Engine } from '#storage/engine.ts';
import { createSearchIndex, type SearchIndex } from '#storage/memory-index/search-index.ts';
import { decodePack, encodePack, type SegmentPack } from '#storage/memory-index/segment-pack.ts';
import { StorageUnavailableError } from '#storage/storage-unavailable-error.ts';
import type { SegmentRow, Tables } from '#storage/tables.ts';
import { inTurns } from './in-turns.ts';
import {
  type BaseAddress,
  type BoundedPlaces,
  type IndexAddress,
  isSame,
  type Place,
  type PlacedSegment,
  type Places,
  placesBetween,
  segmentsIn,
  segmentsOf,
  within,
} from './segment-places.ts';

// A pack is only a copy of segments with consecutive places, in a form that loads in a fifth of the time. Removing a source
// deletes its pack, and a source is removed before it is replaced. Segments that are in no pack are read one by one.

type Db = Kysely<Tables>;

/** About two megabytes. Larger packs mean more repacking for each changed source; smaller ones mean more term look-ups at
 *  each load. */
const CHUNKS_PER_PACK = 4_096;
/** How long a pack may take from its object in the store of BLOB_STORE to its row. */
const COMMIT_MS = 10 * 60_000;
/** A pack with fewer chunks is packed again with what is beside it. */
const SMALL_PACK = CHUNKS_PER_PACK / 4;

/** Reads large values, as they are in the rows; see Connections.readBlobs. */
export type ReadBlobs = (query: CompiledQuery) => Promise<Uint8Array[][]>;

type Pack = BoundedPlaces & { chunkCount: number; blob: BlobAddress | undefined };
type PackWriter = Pick<Engine, 'environment' | 'reads' | 'transaction' | 'blobs'>;

export type PackReader = Pick<Engine, 'reads' | 'blobs'> & {
  readBlobs: ReadBlobs;
  /** Receives why a pack could not be read. */
  onFault: (error: unknown) => void;
  /** Removes a pack, so that it is made again. */
  discard: (address: IndexAddress, pack: BoundedPlaces) => Promise<void>;
};

/** Adds all packs to an empty index. Returns the places that are not in them, in order. */
export async function addPacks(
  reader: PackReader,
  address: IndexAddress,
  index: SearchIndex,
): Promise<Places[]> {
  const added: Pack[] = [];
  let isStoreSilent = false;
  const onFault = (error: unknown): void => {
    isStoreSilent ||= error instanceof StorageUnavailableError;
    reader.onFault(error);
  };
  for (const pack of await wholePacks(reader.reads, address)) {
    // A query waits, so it waits for a silent bucket once.
    if (pack.blob && isStoreSilent) continue;
    const decoded = await readPack({ ...reader, onFault }, address, pack);
    if (!decoded) continue;
    try {
      await inTurns(index.addPack(decoded));
    } catch (error) {
      // What was added of it cannot be taken back, so this load fails, and the next one does without it.
      await reader.discard(address, pack);
      throw error;
    }
    added.push(pack);
  }
  return placesBetween(added);
}

/** Undefined if it was removed meanwhile or cannot be read. */
async function readPack(
  { reads, readBlobs, blobs, onFault, discard }: PackReader,
  address: IndexAddress,
  pack: Pack,
): Promise<SegmentPack | undefined> {
  const { blob } = pack;
  try {
    if (!blob) {
      const [row] = await readBlobs(packAt(reads, address, pack).select('bytes').compile());
      return row?.[0] && decodePack(row[0]);
    }
    // Packs that are not where BLOB_STORE says now are made again.
    if (!blobs?.takesFiles) await discard(address, pack);
    else return decodePack(Buffer.concat(await Array.fromAsync(await blobs.get(blob, patienceMs()))));
  } catch (error) {
    // That of the database.
    if (!blob && error instanceof StorageUnavailableError) throw error;
    onFault(error);
    if (!(error instanceof StorageUnavailableError)) await discard(address, pack);
  }
  return undefined;
}

/** Removes a pack. */
export async function removePack(
  { transaction }: Pick<Engine, 'transaction'>,
  address: IndexAddress,
  pack: BoundedPlaces,
): Promise<void> {
  await transaction(({ db }) => deletePacks(db, address, ({ and }) => and(boundsOf(pack))), {
    workspaceIds: [address.workspaceId],
  });
}

/** Packs segments that are in no pack, oldest first because they change least. The newest stay unpacked until they fill a
 *  pack. mostChunks: stops after about so many. signal: stops after the
 *  pack that is being made. */
export async function packSegments(
  engine: PackWriter,
  address: IndexAddress,
  { mostChunks, signal }: { mostChunks: number; signal: AbortSignal },
): Promise<void> {
  const packs = await wholePacks(engine.reads, address);
  const kept = packs.filter(({ chunkCount }) => chunkCount >= SMALL_PACK);
  let left = mostChunks;
  for (const places of placesBetween(kept)) {
    const { after, upTo } = places;
    // A small pack with nothing beside it.
    if (upTo && packs.some((pack) => isSame(pack.after, after) && isSame(pack.upTo, upTo))) continue;
    for await (const group of groupsIn(engine.reads, address, places)) {
      if (left <= 0 || signal.aborted) return;
      await packGroup(engine, address, group);
      left -= chunksOf(group.segments);
    }
  }
}

/** Removes the packs that hold segments of a source. */
export async function removePacksOf(
  db: Db,
  workspaceId: WorkspaceId,
  segments: readonly (Place & Pick<SegmentRow, 'knowledge_base_id' | 'index_version'>)[],
): Promise<void> {
  for (const {
    knowledge_base_id: knowledgeBaseId,
    index_version: indexVersion,
    change_no,
    source_id,
  } of segments)
    await deletePacks(db, { workspaceId, knowledgeBaseId, indexVersion }, ({ and, eb, refTuple, tuple }) =>
      and([
        eb(refTuple('first_change', 'first_source'), '<', tuple(change_no, source_id)),
        eb(refTuple('last_change', 'last_source'), '>=', tuple(change_no, source_id)),
      ]),
    );
}

/** Removes the packs of all versions but these. */
export async function removeOtherPacks(
  db: Db,
  address: BaseAddress & { indexVersions: readonly string[] },
): Promise<void> {
  for (const { index_version: indexVersion } of await db
    .selectFrom('segment_packs')
    .select('index_version')
    .distinct()
    .where('workspace_id', '=', address.workspaceId)
    .where('knowledge_base_id', '=', address.knowledgeBaseId)
    .where('index_version', 'not in', address.indexVersions)
    .execute())
    await deletePacks(db, { ...address, indexVersion });
}

type Group = BoundedPlaces & { segments: readonly PlacedSegment[] };

/** Segments that make a pack. At the end of the log, what does not fill one is left out. */
async function* groupsIn(reads: Db, address: IndexAddress, places: Places): AsyncGenerator<Group> {
  let after = places.after;
  let segments: PlacedSegment[] = [];
  let chunks = 0;
  for await (const rows of segmentsIn(reads, address, places))
    for (const { change_no, source_id, ...row } of rows) {
      segments.push({ change_no, source_id, ...row });
      chunks += row.chunk_count;
      if (chunks < CHUNKS_PER_PACK) continue;
      const upTo = { change_no, source_id };
      yield { after, upTo, segments };
      [after, segments, chunks] = [upTo, [], 0];
    }
  if (places.upTo && segments.length > 0) yield { after, upTo: places.upTo, segments };
}

/** Makes a pack, unless one of its segments is gone by then. */
async function packGroup(
  { environment, reads, transaction, blobs }: PackWriter,
  address: IndexAddress,
  group: Group,
): Promise<void> {
  const { workspaceId, knowledgeBaseId, indexVersion } = address;
  const { after, upTo, segments } = group;
  const isMade = async (db: Db): Promise<boolean> =>
    (await packAt(db, address, group).select('source_count').executeTakeFirst())?.source_count ===
    segments.length;
  // By another node.
  if (await isMade(reads)) return;
  const index = createSearchIndex({ slotsPerPart: Number.POSITIVE_INFINITY });
  const rows = await within(segmentsOf(reads, address), group)
    .select(['source_id', 'revision', 'change_no', 'bytes'])
    .execute();
  await inTurns(rows, ({ source_id: sourceId, revision, change_no: changeNo, bytes }) =>
    index.add({ sourceId, revision, changeNo }, decodeSegment(bytes)),
  );
  const [part] = index.parts;
  if (!part || rows.length !== segments.length) return;
  const bytes = encodePack(part);
  const blob = blobs?.takesFiles
    ? await putPack({ transaction, blobs }, { environment, workspaceId, bytes })
    : undefined;
  await transaction(
    async ({ db }) => {
      if ((await countSegments(db, address, group)) !== segments.length || (await isMade(db))) return;
      // Not if this node was paused for so long that another deletes the object.
      if (blob && !(await blobNotes({ db, workspaceId }).name(blob.key))) return;
      await deletePacks(db, address, ({ and, eb, refTuple, tuple }) =>
        and([
          eb(refTuple('first_change', 'first_source'), '<', tuple(upTo.change_no, upTo.source_id)),
          eb(refTuple('last_change', 'last_source'), '>', tuple(after.change_no, after.source_id)),
        ]),
      );
      await db
        .insertInto('segment_packs')
        .values({
          workspace_id: workspaceId,
          knowledge_base_id: knowledgeBaseId,
          index_version: indexVersion,
          first_change: after.change_no,
          first_source: after.source_id,
          last_change: upTo.change_no,
          last_source: upTo.source_id,
          source_count: segments.length,
          chunk_count: chunksOf(segments),
          bytes: blob ? new Uint8Array() : bytes,
          blob_key: blob?.key ?? null,
          blob_bytes: blob?.sizeBytes ?? null,
          blob_sha256: blob?.sha256 ?? null,
        })
        .execute();
    },
    { isLarge: true, workspaceIds: [workspaceId] },
  );
}

/** Puts a pack into the store of BLOB_STORE. No row names it yet, so it is deleted there if none does by then. */
async function putPack(
  { transaction, blobs }: Pick<Engine, 'transaction'> & { blobs: BlobStore },
  {
    environment,
    workspaceId,
    bytes,
  }: Pick<Engine, 'environment'> & { workspaceId: WorkspaceId; bytes: Uint8Array },
): Promise<BlobAddress> {
  const key = blobs.newKey([environment, workspaceId, 'pack']);
  await transaction(({ db }) => blobNotes({ db, workspaceId }).begin(key, Date.now() + COMMIT_MS), {
    workspaceIds: [workspaceId],
  });
  return await blobs.put(key, () => [bytes]);
}

/** The packs that hold all segments of their places, in order. Nodes of an earlier version remove segments and leave their
 *  packs. */
async function wholePacks(reads: Db, address: IndexAddress): Promise<Pack[]> {
  const packs = await packsOf(reads, address)
    .select(['first_change', 'first_source', 'last_change', 'last_source', 'source_count', 'chunk_count'])
    .select(['blob_key', 'blob_bytes', 'blob_sha256'])
    .orderBy('last_change')
    .orderBy('last_source')
    .execute();
  const whole: Pack[] = [];
  for (const pack of packs) {
    const places = {
      after: { change_no: pack.first_change, source_id: pack.first_source },
      upTo: { change_no: pack.last_change, source_id: pack.last_source },
    };
    // Apart from the packs: Citus refuses to join them with segments while an upgrade has yet to spread them.
    if ((await countSegments(reads, address, places)) !== pack.source_count) continue;
    whole.push({ ...places, chunkCount: pack.chunk_count, blob: blobOf(pack) });
  }
  return whole;
}

const countSegments = async (db: Db, address: IndexAddress, places: BoundedPlaces): Promise<number> => {
  const { segmentCount } = await within(segmentsOf(db, address), places)
    .select(({ fn }) => fn.countAll<number>().as('segmentCount'))
    .executeTakeFirstOrThrow();
  return Number(segmentCount);
};

/** By both ends: it may have been merged with what is beside it since it was listed. */
const packAt = (db: Db, address: IndexAddress, pack: BoundedPlaces) =>
  packsOf(db, address).where(({ and }) => and(boundsOf(pack)));

const boundsOf = ({ after, upTo }: BoundedPlaces) => ({
  first_change: after.change_no,
  first_source: after.source_id,
  last_change: upTo.change_no,
  last_source: upTo.source_id,
});

const packsOf = (db: Db, { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress) =>
  db
    .selectFrom('segment_packs')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);

/** Deletes packs, all of an index without a condition. */
async function deletePacks(
  db: Db,
  { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress,
  condition?: (builder: ExpressionBuilder<Tables, 'segment_packs'>) => Expression<SqlBool>,
): Promise<void> {
  const deleted = await db
    .deleteFrom('segment_packs')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion)
    .$if(condition !== undefined, (query) =>
      query.where((builder) => condition?.(builder) ?? sql<boolean>`true`),
    )
    .returning('blob_key')
    .execute();
  const keys = deleted.flatMap(({ blob_key }) => blob_key ?? []);
  await blobNotes({ db, workspaceId }).forget(keys, Date.now());
}

const chunksOf = (segments: readonly PlacedSegment[]): number =>
  segments.reduce((sum, { chunk_count }) => sum + chunk_count, 0);
