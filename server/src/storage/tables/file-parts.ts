import type { SourceId } from '#lib/ids.ts';
import { blobOf, blobsOf } from '#storage/blobs/blob-of.ts';
import type { ReadScope } from '#storage/scope.ts';

/** `from` is inclusive, `to` exclusive. */
export type ByteRange = { from: number; to: number };

/** sizeBytes: of the whole file. */
export type FileParts = { sizeBytes: number; parts: AsyncGenerator<Uint8Array, void> };

/** Reads the original bytes of a revision of a source, or of the newest one before it that has any: those of the range, without
 *  the parts of the file before and after it. range: undefined, or from a function that returns undefined, for all. */
export async function readFileParts(
  { engine, db, workspaceId }: ReadScope,
  { sourceId, revision }: { sourceId: SourceId; revision: number },
  range: (sizeBytes: number) => ByteRange | undefined = () => undefined,
): Promise<FileParts | undefined> {
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
  const sizeBytes = blob?.sizeBytes ?? Number(newest.size);
  const wanted = range(sizeBytes);
  const { from, to } = wanted ?? { from: 0, to: sizeBytes };
  if (blob) {
    const parts = wanted ? await blobsOf(engine).getRange(blob, wanted) : await blobsOf(engine).get(blob);
    return { sizeBytes, parts };
  }
  const ofRevision = partsOf.where('revision', '=', newest.revision);
  const read = async function* (): AsyncGenerator<Uint8Array, void> {
    const sizes =
      from === 0
        ? []
        : await ofRevision
            .select(({ fn }) => ['part', fn<number>('length', ['bytes']).as('size')])
            .orderBy('part')
            .execute();
    let part = 0;
    let at = 0;
    for (const { size } of sizes) {
      if (at + Number(size) > from) break;
      at += Number(size);
      part += 1;
    }
    for (; at < to; part += 1) {
      const row = await ofRevision.selectAll().where('part', '=', part).executeTakeFirst();
      const first = row ?? (await ofRevision.selectAll().where('part', '=', 0).executeTakeFirstOrThrow());
      const moved = blobOf(first);
      // The parts were moved there meanwhile.
      if (moved) return yield* await blobsOf(engine).getRange(moved, { from: Math.max(at, from), to });
      if (!row) throw new Error(`Part ${part} of the file of ${sourceId} is missing.`);
      const bytes = row.bytes.subarray(Math.max(0, from - at), to - at);
      if (bytes.length > 0) yield bytes;
      at += row.bytes.length;
    }
  };
  return { sizeBytes, parts: read() };
}
