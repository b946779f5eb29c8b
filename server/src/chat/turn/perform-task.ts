import { newId } from '#lib/ids.ts';
import type { ChatModel, Prompt, TokenUsage } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';
import type { Services } from '#services.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import { stripInvisible } from '#text/strip-invisible.ts';
import { withinBudget } from './token-budget.ts';
import type { Turn, TurnEvent, TurnRequest } from './turn.ts';

const INSTRUCTIONS =
  'A chat program asks for something about a conversation, such as a title, tags or what to ask next. Write only that, in the form it asks for.';

/** Characters of the conversation before the task that the model reads. */
const LONGEST_HISTORY = 16_000;

/** A task could be forged by a message that begins like one, and its reply is checked against no source: so it may only be as
 *  long as a title, tags or questions are. */
const LONGEST_REPLY_TOKENS = 500;
const LONGEST_LINE = 400;

type TaskRequest = TurnRequest & { task: NonNullable<TurnRequest['task']>; signal: AbortSignal };

/** Performs a task of a chat front end: with the language model, without searching, or with the plain reply if there is
 *  no model or it fails. Nothing enters a transcript. */
export async function* performTask(
  services: Pick<Services, 'store' | 'models' | 'clock' | 'log' | 'config'>,
  store: WorkspaceStore,
  { agent, message, history = [], sessionId = newId('session'), task, tokenId, keep, signal }: TaskRequest,
): AsyncGenerator<TurnEvent, Turn> {
  const messageId = newId('message');
  yield { type: 'meta', sessionId, messageId, welcomeMessage: undefined };
  const { chatModel } = services.models;
  const spenders = { workspaceId: store.workspaceId, agentId: agent.agent_id, tokenId };
  const written = chatModel
    ? await write(withinBudget(chatModel, services, spenders), services, {
        prompt: {
          instructions: INSTRUCTIONS,
          turns: [...latest(history), { role: 'user', text: message }],
          maxOutputTokens: Math.min(LONGEST_REPLY_TOKENS, services.config.LLM_MAX_OUTPUT_TOKENS),
        },
        signal,
      })
    : undefined;
  signal.throwIfAborted();
  const turn: Turn = {
    kind: 'answer',
    text: written && isWanted(written.text, task) ? written.text : task.plainReply,
    sources: [],
    citations: [],
    confidence: 1,
    confidenceReason: 'A chat program asked for a title or suggestions: nothing was looked up.',
    isDegraded: written?.isBroken ?? false,
    usage: written?.usage,
    sessionId,
    messageId,
    welcomeMessage: undefined,
  };
  if (keep) await store.transaction((tx) => keep(tx, turn));
  yield { type: 'delta', text: turn.text };
  return turn;
}

/** Whether a reply is the JSON that a task wants, or one short line without links. */
function isWanted(text: string, { wanted }: TaskRequest['task']): boolean {
  if (wanted === undefined) return isShortLine(text);
  try {
    const json: unknown = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
    const value = json !== null && typeof json === 'object' ? Object.entries(json) : [];
    return (
      value.length === 1 && value.every(([key, said]) => key === wanted && [said].flat().every(isShortLine))
    );
  } catch {
    return false;
  }
}

const isShortLine = (said: unknown): boolean =>
  typeof said === 'string' && said !== '' && said.length <= LONGEST_LINE && !/\n|\]\(|:\/\//.test(said);

type TaskReply = { text: string; usage: TokenUsage | undefined; isBroken: boolean };

async function write(
  model: ChatModel,
  { log }: Pick<Services, 'log'>,
  { prompt, signal }: { prompt: Prompt; signal: AbortSignal },
): Promise<TaskReply> {
  let text = '';
  let usage: TokenUsage | undefined;
  try {
    for await (const piece of model.write(prompt, signal)) {
      if ('usage' in piece) usage = piece.usage;
      else text += piece.text;
    }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ err: error }, 'performed a task without the language model');
    return { text: '', usage, isBroken: true };
  }
  return { text: stripInvisible(text).trim(), usage, isBroken: false };
}

/** The latest messages that fit. */
function latest(history: NonNullable<TurnRequest['history']>): Prompt['turns'] {
  let left = LONGEST_HISTORY;
  const first = history.findLastIndex(({ text }) => {
    left -= text.length;
    return left < 0;
  });
  return history.slice(first + 1);
}
