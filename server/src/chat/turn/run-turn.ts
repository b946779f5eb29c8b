import { createPinnedAnswers, type FindPinnedAnswer } from '#chat/pinned/pinned-answers.ts';
import type { Reply } from '#chat/reply.ts';
import { AppError } from '#errors.ts';
import { drain } from '#lib/async/drain.ts';
import { newId } from '#lib/ids.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { assertMayContinue, withoutHidden } from './continue-session.ts';
import { type DraftRequest, draftReply } from './draft-reply.ts';
import { limitRunningChats, type StartChat } from './limit-running-chats.ts';
import { performTask } from './perform-task.ts';
import type { EarlierMessage } from './recall-history.ts';
import { lockSessionAcrossNodes, lockSessionInProcess } from './session-lock.ts';
import { modelsWithinBudget } from './token-budget.ts';
import type { Turn, TurnContext, TurnEvent, TurnRequest } from './turn.ts';
import { writeTurn } from './write-turn.ts';

type TurnServices = Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>;

/** Runs one turn: answers a message and writes both into the session. */
export type RunTurn = (context: TurnContext, request: TurnRequest) => AsyncGenerator<TurnEvent, Turn>;

/** Creates the function that runs turns. A turn waits for the earlier turns of its session, and is counted once it is
 *  written. Throws 429 if its sender has too many running, and 403 if the agent is paused.
 *  isShared: other nodes run turns of the same sessions. */
export function createTurnRunner(
  services: TurnServices,
  {
    isShared = services.store.isShared,
    startChat = limitRunningChats(services),
  }: { isShared?: boolean; startChat?: StartChat } = {},
): RunTurn {
  const findPinnedAnswer = createPinnedAnswers(services);
  const lockSession = isShared ? lockSessionAcrossNodes(services) : lockSessionInProcess();

  return async function* runTurn({ store, signal, principal, count }, request) {
    const { agent, sessionId, task } = request;
    const endChat = await startChat(principal);
    try {
      const session = sessionId === undefined || task ? undefined : { agentId: agent.agent_id, sessionId };
      const lock = session && (await lockSession({ store, session, signal }));
      let turn: Turn;
      try {
        // The signal may have been aborted while waiting for the lock.
        signal.throwIfAborted();
        assertActive(agent);
        turn = task
          ? yield* performTask(services, store, { ...request, task, signal })
          : yield* answerMessage({ ...services, findPinnedAnswer }, lock?.store ?? store, {
              ...request,
              signal,
            });
      } finally {
        await lock?.release();
      }
      if (!task && !request.isDraft) count('messages');
      if (turn.usage) {
        count('input_tokens', turn.usage.inputTokens);
        count('output_tokens', turn.usage.outputTokens);
      }
      return turn;
    } finally {
      await endChat();
    }
  };
}

function assertActive({ status }: AgentWithBases): void {
  if (status === 'active') return;
  throw new AppError(
    'forbidden',
    'The agent is paused (status inactive); set its status to active to chat with it.',
  );
}

/** Asks an agent a message outside of any conversation. Writes nothing, and counts only what its language model used
 *  against the budgets. Also asks agents that are paused. */
export type AskAgent = (
  store: WorkspaceStore,
  request: Pick<DraftRequest, 'agent' | 'message' | 'signal'>,
) => Promise<Reply>;

export function createAsker(services: TurnServices): AskAgent {
  const findPinnedAnswer = createPinnedAnswers(services);
  return async (store, request) => {
    const spenders = { workspaceId: store.workspaceId, agentId: request.agent.agent_id, tokenId: undefined };
    const models = modelsWithinBudget(services, spenders);
    const asked = { ...request, history: [], canWithdraw: false };
    return (await drain(draftReply({ ...services, models, findPinnedAnswer }, store, asked))).reply;
  };
}

type StoppableRequest = TurnRequest & { signal: AbortSignal };

/** Yields `meta` at once, then the reply in pieces; returns the turn once it is written. Writes nothing if the signal is
 *  aborted. */
async function* answerMessage(
  services: TurnServices & { findPinnedAnswer: FindPinnedAnswer },
  store: WorkspaceStore,
  request: StoppableRequest,
): AsyncGenerator<TurnEvent, Turn> {
  const startedAt = performance.now();
  const {
    agent,
    message,
    channel,
    metadata,
    filter,
    keep,
    tokenId,
    canWithdraw = false,
    isKept,
    isDraft,
    format,
    signal,
  } = request;
  const sessionId = request.sessionId ?? newId('session');
  const conversation =
    request.sessionId === undefined
      ? undefined
      : await store.conversations.find(agent.agent_id, request.sessionId);
  assertMayContinue(store, conversation);
  const isNew = conversation === undefined;
  const welcomeMessage = isNew ? (agent.welcome_message ?? undefined) : undefined;
  const ids = { welcome: newId('message'), question: newId('message'), reply: newId('message') };
  yield { type: 'meta', sessionId, messageId: ids.reply, welcomeMessage };

  const history = await withoutHidden(store, await readHistory(store, request, isNew));
  const spenders = { workspaceId: store.workspaceId, agentId: agent.agent_id, tokenId };
  const models = modelsWithinBudget(services, spenders);
  for (;;) {
    const handover = isNew ? undefined : await store.handovers.find(agent.agent_id, sessionId);
    const drafted = { agent, message, history, handover, filter, canWithdraw, format, signal };
    const draft = yield* draftReply({ ...services, models }, store, drafted);
    signal.throwIfAborted();
    const written = { agent, sessionId, welcomeMessage, message, channel, metadata, ids, isKept, isDraft };
    const turn = await writeTurn(services, store, { ...written, draft, startedAt, keep });
    // A source or the pinned answer of the draft has changed meanwhile, or who has the conversation, so draft again.
    if (!turn) continue;
    if (!draft.isSent) yield { type: 'delta', text: turn.text, citations: turn.citations };
    return turn;
  }
}

/** Earlier messages that a turn looks at. */
const HISTORY_MESSAGES = 16;

/** The messages before this one, oldest first. */
async function readHistory(
  store: WorkspaceStore,
  { agent, sessionId, history, until }: TurnRequest,
  isNew: boolean,
): Promise<EarlierMessage[]> {
  if (history)
    return history.map(({ role, text }) => ({
      role: role === 'user' ? 'user' : 'agent',
      text,
      sources: '[]',
    }));
  if (isNew || sessionId === undefined) return [];
  const { agent_id: agentId } = agent;
  if (until === undefined)
    return await store.conversations.recentMessages(agentId, sessionId, HISTORY_MESSAGES);
  const last = await store.conversations.message(agentId, sessionId, until);
  return [
    ...(await store.conversations.recentMessages(agentId, sessionId, HISTORY_MESSAGES - 1, until)),
    ...(last ? [last] : []),
  ];
}
