import type { Services } from '#services.ts';

const DAY_MS = 86_400_000;
/** Sessions per transaction: deleting overwrites them, and other writers wait meanwhile. */
const BATCH = 100;
/** The rest waits for the next round, so that the service can stop in between. */
const BATCHES = 100;

/** Deletes sessions that were idle for longer than `CONVERSATION_RETENTION_DAYS`, with their messages. A session that
 *  continues at the last moment is kept. */
export async function expireConversations({
  store,
  clock,
  log,
  config,
}: Pick<Services, 'store' | 'clock' | 'log' | 'config'>): Promise<void> {
  const days = config.CONVERSATION_RETENTION_DAYS;
  if (days === undefined) return;
  const idleSince = clock.now() - days * DAY_MS;
  let count = 0;
  for (let round = 0; round < BATCHES; round++) {
    const batch = await store.orphanedWork.idleConversations(idleSince, BATCH);
    if (batch.length === 0) break;
    for (const [workspaceId, sessions] of Map.groupBy(batch, (session) => session.workspace_id)) {
      await store.workspace(workspaceId).transaction(
        async (tx) => {
          for (const { agent_id, session_id } of sessions)
            if (await tx.conversations.remove(agent_id, session_id, idleSince)) count++;
        },
        { isLarge: true },
      );
    }
  }
  if (count > 0) log.info({ count }, 'idle sessions deleted');
}
