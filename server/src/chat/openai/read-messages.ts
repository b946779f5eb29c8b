import type { z } from 'zod';
import type { TurnRequest } from '#chat/turn/turn.ts';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { requiredText } from '#records/fields.ts';
import { type CitationStyle, withoutMarkers } from './cited-content.ts';
import type { CompletionBody } from './schema.ts';

type Content = { content?: string | readonly { text?: string | undefined }[] | null | undefined };

/** message: to answer. history: the conversation before it. system: what the client tells the model. */
export type Asked = { message: string; history: NonNullable<TurnRequest['history']>; system: string };

const Question = requiredText(LIMITS.messageCharacters);

/** Throws 422 unless a text can be answered. */
export function assertQuestion(text: string, field: string): string {
  const { data, error } = Question.safeParse(text);
  if (error) throw invalidField(field, error.issues[0]?.message ?? 'must be a message');
  return data;
}

/** Throws 422 without a text message of the user. */
export function readMessages(
  messages: z.infer<typeof CompletionBody>['messages'],
  style: CitationStyle,
): Asked {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[last];
  if (!asked)
    throw invalidField('messages', 'must contain a message with the role "user", which is answered');
  const field = `messages[${last}].content`;
  if (Array.isArray(asked.content) && asked.content.some(({ type }) => type !== 'text'))
    throw invalidField(field, 'must only have parts of the type "text": an agent reads nothing else');
  const message = assertQuestion(textOf(asked), field);
  return {
    message,
    history: toHistory(
      messages.slice(0, last).map((said) => ({ role: said.role, text: textOf(said) })),
      style,
    ),
    system: messages
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(textOf)
      .join('\n'),
  };
}

/** What people and agents have said. */
export const toHistory = (
  said: readonly { role: string; text: string }[],
  style: CitationStyle,
): Asked['history'] =>
  said.flatMap(({ role, text: sent }) => {
    if (role !== 'user' && role !== 'assistant') return [];
    const hasMarkers = role === 'assistant' && (style === 'markers' || style === 'footnotes');
    const text = hasMarkers ? withoutMarkers(sent) : sent;
    return text.trim() === '' ? [] : [{ role, text }];
  });

/** The text of a message of either protocol. */
export const textOf = ({ content }: Content): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');
