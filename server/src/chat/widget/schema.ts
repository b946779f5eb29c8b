import { z } from 'zod';
import { Feedback } from '#chat/conversations/schema.ts';
import { HandoverStatus, handoverRequest } from '#chat/handover/schema.ts';
import type { Turn } from '#chat/turn/turn.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { id, requiredText, timestamp } from '#records/fields.ts';
import { appearanceOf, WidgetAppearance } from '#records/widget-appearance.ts';
import type { AgentWithBases } from '#storage/store.ts';
import type { HandoverRow, MessageRow } from '#storage/tables.ts';

/** Too long to guess: 16 random bytes in base64url, or more. */
export const WidgetSessionId = z
  .string()
  .regex(
    /^[\w-]{22,64}$/,
    'must be an id that this chat returned, or 22 to 64 random letters, digits, - and _',
  )
  .meta({ description: 'A secret: anyone who knows it can continue the conversation.' });

/** The path parameter of every endpoint of the widget. */
export const TokenParams = z.object({
  token: z.string().meta({ description: 'The publishable token, `pub_live_…` or `pub_test_…`.' }),
});

export const Widget = z
  .object({
    agent: z
      .object({ name: z.string().meta({ description: 'What visitors see.' }) })
      .meta({ description: 'The agent that replies.' }),
    status: z.enum(['active', 'inactive']).meta({ description: 'An inactive agent refuses messages.' }),
    welcome_message: z
      .string()
      .optional()
      .meta({ description: 'Shown first; absent if the agent has none.' }),
    appearance: WidgetAppearance,
    logo_url: z.string().optional().meta({ description: 'Its path on the service; absent without a logo.' }),
  })
  .meta({ id: 'Widget', description: 'What a chat widget shows before the first message.' });

export const WidgetMessage = z
  .strictObject({
    message: requiredText(LIMITS.widgetMessageCharacters).meta({ description: 'What the visitor says.' }),
    session_id: WidgetSessionId.optional().meta({ description: 'Created when absent.' }),
  })
  .meta({ id: 'WidgetMessage', description: 'A message of a visitor.' });

export const WidgetFeedback = z
  .strictObject({
    session_id: WidgetSessionId,
    message_id: id('msg').meta({ description: 'The reply to rate.' }),
    ...Feedback.shape,
  })
  .meta({ id: 'WidgetFeedback', description: 'A rating by a visitor.' });

export const WidgetRating = z
  .object({ rating: z.enum(['up', 'down']).meta({ description: 'Whether the reply helped.' }) })
  .meta({ id: 'WidgetRating', description: 'The rating as it is now.' });

export const WidgetHandover = z
  .strictObject({ session_id: WidgetSessionId, ...handoverRequest })
  .meta({ id: 'WidgetHandover', description: "A visitor's request for a person." });

export const WidgetHandoverState = z
  .object({ status: HandoverStatus.optional().meta({ description: 'Absent without a hand-over.' }) })
  .meta({ id: 'WidgetHandoverState', description: "How far a visitor's request for a person is." });

export const WidgetNews = WidgetHandoverState.extend({
  messages: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Prefix `msg_`.' }),
        author: z
          .string()
          .optional()
          .meta({ description: 'The name of the person; absent if they gave none.' }),
        text: z.string().meta({ description: 'What the person wrote.' }),
        created_at: timestamp,
      }),
    )
    .meta({ description: 'Messages of people, oldest first.' }),
}).meta({ id: 'WidgetNews', description: 'What people wrote to a visitor.' });

/** What a visitor sees of the messages of people. */
export const toWidgetNews = (
  handover: HandoverRow | undefined,
  messages: readonly MessageRow[],
): z.infer<typeof WidgetNews> => ({
  ...(handover && { status: handover.status }),
  messages: messages.map(({ message_id, author_name, text, created_at }) => ({
    id: message_id,
    ...(author_name !== null && { author: author_name }),
    text,
    created_at: toIso(created_at),
  })),
});

/** logo: the hash of the logo, which makes its URL another one when it is replaced. */
export const toWidget = (
  { name, status, welcome_message, widget_appearance }: AgentWithBases,
  { token, logo }: { token: string; logo: string | undefined },
): z.infer<typeof Widget> => ({
  agent: { name },
  status,
  ...(welcome_message !== null && { welcome_message }),
  appearance: appearanceOf(widget_appearance),
  ...(logo !== undefined && { logo_url: `/v1/widget/${token}/logo?v=${logo}` }),
});

/** The sources of a reply and the cited places, without ids: a citation names its source by its index. */
export const toWidgetSources = ({ sources, citations }: Pick<Turn, 'sources' | 'citations'>) => ({
  sources: sources.map(({ name, snippet }) => ({ name, snippet })),
  citations: citations.map(({ source_id, number, snippet, url, reply_start, reply_end }, index) => ({
    number: number ?? index + 1,
    source: sources.findIndex((source) => source.id === source_id),
    ...(snippet !== undefined && { snippet }),
    ...(url !== undefined && { url }),
    reply_start,
    reply_end,
  })),
});
