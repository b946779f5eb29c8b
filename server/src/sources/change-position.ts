import { createHash } from 'node:crypto';
import type { Principal } from '#records/principal.ts';
import type { WorkspaceStore } from '#storage/store.ts';

/** Who reads: an id of a position is of no use to anyone who sees other sources. */
type Reader = Pick<WorkspaceStore, 'environment' | 'workspaceId' | 'asUser'> &
  Pick<Principal, 'knowledgeBaseIds'>;

/** Positions in the stream of changes as ids of its events, such as `1764262800000-3f9c21d04b7a`. */
export function positionsFor(reader: Reader) {
  const { environment, workspaceId, knowledgeBaseIds: bases, asUser } = reader;
  const seen = JSON.stringify([environment, workspaceId, bases && [...bases].sort(), asUser]);
  const mark = createHash('sha256').update(seen).digest('hex').slice(0, 12);
  return {
    idOf: (changeNo: number | undefined): string | undefined =>
      changeNo === undefined ? undefined : `${changeNo}-${mark}`,
    /** The number of the change; undefined if the id is of another reader, or none. */
    read: (id: string | undefined): number | undefined => {
      const [, changeNo, by] = /^(\d{1,15})-([0-9a-f]{12})$/.exec(id ?? '') ?? [];
      return by === mark ? Number(changeNo) : undefined;
    },
  };
}
