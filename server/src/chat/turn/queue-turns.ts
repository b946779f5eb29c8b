import { AppError } from '#errors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runTurn, type Turn, type TurnEvent, type TurnRequest } from './run-turn.ts';
import { acrossNodes } from './session-lock.ts';

export type Converse = (store: WorkspaceStore, request: TurnRequest) => AsyncGenerator<TurnEvent, Turn>;

/** Turns as `runTurn` makes them, those of one session one after another in the order in which they are begun. A turn
 *  throws 403 when its agent is paused.
 *  isShared: other nodes run turns of the same sessions. */
export function createConverse(
  services: Parameters<typeof runTurn>[0],
  { isShared = services.store.isShared }: { isShared?: boolean } = {},
): Converse {
  const inOrder = oneAtATime();
  const inOrderAcrossNodes = acrossNodes(services);

  async function* turnOf(store: WorkspaceStore, request: TurnRequest): AsyncGenerator<TurnEvent, Turn> {
    const { agent, signal } = request;
    // It may have waited for its place.
    signal.throwIfAborted();
    if (agent.status === 'inactive') {
      throw new AppError(
        'forbidden',
        'The agent is paused (status inactive); set its status to active to chat with it.',
      );
    }
    return yield* runTurn(services, store, request);
  }

  return (store, request) => {
    const { agent, sessionId, signal } = request;
    if (sessionId === undefined) return turnOf(store, request);
    if (!isShared) return inOrder(`${agent.agent_id} ${sessionId}`, () => turnOf(store, request));
    const session = { agentId: agent.agent_id, sessionId };
    return inOrderAcrossNodes({ store, session, signal }, (held) => turnOf(held, request));
  };
}
