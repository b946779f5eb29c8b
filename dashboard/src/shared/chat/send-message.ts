import { ApiError, errorOf, untilSignedInAgain } from '#shared/api/request.ts';
import { readShown } from '#shared/api/shown-names.ts';
import { rooms } from '#shared/strings/rooms.ts';
import { readEvents, type Withdrawal } from './read-events.ts';
import type { ChatAnswer } from './reply.ts';

const words = rooms.chat;

export type ChatEvent =
  | { type: 'session'; sessionId: string }
  | { type: 'search'; query: string }
  | { type: 'delta'; text: string }
  | ({ type: 'withdraw' } & Withdrawal)
  | { type: 'done'; answer: ChatAnswer };

/** isDraft: the saved draft of the agent answers. */
type NewMessage = { message: string; sessionId: string | undefined; isDraft: boolean };

/** Sends a message and yields the reply as it is written; the last event is `done`. Throws ApiError. */
export async function* sendMessage(
  agentId: string,
  { message, sessionId, isDraft }: NewMessage,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void> {
  let response = await post(agentId, { message, sessionId, isDraft }, signal);
  if (response.status === 401) {
    await untilSignedInAgain(await errorOf(response), true);
    response = await post(agentId, { message, sessionId, isDraft }, signal);
  }
  if (!response.ok || !response.body) throw await errorOf(response);
  try {
    for await (const { name, data } of readEvents(response.body)) {
      const value: unknown = readShown(data);
      if (name === 'error') throw new ApiError(500, (value as { error: ApiError }).error);
      if (name === 'meta') yield { type: 'session', sessionId: (value as { session_id: string }).session_id };
      if (name === 'search') yield { type: 'search', query: (value as { query: string }).query };
      if (name === 'delta') yield { type: 'delta', text: (value as { text: string }).text };
      if (name === 'withdraw') yield { type: 'withdraw', ...(value as Withdrawal) };
      if (name === 'done') {
        yield { type: 'done', answer: value as ChatAnswer };
        return;
      }
    }
  } catch (error) {
    if (signal.aborted || error instanceof ApiError) throw error;
  }
  throw new ApiError(0, { code: 'unreachable', message: words.broken });
}

async function post(
  agentId: string,
  { message, sessionId, isDraft }: NewMessage,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(`/v1/agents/${agentId}/chat`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        message,
        stream: true,
        metadata: { channel: 'dashboard' },
        ...(isDraft && { draft: true }),
        ...(sessionId !== undefined && { session_id: sessionId }),
      }),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ApiError(0, { code: 'unreachable', message: words.failed });
  }
}
