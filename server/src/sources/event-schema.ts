import { z } from 'zod';
import { ErrorBody } from '#http/error-handler.ts';
import { constant } from '#records/fields.ts';
import { Source } from '#records/source.ts';

/** An event of the stream of changes, as clients see it: the name of the server-sent event, and its data. */
export const SourceStreamEvent = z
  .discriminatedUnion('event', [
    z.object({ event: constant('ready'), data: z.object({}).meta({ description: 'Empty.' }) }).meta({
      id: 'SourceReadyEvent',
      description: 'Read the list now: later changes follow. Sent again when changes were left out.',
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
