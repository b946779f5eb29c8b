import type { Services } from '#services.ts';

/** Conversations per transaction, and transactions of a round; the rest waits for the next round, so that the service can stop
 *  in between. */
const BATCH = 50;
const BATCHES = 200;

/** Makes conversations findable whose messages an older version wrote. */
export async function makeConversationsSearchable({
  store,
  log,
}: Pick<Services, 'store' | 'log'>): Promise<void> {
  let count = 0;
  for (let round = 0; round < BATCHES; round++) {
    const batch = await store.orphanedWork.unsearchableConversations(BATCH);
    if (batch.length === 0) break;
    for (const [workspaceId, sessions] of Map.groupBy(batch, (session) => session.workspace_id)) {
      await store.workspace(workspaceId).transaction(
        async (tx) => {
          for (const { agent_id, session_id } of sessions)
            await tx.conversations.makeSearchable(agent_id, session_id);
        },
        { isLarge: true },
      );
      count += sessions.length;
    }
  }
  if (count > 0) log.info({ count }, 'conversations of an older version can be found now');
}
