import { confidenceOfPassages } from '#chat/extractive/answer-extractively.ts';
import { answerAsJson } from '#chat/generative/answer-as-json.ts';
import { answerWithModel, type ModelAnswer, type ModelRequest } from '#chat/generative/answer-with-model.ts';
import { replyForPerson, replyToRequest } from '#chat/handover/talk-about-handover.ts';
import { languageOfPassages } from '#chat/passages/read-sentences.ts';
import { TermReader } from '#chat/passages/term-reader.ts';
import { createPinnedAnswers, type FindPinnedAnswer } from '#chat/pinned/pinned-answers.ts';
import { replyWithAnswer } from '#chat/pinned/reply-with-answer.ts';
import type { Reply } from '#chat/reply.ts';
import { AppError } from '#errors.ts';
import { drain } from '#lib/async/drain.ts';
import { newId } from '#lib/ids.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { JsonFormat, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import type { HandoverRow } from '#storage/tables.ts';
import { assertMayContinue, withoutHidden } from './continue-session.ts';
import { replyOrFallback } from './fallback-reply.ts';
import { limitRunningChats } from './limit-running-chats.ts';
import { performTask } from './perform-task.ts';
import type { EarlierMessage } from './recall-history.ts';
import { answerParts, mergeFound, type Searched, searchParts } from './search-parts.ts';
import { type SearchQuestion, searchQuestion } from './search-question.ts';
import { lockSessionAcrossNodes, lockSessionInProcess } from './session-lock.ts';
import { replyToAcknowledgement, replyToSmallTalk } from './small-talk.ts';
import { standaloneQuestion } from './standalone-question.ts';
import { type SpenderIds, withinBudget } from './token-budget.ts';
import type { Draft, Turn, TurnContext, TurnEvent, TurnRequest } from './turn.ts';
import { writeTurn } from './write-turn.ts';

type TurnServices = Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>;

/** Runs one turn: answers a message and writes both into the session. */
export type RunTurn = (context: TurnContext, request: TurnRequest) => AsyncGenerator<TurnEvent, Turn>;

/** Creates the function that runs turns. A turn waits for the earlier turns of its session, and is counted once it is
 *  written. Throws 429 if its sender has too many running, and 403 if the agent is paused.
 *  isShared: other nodes run turns of the same sessions. */
