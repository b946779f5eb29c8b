import { confidenceOfPassages } from '#chat/extractive/answer-extractively.ts';
import { answerAsJson } from '#chat/generative/answer-as-json.ts';
import { answerWithModel, type ModelAnswer, type ModelRequest } from '#chat/generative/answer-with-model.ts';
import { replyForPerson, replyToRequest } from '#chat/handover/talk-about-handover.ts';
import { languageOfPassages } from '#chat/passages/read-sentences.ts';
import { TermReader } from '#chat/passages/term-reader.ts';
import type { FindPinnedAnswer } from '#chat/pinned/pinned-answers.ts';
import { replyWithAnswer } from '#chat/pinned/reply-with-answer.ts';
import type { Reply } from '#chat/reply.ts';
import type { Trace } from '#chat/trace.ts';
import { AppError } from '#errors.ts';
import { drain } from '#lib/async/drain.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { JsonFormat, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import type { HandoverRow } from '#storage/tables.ts';
import { replyOrFallback } from './fallback-reply.ts';
import type { EarlierMessage } from './recall-history.ts';
import { answerParts, mergeFound, type Searched, searchParts } from './search-parts.ts';
import { type SearchQuestion, searchQuestion } from './search-question.ts';
import { replyToAcknowledgement, replyToSmallTalk } from './small-talk.ts';
import { standaloneQuestion } from './standalone-question.ts';
import type { Draft, TurnEvent } from './turn.ts';

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
  /** Notes what is done. */
  trace?: Trace | undefined;
};

/** Drafts a reply: that a person has the conversation, a pinned answer if there is one, otherwise with the language model if
 *  there is one, yielding its text in pieces, otherwise from sentences of the sources. */
export async function* draftReply(
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
): AsyncGenerator<DraftEvent, Draft> {
  const { agent, message, history, handover, filter, signal, trace } = request;
  if (handover?.status === 'assigned') return { ...unsourced(replyForPerson(message)), isForPerson: true };
  const standsAlone = standaloneQuestion(message, history) === message;
  const endPinned = trace?.begin('pinned_answers');
  const pinned = await services.findPinnedAnswer(store, { agent, message, standsAlone, signal });
  const ofAnswer = pinned && (await replyWithAnswer(store, pinned, filter));
  endPinned?.({ found: ofAnswer ? 1 : 0 });
  if (ofAnswer) return ofAnswer;
  const endTalk = trace?.begin('ready_reply');
  const { chatModel } = services.models;
  const talk =
    replyToRequest(agent, message, handover) ??
    replyToSmallTalk(message) ??
    (chatModel ? undefined : replyToAcknowledgement(message));
  if (talk) {
    endTalk?.({ reason: talk.confidenceReason });
    return unsourced(talk);
  }
  if (!chatModel) return await draftExtractively(services, store, request);
  const { log, config } = services;
  let usage: TokenUsage | undefined;
  try {
    const endRewrite = trace?.begin('rewrite');
    const asked = await searchQuestion(chatModel, config, request);
    usage = asked.usage;
    if (asked.question !== message) endRewrite?.({ query: asked.question, usage });
    let found = await searchTraced(services, store, request, asked.question);
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
      const more = await searchTraced(services, store, request, answer.search);
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
    noteFallback(trace, reply);
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

/** Searches, and notes what was found. */
async function searchTraced(
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
  question: string,
): Promise<Searched> {
  const { trace } = request;
  if (!trace) return await searchParts(services, store, request, question);
  const end = trace.begin('search');
  const found = await trace.observe(() => searchParts(services, store, request, question));
  trace.noteFound(found.passages, found.neighbours);
  end({ query: question, found: found.passages.length });
  return found;
}

const noteFallback = (trace: Trace | undefined, { kind, confidenceReason }: Reply): void => {
  if (kind === 'fallback') trace?.begin('fallback')({ reason: confidenceReason });
};

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
  request.trace?.begin('failure')({ reason: failure.message });
  const { reply, ...draft } = await draftExtractively(services, store, request);
  const confidenceReason = `${failure.forReaders} ${reply.confidenceReason}`;
  return { ...draft, reply: { ...reply, confidenceReason, isDegraded: true, usage } };
}

function modelRequest(
  { config, models: { embedders } }: Pick<DraftServices, 'config' | 'models'>,
  { agent, message, canWithdraw, signal, trace }: DraftRequest,
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
    trace,
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
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
): Promise<Draft> {
  const { agent, message, history, trace } = request;
  const question = standaloneQuestion(message, history);
  if (question !== message) trace?.begin('rewrite')({ query: question });
  const found = await searchTraced(services, store, request, question);
  const endQuote = trace?.begin('quote');
  const quoted = answerParts(found, agent.response_length);
  endQuote?.({ found: quoted?.citations.length ?? 0 });
  const reply = replyOrFallback({ reply: quoted }, agent, question, found.passages);
  noteFallback(trace, reply);
  return {
    reply,
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
