import { AppError } from '#errors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runTurn, type Turn, type TurnEvent, type TurnRequest } from './run-turn.ts';

export type ConversationRequest = TurnRequest & {
  /** Replaces that of the session. */
  metadata: Record<string, string> | undefined;
};

export type Converse = (
  store: WorkspaceStore,
  request: ConversationRequest,
) => AsyncGenerator<TurnEvent, Turn>;

/** Turns as `runTurn` makes them, those of one session one after another. A turn throws 403 when its agent is paused. */
export function createConverse(services: Parameters<typeof runTurn>[0]): Converse {
  const inOrder = oneAtATime();

  async function* turnOf(
    store: WorkspaceStore,
    { metadata, ...request }: ConversationRequest,
  ): AsyncGenerator<TurnEvent, Turn> {
    const { agent, signal } = request;
    // It may have waited for its place.
    signal.throwIfAborted();
    if (agent.status === 'inactive') {
      throw new AppError(
        'forbidden',
        'The agent is paused (status inactive); set its status to active to chat with it.',
      );
    }
    const turn = yield* runTurn(services, store, request);
    if (metadata) {
      const json = JSON.stringify(metadata);
      await store.transaction((tx) => tx.conversations.setMetadata(agent.agent_id, turn.sessionId, json));
    }
    return turn;
  }

  return (store, request) => {
    const { agent, sessionId } = request;
    const turn = () => turnOf(store, request);
    return sessionId === undefined ? turn() : inOrder(`${agent.agent_id} ${sessionId}`, turn);
  };
}
