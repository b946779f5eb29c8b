import type { Snapshot } from '#storage/engine.ts';

/** Younger objects may have been put after the snapshot. */
const DAY_MS = 24 * 3_600_000;
const NAMED_KEYS = 5;

/** Compares the files of an environment with their objects in the store of BLOB_STORE. count: of files that are there. faults:
 *  sentences. */
export async function findBlobFaults(
  { db, blobs, environment }: Snapshot,
  now: number,
): Promise<{ count: number; faults: string[] }> {
  const rows = await db
    .selectFrom('source_files')
    .select(['blob_key', 'blob_bytes'])
    .where('blob_key', 'is not', null)
    .execute();
  if (!blobs) {
    const faults = [`${rows.length} original files are in a bucket. Set BLOB_STORE to it.`];
    return { count: rows.length, faults: rows.length === 0 ? [] : faults };
  }
  const missing = new Map(rows.map(({ blob_key, blob_bytes }) => [blob_key ?? '', Number(blob_bytes)]));
  const noted = new Set(
    (await db.selectFrom('blob_deletions').select('blob_key').execute()).map(({ blob_key }) => blob_key),
  );
  const damaged: string[] = [];
  const strays = { count: 0, bytes: 0 };
  for await (const page of blobs.list([environment]))
    for (const { key, sizeBytes, changedAt } of page) {
      if (key.split('/').at(-2) !== 'file') continue;
      const size = missing.get(key);
      missing.delete(key);
      if (size !== undefined && size !== sizeBytes) damaged.push(key);
      if (size !== undefined || noted.has(key) || Date.parse(changedAt) > now - DAY_MS) continue;
      strays.count += 1;
      strays.bytes += sizeBytes;
    }
  const keys = (all: readonly string[]): string =>
    `${all.slice(0, NAMED_KEYS).join(', ')}${all.length > NAMED_KEYS ? ', …' : ''}`;
  const faults: string[] = [];
  if (missing.size > 0)
    faults.push(
      `${missing.size} of ${rows.length} objects are missing in ${blobs.name}: ${keys([...missing.keys()])}. Restore them from a backup of the bucket.`,
    );
  if (damaged.length > 0)
    faults.push(
      `${damaged.length} objects in ${blobs.name} have another size than what was stored: ${keys(damaged)}. Restore them from a backup of the bucket.`,
    );
  if (strays.count > 0)
    faults.push(
      `${strays.count} objects (${Math.ceil(strays.bytes / 1e6)} MB) in ${blobs.name} belong to no source of this installation. Give each installation a prefix of its own, and delete the objects of one that is gone.`,
    );
  return { count: rows.length, faults };
}
