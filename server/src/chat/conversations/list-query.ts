import { z } from 'zod';
import { handoverFilter } from '#chat/handover/schema.ts';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { id, isoTime, numberParameter, requiredText, text, VERDICTS } from '#records/fields.ts';
import type { Principal } from '#records/principal.ts';
import type { ConversationFilter } from '#storage/store.ts';
import { searchedWords } from '#text/search-words.ts';
import { ConversationStateSchema, SessionId } from './schema.ts';

const confidenceMessage = 'must be a number from 0 to 1';
const assigneeMessage = 'must be me, none, or the id of an account or API key';

const confidence = numberParameter(
  z.number(confidenceMessage).min(0, confidenceMessage).max(1, confidenceMessage).optional(),
);

/** Parameters that choose conversations of all agents. */
export const conversationFilters = {
  q: text(LIMITS.conversationSearchCharacters).optional().meta({
    description:
      'Only conversations with a message that has all of these words, in any order. A word of three letters or more also finds words that begin with it. Case and accents do not matter. Chinese, Japanese, Korean and Thai are found by characters.',
  }),
  since: isoTime.optional().meta({ description: 'Only conversations that began at this time or later.' }),
  until: isoTime.optional().meta({ description: 'Only conversations that began before this time.' }),
  state: ConversationStateSchema.optional().meta({ description: 'Only conversations in this state.' }),
  assignee: z
    .string()
    .regex(/^(?:me|none|(?:acc|key)_[0-9a-z]{1,64})$/, assigneeMessage)
    .optional()
    .meta({
      description: 'Only conversations of this account or API key; `me` is yourself, and `none` no one.',
    }),
  tag: requiredText(LIMITS.tagCharacters)
    .optional()
    .meta({ description: 'Only conversations with this tag.' }),
  channel: requiredText(LIMITS.metadataValueCharacters).optional().meta({
    description:
      'Only conversations of this channel: `api`, `dashboard`, `openai`, `widget`, `mcp`, or one that a client named in the metadata.',
  }),
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'must be a language in ISO 639-1, such as en')
    .optional()
    .meta({ description: 'Only conversations in this language, in ISO 639-1, such as `en`.' }),
  agent_id: id('agt').optional().meta({ description: 'Only conversations with this agent.' }),
  session_id: SessionId.optional().meta({
    description: 'Only conversations with this id. Each agent may have one.',
  }),
  rating: z
    .enum(['up', 'down'])
    .optional()
    .meta({ description: 'Only conversations with a reply that has this rating.' }),
  verdict: z
    .enum(VERDICTS)
    .optional()
    .meta({ description: 'Only conversations with a reply that a reviewer judged so.' }),
  replied_since: isoTime.optional().meta({
    description: 'Only conversations with a reply of this time or later, small talk aside.',
  }),
  replied_until: isoTime.optional().meta({
    description:
      'Only conversations with a reply before this time. `replied_since`, the confidence, `fallback` and then also `rating` are about the same reply.',
  }),
  fallback: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'Only conversations with a reply that says there is no answer, or that answers.' }),
  min_confidence: confidence.meta({
    description: 'Only conversations with a reply of at least this confidence.',
  }),
  below_confidence: confidence.meta({
    description: 'Only conversations with a reply of less than this confidence.',
  }),
  tests: z.enum(['none']).optional().meta({ description: "`none`: without the dashboard's test chats." }),
  max_confidence: confidence.meta({
    description: 'Only conversations with a reply of at most this confidence.',
  }),
  handover: handoverFilter,
};

const Filters = z.object(conversationFilters);

/** What the parameters choose. Throws 422 if nothing can be in the time that they name. */
export function filterOf(
  query: z.output<typeof Filters>,
  { actor }: Pick<Principal, 'actor'>,
): ConversationFilter {
  const { q, since, until, assignee, tests } = query;
  const { state, tag, channel, language, rating, verdict, handover } = query;
  return {
    ...rangeOf(since, until),
    ...{ state, tag, channel, language, rating, verdict, handover },
    words: q === undefined || q.trim() === '' ? undefined : searchedWords(q),
    assigneeId: assignee === 'none' ? null : assignee === 'me' ? actor.id : assignee,
    agentId: query.agent_id,
    sessionId: query.session_id,
    reply: replyOf(query),
    withoutTests: tests === 'none' ? true : undefined,
  };
}

function replyOf(query: z.output<typeof Filters>): ConversationFilter['reply'] {
  const reply = {
    ...rangeOf(query.replied_since, query.replied_until, 'replied_'),
    least: query.min_confidence,
    most: query.max_confidence,
    below: query.below_confidence,
    isFallback: query.fallback === undefined ? undefined : query.fallback === 'true',
    rating: query.replied_since === undefined ? undefined : query.rating,
  };
  return Object.values(reply).some((value) => value !== undefined) ? reply : undefined;
}

function rangeOf(from: string | undefined, to: string | undefined, prefix = '') {
  const since = from === undefined ? undefined : Date.parse(from);
  const until = to === undefined ? undefined : Date.parse(to);
  if (since !== undefined && until !== undefined && since >= until)
    throw invalidField(`${prefix}until`, `must be later than ${prefix}since`);
  return { since, until };
}