export function createTurnRunner(
  services: TurnServices,
  { isShared = services.store.isShared }: { isShared?: boolean } = {},
): RunTurn {
  const startChat = limitRunningChats(services);
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

const modelsWithinBudget = (services: TurnServices, spenders: SpenderIds): Services['models'] => {
  const { chatModel } = services.models;
  return { ...services.models, chatModel: chatModel && withinBudget(chatModel, services, spenders) };
};

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

type DraftServices = Pick<Services, 'models' | 'log' | 'config'> & { findPinnedAnswer: FindPinnedAnswer };

type DraftEvent = Exclude<TurnEvent, { type: 'meta' }>;

export type DraftRequest = {
  agent: AgentWithBases;
  message: string;
  /** Oldest first. */
  history: readonly EarlierMessage[];
  handover?: HandoverRow | undefined;
  /** Only sources whose metadata passes it. */
  filter?: MetadataFilter | undefined;
  canWithdraw: boolean;
  format?: JsonFormat | undefined;
  signal: AbortSignal;
};

/** Drafts a reply: that a person has the conversation, a pinned answer if there is one, otherwise with the language model if
 *  there is one, yielding its text in pieces, otherwise from sentences of the sources. */
async function* draftReply(
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
): AsyncGenerator<DraftEvent, Draft> {
  const { agent, message, history, handover, filter, signal } = request;
  if (handover?.status === 'assigned') return { ...unsourced(replyForPerson(message)), isForPerson: true };
  const standsAlone = standaloneQuestion(message, history) === message;
  const pinned = await services.findPinnedAnswer(store, { agent, message, standsAlone, signal });
  const ofAnswer = pinned && (await replyWithAnswer(store, pinned, filter));
  if (ofAnswer) return ofAnswer;
  const { chatModel } = services.models;
  const talk =
    replyToRequest(agent, message, handover) ??
    replyToSmallTalk(message) ??
    (chatModel ? undefined : replyToAcknowledgement(message));
  if (talk) return unsourced(talk);
  if (!chatModel) return await draftExtractively(services, store, request);
  const { log, config } = services;
  let usage: TokenUsage | undefined;
  try {
    const asked = await searchQuestion(chatModel, config, request);
    usage = asked.usage;
    let found = await searchParts(services, store, request, asked.question);
    if (request.format)
      return await draftJson(services, { ...request, format: request.format }, asked, found);
    // The confidence is only known at the end, so agents with a minimum hold the reply back until then.
    const isHeld = agent.min_confidence !== null;
    const ask = (maySearch: boolean) => {
      const asking = { ...modelRequest(services, request, asked.earlier, found), maySearch };
      const pieces = answerWithModel(chatModel, asking);
      return isHeld ? withoutEvents(pieces) : pieces;
    };
    let answer = found.passages.length === 0 ? NO_ANSWER : yield* ask(true);
    usage = sumOfUsage(usage, answer.usage);
    if (answer.search !== undefined) {
      yield { type: 'search', query: answer.search };
      const more = await searchParts(services, store, request, answer.search);
      if (hasNew(more, found)) {
        found = { ...found, ...mergeFound([more, found]) };
        answer = yield* ask(false);
        usage = sumOfUsage(usage, answer.usage);
      }
    }
    if (answer.brokenOff) {
      if (config.LLM_ON_FAILURE === 'error') throw modelUnavailable(answer.brokenOff);
      log.warn({ err: answer.brokenOff }, 'the language model broke off');
      if (!answer.reply) return await draftWithout(answer.brokenOff, services, store, { ...request, usage });
    }
    const reply = replyOrFallback(answer, agent, asked.question, found.passages);
    return {
      reply: { ...reply, usage },
      revisions: found.revisions,
      isSent: !isHeld && answer.reply !== undefined,
    };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (config.LLM_ON_FAILURE === 'error' || request.format) throw modelUnavailable(error);
    log.warn({ err: error }, 'answered without the language model');
    const { reply, ...draft } = await draftWithout(error, services, store, { ...request, usage });
    return { ...draft, reply: { ...reply, isWithoutModel: true } };
  }
}

const unsourced = (reply: Reply): Draft => ({ reply, revisions: new Map(), isSent: false });

/** A reply in JSON. Throws ModelError if the model writes none. */
async function draftJson(
  services: Pick<DraftServices, 'config' | 'models'>,
  request: DraftRequest & { format: JsonFormat },
  { question, earlier, usage }: SearchQuestion,
  found: Searched,
): Promise<Draft> {
  const { chatModel } = services.models;
  const answer =
    chatModel && found.passages.length > 0
      ? await answerAsJson(chatModel, {
          ...modelRequest(services, request, earlier, found),
          format: request.format,
        })
      : undefined;
  const reply = replyOrFallback({ reply: answer }, request.agent, question, found.passages);
  return {
    reply: { ...reply, usage: sumOfUsage(usage, answer?.usage) },
    revisions: found.revisions,
    isSent: false,
  };
}

/** A reply of sentences of the sources, which says why it is not the model's. */
async function draftWithout(
  failure: ModelError,
  services: DraftServices,
  store: WorkspaceStore,
  { usage, ...request }: DraftRequest & { usage: TokenUsage | undefined },
): Promise<Draft> {
  const { reply, ...draft } = await draftExtractively(services, store, request);
  const confidenceReason = `${failure.forReaders} ${reply.confidenceReason}`;
  return { ...draft, reply: { ...reply, confidenceReason, isDegraded: true, usage } };
}

function modelRequest(
  { config, models: { embedders } }: Pick<DraftServices, 'config' | 'models'>,
  { agent, message, canWithdraw, signal }: DraftRequest,
  earlier: SearchQuestion['earlier'],
  { question, passages, neighbours }: Searched,
): Omit<ModelRequest, 'maySearch'> {
  const reader = new TermReader(languageOfPassages(passages));
  return {
    agent,
    message,
    earlier,
    passages: [...passages, ...neighbours],
    reader,
    deepModel: embedders.deepOf(embedders.indexVersionFor(null), null),
    retrieval: () => confidenceOfPassages(question, passages, reader),
    grounding: config.GROUNDING,
    isTentative: canWithdraw && config.GROUNDING === 'lenient',
    contextBudget: config.LLM_CONTEXT_TOKENS,
    maxOutputTokens: config.LLM_MAX_OUTPUT_TOKENS,
    signal,
  };
}

/** Whether a search found passages that another did not. */
const hasNew = ({ passages }: Searched, { passages: known }: Searched): boolean =>
  passages.some(({ chunkId }) => !known.some((passage) => passage.chunkId === chunkId));

// biome-ignore lint/correctness/useYield: it is read like a generator that yields.
async function* withoutEvents<T>(events: AsyncGenerator<unknown, T>): AsyncGenerator<never, T> {
  return await drain(events);
}

const NO_ANSWER: ModelAnswer = { reply: undefined, usage: undefined, brokenOff: undefined };

async function draftExtractively(
  services: Pick<Services, 'models' | 'log'>,
  store: WorkspaceStore,
  { agent, message, history, filter }: DraftRequest,
): Promise<Draft> {
  const question = standaloneQuestion(message, history);
  const found = await searchParts(services, store, { agent, filter }, question);
  const reply = answerParts(found, agent.response_length);
  return {
    reply: replyOrFallback({ reply }, agent, question, found.passages),
    revisions: found.revisions,
    isSent: false,
  };
}

const sumOfUsage = (first: TokenUsage | undefined, second: TokenUsage | undefined): TokenUsage | undefined =>
  first && second
    ? {
        model: second.model,
        inputTokens: first.inputTokens + second.inputTokens,
        outputTokens: first.outputTokens + second.outputTokens,
        ...(first.cost !== undefined && second.cost !== undefined && { cost: first.cost + second.cost }),
      }
    : (second ?? first);

function modelUnavailable(cause: ModelError): AppError {
  const retryAfter = cause.retryAfterSeconds;
  return new AppError(
    'unavailable',
    'The language model did not answer. Send the message again in a moment.',
    {
      cause,
      ...(retryAfter !== undefined && { headers: { 'retry-after': String(Math.ceil(retryAfter)) } }),
    },
  );
}
