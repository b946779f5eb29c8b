import { answerExtractively, confidenceOfPassages } from '#chat/extractive/extractive.ts';
import { languageOf } from '#chat/grounding/read-sentences.ts';
import { TermReader } from '#chat/grounding/read-terms.ts';
import { answerWithModel } from '#chat/written/answer-with-model.ts';
import { AppError } from '#errors.ts';
import { drain } from '#lib/async/drain.ts';
import type { ChatModel, Usage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases, WorkspaceStore } from '#storage/store.ts';
import { fallbackReply } from './fallback.ts';
import { findPassages } from './find-passages.ts';
import { standaloneQuestion } from './follow-up.ts';
import { type EarlierMessage, recallHistory } from './history.ts';
import type { Passage, Reply } from './reply.ts';
import { rewriteQuestion } from './rewrite-question.ts';
import { replyToSmallTalk } from './small-talk.ts';

export type DraftRequest = {
  agent: AgentWithBases;
  message: string;
  /** Oldest first. */
  history: readonly EarlierMessage[];
  signal: AbortSignal;
};

/** A reply before it is written. */
export type Draft = {
  reply: Reply;
  /** Of the sources that it was made from, as they were read, by id. */
  revisions: ReadonlyMap<string, number>;
  /** Whether its text was given out already. */
  isGiven: boolean;
};

type DraftServices = Pick<Services, 'models' | 'log' | 'config'>;

/** Finds what a message is about and composes a reply to it: with the language model where there is one, which gives its
 *  text in pieces; else of sentences of the sources. */
export async function* draftReply(
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
): AsyncGenerator<string, Draft> {
  const smallTalk = replyToSmallTalk(request.message);
  if (smallTalk) return { reply: smallTalk, revisions: new Map(), isGiven: false };
  const { chatModel } = services.models;
  if (!chatModel) return await draftWithoutModel(services, store, request);
  try {
    return yield* draftWithModel(chatModel, services, store, request);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    if (services.config.LLM_ON_FAILURE === 'error') throw modelUnavailable(error);
    services.log.warn({ err: error }, 'answered without the language model');
    const draft = await draftWithoutModel(services, store, request);
    const confidenceReason = `The language model was out of reach. ${draft.reply.confidenceReason}`;
    return { ...draft, reply: { ...draft.reply, confidenceReason, isDegraded: true } };
  }
}

async function draftWithoutModel(
  services: DraftServices,
  store: WorkspaceStore,
  { agent, message, history }: DraftRequest,
): Promise<Draft> {
  const question = standaloneQuestion(message, history);
  const { passages, revisions } = await findPassages(services, store, agent, question);
  const answer = answerExtractively({ question, passages, responseLength: agent.response_length });
  const reply = sureEnough(answer, agent, question, passages);
  return { reply, revisions, isGiven: false };
}

/** Throws ModelError when the model failed before anything was given out. */
async function* draftWithModel(
  model: ChatModel,
  services: DraftServices,
  store: WorkspaceStore,
  request: DraftRequest,
): AsyncGenerator<string, Draft> {
  const { agent, message, history, signal } = request;
  const { config, log } = services;
  const earlier = recallHistory(history, config.LLM_HISTORY_TOKENS);
  const byRule = standaloneQuestion(message, history);
  const maxOutputTokens = config.LLM_MAX_OUTPUT_TOKENS;
  const leansOnEarlier = byRule !== message && earlier.length > 0;
  const rewritten = leansOnEarlier
    ? await rewriteQuestion(model, { message, earlier, maxOutputTokens, signal })
    : undefined;
  const question = rewritten?.question ?? byRule;
  const { passages, neighbours, revisions } = await findPassages(services, store, agent, question);
  if (passages.length === 0) {
    const reply = fallbackReply(agent.fallback_message, question, passages);
    return { reply: { ...reply, usage: rewritten?.usage }, revisions, isGiven: false };
  }
  const reader = new TermReader(languageOf(passages));
  const pieces = answerWithModel(model, {
    agent,
    message,
    earlier,
    passages: [...passages, ...neighbours],
    reader,
    retrieval: () => confidenceOfPassages(question, passages, reader),
    grounding: config.GROUNDING,
    contextBudget: config.LLM_CONTEXT_TOKENS,
    maxOutputTokens,
    signal,
  });
  // Whether a reply is sure enough is known at its end alone: with a least confidence it is held back until then.
  const isHeld = agent.min_confidence !== null;
  const answer = isHeld ? await drain(pieces) : yield* pieces;
  if (answer.brokenOff) {
    if (config.LLM_ON_FAILURE === 'error') throw modelUnavailable(answer.brokenOff);
    log.warn({ err: answer.brokenOff }, 'the language model broke off');
  }
  const reply = sureEnough(answer.reply, agent, question, passages, answer.refusal);
  return {
    reply: { ...reply, usage: sumOfUsage(rewritten?.usage, answer.usage) },
    revisions,
    isGiven: !isHeld && answer.reply !== undefined,
  };
}

/** The reply, or the fallback when there is none, or one with less confidence than the agent wants.
 *  refusal: why there is none. */
function sureEnough(
  reply: Reply | undefined,
  { min_confidence: least, fallback_message: message }: AgentWithBases,
  question: string,
  passages: readonly Passage[],
  refusal?: string,
): Reply {
  if (!reply) return fallbackReply(message, question, passages, refusal);
  if (least === null || reply.confidence >= least) return reply;
  const reason = `The best reply has a confidence of ${reply.confidence.toFixed(2)}, and the agent wants ${least} at least.`;
  return { ...fallbackReply(message, question, passages, reason), isDegraded: reply.isDegraded };
}

const sumOfUsage = (first: Usage | undefined, second: Usage | undefined): Usage | undefined =>
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
