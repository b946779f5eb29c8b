import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { decodeSegment } from '#segment/segment.ts';
import type { Engine } from '#storage/engine.ts';
import { createSearchIndex, type SearchIndex } from '#storage/memory-index/search-index.ts';
import { decodePack, encodePack, type SegmentPack } from '#storage/memory-index/segment-pack.ts';
import type { Tables } from '#storage/tables.ts';
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

// A pack is a copy of the segments of consecutive places, in a form that an index takes in a fifth of the time. It is no
// more than that: to remove or replace one of its sources removes the pack, and what is in no pack is read from its segment.

type Db = Kysely<Tables>;

/** About two megabytes. With more, each source that changes makes more to be packed again; with fewer, loading looks up each
 *  term more often. */
const CHUNKS_PER_PACK = 4_096;
/** A pack with fewer chunks is packed again with what is beside it. */
const SMALL_PACK = CHUNKS_PER_PACK / 4;

/** Reads large values, as they are in the rows; see Connections.readBlobs. */
export type ReadBlobs = (query: CompiledQuery) => Promise<Uint8Array[][]>;

type Pack = BoundedPlaces & { chunkCount: number };

export type PackReader = {
  reads: Db;
  readBlobs: ReadBlobs;
  /** Receives what is wrong with a pack, and removes it, so that it is made again. */
  discard: (address: IndexAddress, end: Place, error: unknown) => Promise<void>;
};

/** Adds all packs to an empty index. Returns the places that are not in them, in order. */
export async function addPacks(
  { reads, readBlobs, discard }: PackReader,
  address: IndexAddress,
  index: SearchIndex,
): Promise<Places[]> {
  const added: Pack[] = [];
  for (const pack of await wholePacks(reads, address)) {
    const [row] = await readBlobs(bytesOf(reads, address, pack).compile());
    // It was removed meanwhile.
    if (!row?.[0]) continue;
    let decoded: SegmentPack;
    try {
      decoded = decodePack(row[0]);
    } catch (error) {
      await discard(address, pack.upTo, error);
      continue;
    }
    await inTurns(index.addPack(decoded));
    added.push(pack);
  }
  return placesBetween(added);
}

/** Removes the pack that ends at a place. */
export async function removePack(
  { transaction }: Pick<Engine, 'transaction'>,
  address: IndexAddress,
  { change_no, source_id }: Place,
): Promise<void> {
  await transaction(
    async ({ db }) => {
      await deletePacks(db, address)
        .where('last_change', '=', change_no)
        .where('last_source', '=', source_id)
        .execute();
    },
    { workspaceIds: [address.workspaceId] },
  );
}

/** Packs segments that are in no pack, the oldest first because they change least, and leaves at the end what fills no pack.
 *  mostChunks: stops when it has packed so many. */
export async function packSegments(
  engine: Pick<Engine, 'reads' | 'transaction'>,
  address: IndexAddress,
  mostChunks: number,
): Promise<void> {
  const packs = await wholePacks(engine.reads, address);
  const kept = packs.filter(({ chunkCount }) => chunkCount >= SMALL_PACK);
  let left = mostChunks;
  for (const places of placesBetween(kept)) {
    const { after, upTo } = places;
    // A small pack with nothing beside it.
    if (upTo && packs.some((pack) => isSame(pack.after, after) && isSame(pack.upTo, upTo))) continue;
    for await (const group of groupsIn(engine.reads, address, places)) {
      if (left <= 0) return;
      await packGroup(engine, address, group);
      left -= chunksOf(group.segments);
    }
  }
}

/** Removes the packs that hold segments of a source. */
export async function removePacksOf(
  db: Db,
  address: BaseAddress,
  segments: readonly (Place & { index_version: string })[],
): Promise<void> {
  for (const { index_version: indexVersion, change_no, source_id } of segments)
    await deletePacks(db, { ...address, indexVersion })
      .where(({ and, eb, refTuple, tuple }) =>
        and([
          eb(refTuple('first_change', 'first_source'), '<', tuple(change_no, source_id)),
          eb(refTuple('last_change', 'last_source'), '>=', tuple(change_no, source_id)),
        ]),
      )
      .execute();
}

