import { z } from 'zod';
import { ErrorBody } from '#http/error-handler.ts';
import { Source } from '#records/source.ts';

/** An event of the stream of changes, as clients see it: the name of the server-sent event, and its data. */
export const SourceStreamEvent = z
  .discriminatedUnion('event', [
    z.object({ event: z.literal('ready'), data: z.object({}) }).meta({
      id: 'SourceReadyEvent',
      description: 'Read the list now: later changes follow. Sent again when changes were left out.',
    }),
    z
      .object({ event: z.literal('source'), data: Source })
      .meta({ id: 'SourceChangedEvent', description: 'A source was added or changed.' }),
    z
      .object({
        event: z.literal('source_deleted'),
        data: z.object({ id: z.string().meta({ description: 'The id that the source had.' }) }),
      })
      .meta({ id: 'SourceDeletedEvent', description: 'A source was deleted.' }),
    z
      .object({ event: z.literal('error'), data: ErrorBody })
      .meta({ id: 'StreamErrorEvent', description: 'The stream ends early, for this reason.' }),
  ])
  .meta({
    id: 'SourceStreamEvent',
    description: 'One server-sent event: its name and its data. Ignore events with other names.',
  });
