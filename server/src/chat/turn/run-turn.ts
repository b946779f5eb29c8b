import { notFound } from '#errors.ts';
import { type MessageId, newId, type PublishableTokenId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import { type CitedReply, redactReply } from '#storage/citation.ts';
import type { AgentWithBases, WorkspaceStore, WorkspaceTransaction } from '#storage/store.ts';
import { draftReply } from './draft-reply.ts';
import type { EarlierMessage } from './history.ts';
import type { Reply } from './reply.ts';
import { withinBudget } from './token-budget.ts';
import { changedSources, writeTurn } from './write-turn.ts';

/** What becomes known while a turn runs. Joined, the pieces are the text of the reply, but for what is taken out of it
 *  because its source was deleted meanwhile. */
export type TurnEvent =
  | { type: 'meta'; sessionId: string; messageId: MessageId; welcomeMessage: string | undefined }
  | { type: 'delta'; text: string };

export type Turn = Reply & {
  sessionId: string;
  messageId: MessageId;
  /** On the first turn of a session, if the agent has one. */
  welcomeMessage: string | undefined;
};

export type TurnRequest = {
  agent: AgentWithBases;
  message: string;
  /** A new session when absent. */
  sessionId: string | undefined;
  /** Turns that the client brings along instead of those of a session, oldest first. */
  history?: readonly { role: 'user' | 'assistant'; text: string }[] | undefined;
  /** Replaces that of the session. */
  metadata?: Record<string, string> | undefined;
  /** Of the chat widget that the message came from: its budget is spent too. */
  tokenId?: PublishableTokenId | undefined;
  signal: AbortSignal;
  /** Runs in the transaction that writes the turn. */
  keep?: ((tx: WorkspaceTransaction, turn: Turn) => Promise<void>) | undefined;
};

/** Earlier messages that are looked at. */
const HISTORY_MESSAGES = 16;

/** Answers one message: `meta` first and at once, then the reply in pieces; returns the turn once it is written. When the
 *  signal is aborted, nothing is. */
export async function* runTurn(
  services: Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>,
  store: WorkspaceStore,
  request: TurnRequest,
): AsyncGenerator<TurnEvent, Turn> {
  const startedAt = performance.now();
  const { agent, message, signal } = request;
  const sessionId = request.sessionId ?? newId('session');
  const isNew =
    request.sessionId === undefined ||
    (await store.conversations.find(agent.agent_id, sessionId)) === undefined;
  const welcomeMessage = isNew ? (agent.welcome_message ?? undefined) : undefined;
  const ids = { welcome: newId('message'), question: newId('message'), reply: newId('message') };
  yield { type: 'meta', sessionId, messageId: ids.reply, welcomeMessage };

  const history = await readHistory(store, request, isNew);
  const { chatModel } = services.models;
  const spenders = { workspaceId: store.workspaceId, agentId: agent.agent_id, tokenId: request.tokenId };
  const models = {
    ...services.models,
    chatModel: chatModel && withinBudget(chatModel, services, spenders),
  };
  for (;;) {
    const draft = yield* deltas(
      draftReply({ ...services, models }, store, { agent, message, history, signal }),
    );
    signal.throwIfAborted();
    const turn = await orOutdated(() =>
      store.transaction(async (tx) => {
        if (!(await tx.agents.find(agent.agent_id))) throw notFound('agent', agent.agent_id);
        const changed = await changedSources(tx, draft);
        if (changed.length > 0 && !draft.isGiven) throw new OutdatedDraft();
        const kept = withoutSources(draft.reply, changed);
        await writeTurn(tx, {
          agentId: agent.agent_id,
          sessionId,
          welcomeMessage,
          message,
          reply: kept,
          durationMs: Math.round(performance.now() - startedAt),
          metadata: request.metadata,
          ids,
          now: services.clock.now(),
        });
        const turn: Turn = { ...kept, sessionId, messageId: ids.reply, welcomeMessage };
        await request.keep?.(tx, turn);
        return turn;
      }),
    );
    // A source of the draft is gone or has other content: another draft is made without it.
    if (!turn) continue;
    if (!draft.isGiven) yield { type: 'delta', text: turn.text };
    return turn;
  }
}

/** Rolls back: a transaction that only looked would count as the answer of the request. */
class OutdatedDraft extends Error {}

/** Undefined for a draft that was outdated. */
async function orOutdated<Result>(write: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof OutdatedDraft) return undefined;
    throw error;
  }
}

/** The messages before this one, oldest first. */
async function readHistory(
  store: WorkspaceStore,
  { agent, sessionId, history }: TurnRequest,
  isNew: boolean,
): Promise<EarlierMessage[]> {
  if (history)
    return history.map(({ role, text }) => ({
      role: role === 'user' ? 'user' : 'agent',
      text,
      sources: '[]',
    }));
  if (isNew || sessionId === undefined) return [];
  return await store.conversations.recentMessages(agent.agent_id, sessionId, HISTORY_MESSAGES);
}

async function* deltas<Result>(pieces: AsyncGenerator<string, Result>): AsyncGenerator<TurnEvent, Result> {
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      yield { type: 'delta', text: value };
    }
  } finally {
    // Who stops listening stops the model.
    await pieces.return(undefined as never);
  }
}

/** A reply that was given out, without what it took from sources that are gone meanwhile. */
function withoutSources(reply: Reply, sourceIds: readonly string[]): Reply {
  if (sourceIds.length === 0) return reply;
  const redacted = sourceIds.reduce<CitedReply>(redactReply, reply);
  const kept = redacted.citations.length / reply.citations.length;
  return {
    ...reply,
    ...redacted,
    confidence: Math.round(1e4 * kept * reply.confidence) / 1e4,
    confidenceReason: `A source was deleted or replaced while the reply was written. ${reply.confidenceReason}`,
  };
}