type Group = BoundedPlaces & { segments: readonly PlacedSegment[] };

/** Segments that make a pack. At the end of the log, what does not fill one is left out. */
async function* groupsIn(reads: Db, address: IndexAddress, places: Places): AsyncGenerator<Group> {
  let after = places.after;
  let segments: PlacedSegment[] = [];
  for await (const rows of segmentsIn(reads, address, places))
    for (const { change_no, source_id, ...row } of rows) {
      segments.push({ change_no, source_id, ...row });
      if (chunksOf(segments) < CHUNKS_PER_PACK) continue;
      const upTo = { change_no, source_id };
      yield { after, upTo, segments };
      [after, segments] = [upTo, []];
    }
  if (places.upTo && segments.length > 0) yield { after, upTo: places.upTo, segments };
}

/** Makes a pack, unless one of its segments is gone by then. */
async function packGroup(
  { reads, transaction }: Pick<Engine, 'reads' | 'transaction'>,
  address: IndexAddress,
  group: Group,
): Promise<void> {
  const { workspaceId, knowledgeBaseId, indexVersion } = address;
  const { after, upTo, segments } = group;
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
  await transaction(
    async ({ db }) => {
      const { segmentCount } = await within(segmentsOf(db, address), group)
        .select(({ fn }) => fn.countAll<number>().as('segmentCount'))
        .executeTakeFirstOrThrow();
      if (Number(segmentCount) !== segments.length) return;
      await deletePacks(db, address)
        .where(({ and, eb, refTuple, tuple }) =>
          and([
            eb(refTuple('first_change', 'first_source'), '<', tuple(upTo.change_no, upTo.source_id)),
            eb(refTuple('last_change', 'last_source'), '>', tuple(after.change_no, after.source_id)),
          ]),
        )
        .execute();
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
          bytes,
        })
        .execute();
    },
    { isLarge: true, workspaceIds: [workspaceId] },
  );
}

/** The packs that hold all segments of their places, in order. Nodes of an earlier version remove segments and leave their
 *  packs. */
async function wholePacks(reads: Db, address: IndexAddress): Promise<Pack[]> {
  const packs = await packsOf(reads, address)
    .select(['first_change', 'first_source', 'last_change', 'last_source', 'source_count', 'chunk_count'])
    .select(
      sql<number>`(SELECT count(*) FROM segments
        WHERE segments.workspace_id = ${address.workspaceId}
          AND segments.knowledge_base_id = segment_packs.knowledge_base_id
          AND segments.index_version = segment_packs.index_version
          AND (segments.change_no, segments.source_id) > (segment_packs.first_change, segment_packs.first_source)
          AND (segments.change_no, segments.source_id) <= (segment_packs.last_change, segment_packs.last_source))`.as(
        'segment_count',
      ),
    )
    .orderBy('last_change')
    .orderBy('last_source')
    .execute();
  return packs
    .filter(({ source_count, segment_count }) => source_count === Number(segment_count))
    .map((pack) => ({
      after: { change_no: pack.first_change, source_id: pack.first_source },
      upTo: { change_no: pack.last_change, source_id: pack.last_source },
      chunkCount: pack.chunk_count,
    }));
}

const bytesOf = (reads: Db, address: IndexAddress, { upTo }: Pack) =>
  packsOf(reads, address)
    .select('bytes')
    .where('last_change', '=', upTo.change_no)
    .where('last_source', '=', upTo.source_id);

const packsOf = (db: Db, { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress) =>
  db
    .selectFrom('segment_packs')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);

const deletePacks = (db: Db, { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress) =>
  db
    .deleteFrom('segment_packs')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);

const chunksOf = (segments: readonly PlacedSegment[]): number =>
  segments.reduce((sum, { chunk_count }) => sum + chunk_count, 0);
