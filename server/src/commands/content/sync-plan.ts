/** A source that an earlier run added. */
export type SyncedSource = { id: string; externalId: string; sha256: string | undefined; name: string };

/** Sources of files that are gone, in a fixed order. Those below a folder that could not be listed stay: their files may
 *  still be there. */
export function goneSources(
  synced: Iterable<SyncedSource>,
  { prefix, files, unlisted }: { prefix: string; files: readonly string[]; unlisted: readonly string[] },
): SyncedSource[] {
  const present = new Set(files.map((file) => externalIdOf(prefix, file)));
  const unknown = unlisted.map((folder) => (folder === '' ? `${prefix}/` : `${prefix}/${folder}/`));
  return [...synced]
    .filter(
      ({ externalId }) => !present.has(externalId) && !unknown.some((start) => externalId.startsWith(start)),
    )
    .sort((a, b) => (a.externalId < b.externalId ? -1 : 1));
}

export const externalIdOf = (prefix: string, file: string): string => `${prefix}/${file}`;

/** From here on a deletion may be a mistake: the wrong folder, an empty mount, or a prefix that two folders share. */
const FEW = 3;

/** Whether so much would be deleted that someone should look first. */
export const isMassDeletion = (gone: number, synced: number, files: number): boolean =>
  gone > 0 && ((gone >= FEW && gone > synced / 2) || files === 0);
