import { rewriteQuestion } from '#chat/generative/rewrite-question.ts';
import type { ChatModel, Prompt, TokenUsage } from '#models/model.ts';
import type { Services } from '#services.ts';
import { type EarlierMessage, recallHistory } from './recall-history.ts';
import { standaloneQuestion } from './standalone-question.ts';

/** The question to search for. usage: tokens that the model used to write it. earlier: the conversation to show the
 *  model. */
export type SearchQuestion = { question: string; usage: TokenUsage | undefined; earlier: Prompt['turns'] };

/** Turns a message into a question that can be searched without the conversation. The model rewrites follow-ups. Throws
 *  like the model. */
export async function searchQuestion(
  model: ChatModel,
  config: Pick<Services['config'], 'LLM_HISTORY_TOKENS' | 'LLM_MAX_OUTPUT_TOKENS'>,
  { message, history, signal }: { message: string; history: readonly EarlierMessage[]; signal: AbortSignal },
): Promise<SearchQuestion> {
  const earlier = recallHistory(history, config.LLM_HISTORY_TOKENS);
  const byRule = standaloneQuestion(message, history);
  if (byRule === message || earlier.length === 0) return { question: byRule, usage: undefined, earlier };
  const maxOutputTokens = config.LLM_MAX_OUTPUT_TOKENS;
  const { question, usage } = await rewriteQuestion(model, { message, earlier, maxOutputTokens, signal });
  return { question: question ?? byRule, usage, earlier };
}
