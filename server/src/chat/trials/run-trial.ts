import { createPinnedAnswers } from '#chat/pinned/pinned-answers.ts';
import type { Delta, Reply, Withdrawal } from '#chat/reply.ts';
import { type TracedPassage, TraceRecorder, type TraceStep } from '#chat/trace.ts';
import { draftReply } from '#chat/turn/draft-reply.ts';
import type { StartChat } from '#chat/turn/limit-running-chats.ts';
import { modelsWithinBudget } from '#chat/turn/token-budget.ts';
import type { TurnContext } from '#chat/turn/turn.ts';
import type { MetadataFilter } from '#lib/metadata.ts';
import type { ChatModel } from '#models/model.ts';
import type { Services } from '#services.ts';
import type { AgentWithBases } from '#storage/store.ts';

export type TrialRequest = {
  /** With the settings that are tried. Paused ones reply too. */
  agent: AgentWithBases;
  message: string;
  history: readonly { role: 'user' | 'assistant'; text: string }[];
  filter: MetadataFilter | undefined;
  /** What writes the reply: null for no language model, undefined for that of chats. */
  model: ChatModel | null | undefined;
  /** The client takes back what is withdrawn. */
  canWithdraw: boolean;
};

export type TriedPassage = TracedPassage & { isCited: boolean };

/** A reply, and how it came about. */
export type Tried = {
  reply: Reply;
  passages: readonly TriedPassage[];
  steps: readonly TraceStep[];
  firstTokenMs: number;
  totalMs: number;
};

export type TrialEvent =
  | { type: 'step'; step: TraceStep }
  | { type: 'search'; query: string }
  | Delta
  | Withdrawal;

/** Replies as an agent would with these settings. Writes nothing but what its language model used, which counts against the
 *  budgets and in the usage. */
export type RunTrial = (context: TurnContext, request: TrialRequest) => AsyncGenerator<TrialEvent, Tried>;

type TrialServices = Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>;

export function createTrialRunner(
  services: TrialServices,
  { startChat }: { startChat: StartChat },
): RunTrial {
  const findPinnedAnswer = createPinnedAnswers(services);
  return async function* runTrial({ store, signal, principal, count }, request) {
    const { agent, message, history, filter, model, canWithdraw } = request;
    const endChat = await startChat(principal);
    const trace = new TraceRecorder();
    try {
      const chosen = model === undefined ? services.models.chatModel : (model ?? undefined);
      const spenders = { workspaceId: store.workspaceId, agentId: agent.agent_id, tokenId: undefined };
      const models = modelsWithinBudget(
        { ...services, models: { ...services.models, chatModel: chosen } },
        spenders,
      );
      const earlier = history.map(({ role, text }) => ({
        role: role === 'user' ? ('user' as const) : ('agent' as const),
        text,
        sources: '[]',
      }));
      const drafting = draftReply({ ...services, models, findPinnedAnswer }, store, {
        agent,
        message,
        history: earlier,
        filter,
        canWithdraw,
        signal,
        trace,
      });
      let firstTokenMs: number | undefined;
      const pieces = withSteps(drafting, trace);
      for (;;) {
        const { done, value } = await pieces.next();
        if (!done) {
          if (value.type === 'delta') firstTokenMs ??= trace.elapsedMs;
          yield value;
          continue;
        }
        signal.throwIfAborted();
        const { reply, isSent } = value;
        if (!isSent) yield { type: 'delta', text: reply.text, citations: reply.citations };
        firstTokenMs ??= trace.elapsedMs;
        const totalMs = trace.elapsedMs;
        count('messages');
        if (reply.usage) {
          count('input_tokens', reply.usage.inputTokens);
          count('output_tokens', reply.usage.outputTokens);
        }
        const passages = trace.passages.map((each) => ({ ...each, isCited: isCited(each, reply) }));
        return { reply, passages, steps: trace.steps, firstTokenMs, totalMs };
      }
    } finally {
      await endChat();
    }
  };
}

/** The events of a draft, with each step as soon as it has ended. */
async function* withSteps<Event, Result>(
  events: AsyncGenerator<Event, Result>,
  trace: TraceRecorder,
): AsyncGenerator<Event | { type: 'step'; step: TraceStep }, Result> {
  try {
    for (;;) {
      const next = events.next();
      for (;;) {
        // A rejection is thrown where it is awaited below.
        const isEvent = await Promise.race([
          next.then(
            () => true,
            () => true,
          ),
          trace.changed().then(() => false),
        ]);
        for (const step of trace.take()) yield { type: 'step', step };
        if (isEvent) break;
      }
      const { done, value } = await next;
      if (done) return value;
      yield value;
    }
  } finally {
    await events.return(undefined as never);
  }
}

/** Whether a citation of the reply lies in the passage. */
const isCited = ({ passage: { sourceId, start, text } }: TracedPassage, { citations }: Reply): boolean =>
  citations.some(
    (citation) =>
      citation.source_id === sourceId && citation.start < start + text.length && citation.end > start,
  );
