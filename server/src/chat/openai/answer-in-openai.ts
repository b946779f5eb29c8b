import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { idempotentAnswer } from '#chat/turn/idempotent-answer.ts';
import type { RunTurn } from '#chat/turn/run-turn.ts';
import type { Turn, TurnEvent, TurnRequest } from '#chat/turn/turn.ts';
import { contextOf } from '#http/context.ts';
import { type ServerEvent, sendEvents } from '#http/event-stream.ts';
import { drain } from '#lib/async/drain.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases } from '#storage/store.ts';
import { assertJsonIsPossible, jsonFormatOf, type ResponseFormat } from './json-format.ts';
import type { Asked } from './read-messages.ts';
import { readTask } from './read-task.ts';
import type { ReplyOptions } from './reply-options.ts';

export type OpenAiServices = Pick<Services, 'clock' | 'config' | 'models'> & { runTurn: RunTurn };

/** A request in OpenAI's protocol, as both of its endpoints read it. */
type Exchange<Answer> = {
  agent: AgentWithBases;
  asked: Asked;
  conversation: Pick<TurnRequest, 'sessionId' | 'history' | 'until'>;
  citations: Pick<ReplyOptions, 'style' | 'linkOf'>;
  body: {
    stream?: boolean | null | undefined;
    store?: boolean | null | undefined;
    metadata?: Record<string, string> | null | undefined;
    as_user?: string[] | undefined;
  };
  /** The form of the reply that is asked for, and the field that asks for it. */
  format: { field: string; wanted: z.infer<typeof ResponseFormat> | null | undefined };
  toAnswer(turn: Turn, options: ReplyOptions): Answer;
  toEvents(turn: AsyncGenerator<TurnEvent, Turn>, options: ReplyOptions): AsyncGenerator<ServerEvent, void>;
  /** The name of the event that ends a broken stream, where events have names. */
  errorName?: string;
};

/** Runs the turn that a request asks for, and answers at once or as a stream. */
export async function answerInOpenAi<Answer>(
  { clock, config, models, runTurn }: OpenAiServices,
  request: FastifyRequest,
  reply: FastifyReply,
  { agent, asked, conversation, citations, body, format, toAnswer, toEvents, errorName }: Exchange<Answer>,
): Promise<Answer | FastifyReply> {
  const { storeFor, ...context } = contextOf(request);
  const task = readTask(asked);
  const json = task ? undefined : jsonFormatOf(format.wanted);
  if (json) assertJsonIsPossible(models, format.field);
  const options = {
    ...citations,
    agentId: agent.agent_id,
    createdAt: clock.now(),
    wantsJson: json !== undefined,
  };
  const { keep, of } = idempotentAnswer(request, (turn) => toAnswer(turn, options));
  const forPerson = { ...context, store: storeFor(body.as_user) };
  const turn = runTurn(forPerson, {
    agent,
    message: asked.message,
    channel: 'openai',
    task,
    format: json,
    ...conversation,
    ...(task && { history: asked.history }),
    isKept: body.store ?? undefined,
    metadata: body.metadata ?? undefined,
    keep,
  });
  if (!body.stream) return of(await drain(turn));
  return await sendEvents(request, reply, {
    events: toEvents(turn, options),
    signal: context.signal,
    heartbeatMs: config.STREAM_HEARTBEAT_SECONDS * 1_000,
    ...(errorName !== undefined && { errorName }),
  });
}
