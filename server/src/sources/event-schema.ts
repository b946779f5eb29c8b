import { z } from 'zod';
import { ErrorBody } from '#http/error-handler.ts';
import { constant } from '#records/fields.ts';
import { Source } from '#records/source.ts';

export const ChangesQuery = z.strictObject({
  last_event_id: z.string().max(100).optional().meta({
    description:
      'The id of the last event that you have, to go on from there. The header `Last-Event-ID`, which browsers send when they connect again, comes before it.',
  }),
});

/** An event of the stream of changes, as clients see it: the name of the server-sent event, and its data. */
export const SourceStreamEvent = z
  .discriminatedUnion('event', [
    z.object({ event: constant('ready'), data: z.object({}).meta({ description: 'Empty.' }) }).meta({
      id: 'SourceReadyEvent',
      description: 'Read the list now: later changes follow. Sent again when changes were left out.',
    }),
    z.object({ event: constant('continued'), data: z.object({}).meta({ description: 'Empty.' }) }).meta({
      id: 'SourcesContinuedEvent',
      description:
        'After a break: all that has changed since the event with your id follows. Nothing need be read again.',
    }),
    z
      .object({ event: constant('source'), data: Source })
      .meta({ id: 'SourceChangedEvent', description: 'A source was added or changed.' }),
    z
      .object({
        event: constant('source_deleted'),
        data: z
          .object({ id: z.string().meta({ description: 'The id that the source had.' }) })
          .meta({ description: 'Which source it was.' }),
      })
      .meta({ id: 'SourceDeletedEvent', description: 'A source was deleted.' }),
    z
      .object({ event: constant('error'), data: ErrorBody })
      .meta({ id: 'StreamErrorEvent', description: 'The stream ends early, for this reason.' }),
  ])
  .meta({
    id: 'SourceStreamEvent',
    description: 'One server-sent event: its name and its data. Ignore events with other names.',
  });
