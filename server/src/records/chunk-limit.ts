import { AppError } from '#errors.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';

type Tx = Pick<WorkspaceTransaction, 'chunkLimit'>;

/** What becomes of new content while the workspace has as many chunks as it may have, without a subject; undefined if there
 *  is room. replaced: the chunks of the content that it replaces. */
export async function refusalOfChunks({ chunkLimit }: Tx, replaced = 0): Promise<string | undefined> {
  const most = await chunkLimit.reached(replaced);
  if (most === undefined) return undefined;
  return `cannot be added, because the workspace has ${most.toLocaleString('en-US')} chunks, the most that it may have (CHUNKS_MAX)`;
}

export const MAKE_ROOM = 'Delete sources, or use another workspace.';

/** Throws 422 if the workspace has as many chunks as it may have. field: of the content that would be added. */
export async function assertRoomForChunks(tx: Tx, field: string, replaced = 0): Promise<void> {
  const reason = await refusalOfChunks(tx, replaced);
  if (reason !== undefined)
    throw new AppError('unprocessable_entity', `${field}: ${reason}. ${MAKE_ROOM}`, {
      details: [{ field, reason }],
    });
}
