import { newId } from '#lib/ids.ts';
import type { WriteScope } from '#storage/scope.ts';
import { type Lease, leaseWrites } from './leases.ts';

export type RunningChat = Lease<'running_chats'>;

/** Chats in progress, counted over all nodes. A chat whose lease has expired no longer counts. */
export const runningChatWrites = (scope: WriteScope) => {
  const { db, workspaceId } = scope;
  return {
    /** Undefined when the actor has `limit` chats in progress. Exact, because the transactions of a workspace run one
     *  at a time. */
    enter: async (
      actorId: string,
      { limit, now, leaseUntil }: { limit: number; now: number; leaseUntil: number },
    ): Promise<RunningChat | undefined> => {
      await db
        .deleteFrom('running_chats')
        .where('workspace_id', '=', workspaceId)
        .where('lease_until', '<=', now)
        .execute();
      const { count } = await db
        .selectFrom('running_chats')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('workspace_id', '=', workspaceId)
        .where('actor_id', '=', actorId)
        .executeTakeFirstOrThrow();
      if (count >= limit) return undefined;
      const chat = { workspace_id: workspaceId, actor_id: actorId, running_chat_id: newId('runningChat') };
      await db
        .insertInto('running_chats')
        .values({ ...chat, lease_until: leaseUntil })
        .execute();
      return chat;
    },

    leave: async (chat: RunningChat): Promise<void> => {
      await leaseWrites(scope).remove('running_chats', chat);
    },
  };
};
