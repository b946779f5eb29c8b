import { z } from 'zod';
import { CitationSchema, SourceReferenceSchema } from '#chat/conversations/schema.ts';
import { handoverOfAnswer } from '#chat/handover/schema.ts';
import { ErrorBody } from '#http/error-handler.ts';
import { constant } from '#records/fields.ts';
import { ChatAnswer } from './schema.ts';

/** Events of a streamed reply, as clients see them: the name of the server-sent event, and its data. */

const welcome_message = ChatAnswer.shape.welcome_message;
const session_id = z.string().meta({ description: 'The session of the reply.' });
const message_id = z.string().meta({ description: 'The message that the reply becomes, prefix `msg_`.' });

export const DeltaEvent = z
  .object({
    event: constant('delta'),
    data: z
      .object({ text: z.string().meta({ description: 'The next piece of the reply.' }) })
      .meta({ description: 'What to append.' }),
  })
  .meta({ id: 'ChatDeltaEvent', description: 'The reply goes on.' });

export const WithdrawEvent = z
  .object({
    event: constant('withdraw'),
    data: z
      .object({
        start: z
          .int()
          .meta({ description: 'Where the piece begins, in UTF-16 code units of the text so far.' }),
        end: z.int().meta({ description: 'Where it ends, exclusive.' }),
      })
      .meta({ description: 'What to remove.' }),
  })
  .meta({ id: 'ChatWithdrawEvent', description: 'Remove a piece of the reply, which does not stand.' });

export const SearchEvent = z
  .object({
    event: constant('search'),
    data: z
      .object({ query: z.string().meta({ description: 'What is searched for.' }) })
      .meta({ description: 'The search.' }),
  })
  .meta({ id: 'ChatSearchEvent', description: 'The language model asked for another search.' });

export const ErrorEvent = z
  .object({ event: constant('error'), data: ErrorBody })
  .meta({ id: 'ChatErrorEvent', description: 'The stream ends without `done`, for this reason.' });

const FOOT = 'One server-sent event: its name and its data. Ignore events with other names.';

export const ChatStreamEvent = z
  .discriminatedUnion('event', [
    z
      .object({
        event: constant('meta'),
        data: z
          .object({
            request_id: z.string().meta({ description: 'Names this request in logs, prefix `req_`.' }),
            session_id,
            message_id,
            welcome_message,
          })
          .meta({ description: 'What is known before the reply.' }),
      })
      .meta({ id: 'ChatMetaEvent', description: 'The first event.' }),
    SearchEvent,
    DeltaEvent,
    WithdrawEvent,
    z
      .object({
        event: constant('sources'),
        data: z
          .object({
            sources: z
              .array(SourceReferenceSchema)
              .meta({ description: 'The sources that the reply rests on, best first.' }),
            citations: z.array(CitationSchema).meta({ description: 'The places that the reply cites.' }),
          })
          .meta({ description: 'What the reply rests on.' }),
      })
      .meta({ id: 'ChatSourcesEvent', description: 'The sources and citations of the whole reply.' }),
    z
      .object({ event: constant('done'), data: ChatAnswer })
      .meta({ id: 'ChatDoneEvent', description: 'The last event, with the whole answer.' }),
    ErrorEvent,
  ])
  .meta({ id: 'ChatStreamEvent', description: FOOT });

const foundForVisitor = {
  sources: z
    .array(
      z.object({
        name: z.string().meta({ description: 'The name of the source.' }),
        snippet: z.string().meta({ description: 'The best passage of it.' }),
      }),
    )
    .meta({ description: 'The sources that the reply rests on, best first.' }),
  citations: z
    .array(
      CitationSchema.pick({
        number: true,
        snippet: true,
        url: true,
        reply_start: true,
        reply_end: true,
      }).extend({
        source: z.int().meta({ description: 'Its place in `sources`, from 0.' }),
      }),
    )
    .meta({ description: 'The places that the reply cites.' }),
};

/** What visitors get: no ids of the workspace. */
export const WidgetStreamEvent = z
  .discriminatedUnion('event', [
    z
      .object({
        event: constant('meta'),
        data: z
          .object({ session_id, message_id, welcome_message })
          .meta({ description: 'What is known before the reply.' }),
      })
      .meta({ id: 'WidgetMetaEvent', description: 'The first event.' }),
    SearchEvent,
    DeltaEvent,
    WithdrawEvent,
    z
      .object({
        event: constant('sources'),
        data: z.object(foundForVisitor).meta({ description: 'What the reply rests on.' }),
      })
      .meta({ id: 'WidgetSourcesEvent', description: 'The sources and citations of the whole reply.' }),
    z
      .object({
        event: constant('done'),
        data: z
          .object({
            reply: z.string().meta({ description: 'The whole reply.' }),
            confidence: ChatAnswer.shape.confidence,
            session_id,
            message_id,
            handover: handoverOfAnswer,
            ...foundForVisitor,
          })
          .meta({ description: 'The answer, as far as a visitor may see it.' }),
      })
      .meta({ id: 'WidgetDoneEvent', description: 'The last event, with the whole answer.' }),
    ErrorEvent,
  ])
  .meta({ id: 'WidgetStreamEvent', description: FOOT });
