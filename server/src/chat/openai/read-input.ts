import type { z } from 'zod';
import { assertMayContinue } from '#chat/turn/continue-session.ts';
import type { TurnRequest } from '#chat/turn/turn.ts';
import { AppError, invalidField } from '#errors.ts';
import type { AgentId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { CitationStyle } from './cited-content.ts';
import { conversationOf } from './conversation-of-request.ts';
import { type Asked, assertQuestion, textOf, toHistory } from './read-messages.ts';
import { placeOf, type ReplyPlace } from './response-id.ts';
import type { ResponseBody, ResponseHeaders, ResponseItem } from './response-schema.ts';

type Item = z.infer<typeof ResponseItem>;
type Said = { role: string; text: string; place?: ReplyPlace };
type ResponseRequest = {
  body: z.infer<typeof ResponseBody>;
  headers: z.infer<typeof ResponseHeaders>;
  style: CitationStyle;
};

/** What a response answers. conversation: its session, and where in it. */
export type ReadInput = Asked & { conversation: Pick<TurnRequest, 'sessionId' | 'history' | 'until'> };

/** Throws 422 without a text of the user, and 404 for replies that this agent has not given. */
export async function readInput(
  store: WorkspaceStore,
  agentId: AgentId,
  { body, headers, style }: ResponseRequest,
): Promise<ReadInput> {
  const { input } = body;
  const items: Item[] = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const last = items.findLastIndex((item) => isMessage(item) && item.role === 'user');
  const asked = items[last];
  if (!asked) throw invalidField('input', 'must contain a message with the role "user", which is answered');
  const field = typeof input === 'string' ? 'input' : `input[${last}].content`;
  if (Array.isArray(asked.content) && asked.content.some(({ type }) => !TEXTS.has(type)))
    throw invalidField(field, 'must only have parts of the type "input_text": an agent reads nothing else');
  const message = assertQuestion(textOf(asked), field);
  const said: Said[] = [];
  for (const [index, item] of items.slice(0, last).entries()) {
    if (item.type === 'item_reference')
      said.push(await replyNamed(store, agentId, item, `input[${index}].id`));
    else if (isMessage(item)) said.push({ role: item.role ?? '', text: textOf(item) });
  }
  const history = toHistory(said, style);
  const system = items.filter(isSystem).map(textOf).join('\n');
  const previous = body.previous_response_id;
  const conversation = previous
    ? await afterResponse(store, agentId, previous)
    : (afterReference(said, history) ?? conversationOf({ body, headers, message, history }));
  return { message, history, system, conversation };
}

const isMessage = ({ type = 'message' }: Item): boolean => type === 'message';
const isSystem = (item: Item): boolean =>
  isMessage(item) && (item.role === 'system' || item.role === 'developer');

const TEXTS = new Set(['input_text', 'output_text', 'text']);

async function afterResponse(
  store: WorkspaceStore,
  agentId: AgentId,
  id: string,
): Promise<ReadInput['conversation']> {
  const place = placeOf('resp', id);
  const reply = place && (await store.conversations.message(agentId, place.sessionId, place.messageId));
  if (!place || !reply) throw unknownReply('previous_response_id', 'response', id);
  return { sessionId: place.sessionId, until: place.messageId };
}

/** The session of the last reply that is named instead of sent; the AI SDK does that. */
function afterReference(
  said: readonly Said[],
  history: Asked['history'],
): ReadInput['conversation'] | undefined {
  const place = said.findLast((one) => one.place)?.place;
  return place && { sessionId: place.sessionId, history };
}

async function replyNamed(
  store: WorkspaceStore,
  agentId: AgentId,
  { id }: Item,
  field: string,
): Promise<Said> {
  const place = placeOf('msg', id ?? '');
  const reply = place && (await store.conversations.message(agentId, place.sessionId, place.messageId));
  if (!reply) throw unknownReply(field, 'message', id ?? '');
  assertMayContinue(store, await store.conversations.find(agentId, place.sessionId));
  return { role: 'assistant', text: reply.text, place };
}

const unknownReply = (field: string, noun: string, id: string): AppError =>
  new AppError(
    'not_found',
    `${field}: this agent has given no ${noun} with the id "${id.slice(0, 200)}", or it was not stored.`,
    { details: [{ field, reason: `must be the id of a ${noun} of this agent` }] },
  );
