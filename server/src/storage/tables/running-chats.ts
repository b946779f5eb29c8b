import { newId, type RunningChatId } from '#lib/ids.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { RunningChatRow } from '#storage/tables.ts';

/** Chats under way, counted by all nodes together. A chat whose lease has run out is not counted any more. */
export const runningChatWrites = ({ db, workspaceId }: WriteScope) => {
  const one = (actorId: string, chatId: RunningChatId) =>
    ({
      workspace_id: workspaceId,
      actor_id: actorId,
      running_chat_id: chatId,
    }) satisfies Partial<RunningChatRow>;
  return {
    /** Undefined when the actor has `limit` chats under way. Exact, because transactions of a workspace run one after
     *  another. */
    enter: async (
      actorId: string,
      { limit, now, leaseUntil }: { limit: number; now: number; leaseUntil: number },
    ): Promise<RunningChatId | undefined> => {
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
      const chatId = newId('runningChat');
      await db
        .insertInto('running_chats')
        .values({ ...one(actorId, chatId), lease_until: leaseUntil })
        .execute();
      return chatId;
    },

    extend: async (actorId: string, chatId: RunningChatId, leaseUntil: number): Promise<void> => {
      await db
        .updateTable('running_chats')
        .set({ lease_until: leaseUntil })
        .where(({ and }) => and(one(actorId, chatId)))
        .execute();
    },

    leave: async (actorId: string, chatId: RunningChatId): Promise<void> => {
      await db
        .deleteFrom('running_chats')
        .where(({ and }) => and(one(actorId, chatId)))
        .execute();
    },
  };
};
