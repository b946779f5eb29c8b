import { AppError } from '#errors.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { runTurn, type Turn, type TurnEvent, type TurnRequest } from './run-turn.ts';

export type Converse = (store: WorkspaceStore, request: TurnRequest) => AsyncGenerator<TurnEvent, Turn>;

/** Turns as `runTurn` makes them, those of one session one after another. A turn throws 403 when its agent is paused. */
export function createConverse(services: Parameters<typeof runTurn>[0]): Converse {
  const inOrder = oneAtATime();

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
    const { agent, sessionId } = request;
    const turn = () => turnOf(store, request);
    return sessionId === undefined ? turn() : inOrder(`${agent.agent_id} ${sessionId}`, turn);
  };
}
