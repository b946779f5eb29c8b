import { z } from 'zod';
import { DeltaEvent, ErrorEvent, SearchEvent, WithdrawEvent } from '#chat/native/event-schema.ts';
import { constant } from '#records/fields.ts';
import { Trial, TrialStep } from './schema.ts';

export const TrialStreamEvent = z
  .discriminatedUnion('event', [
    z
      .object({
        event: constant('meta'),
        data: z
          .object({
            request_id: z.string().meta({ description: 'Names this request in logs, prefix `req_`.' }),
          })
          .meta({ description: 'What is known before the reply.' }),
      })
      .meta({ id: 'TrialMetaEvent', description: 'The first event.' }),
    z
      .object({ event: constant('step'), data: TrialStep })
      .meta({ id: 'TrialStepEvent', description: 'A step has ended.' }),
    SearchEvent,
    DeltaEvent,
    WithdrawEvent,
    z
      .object({ event: constant('done'), data: Trial })
      .meta({ id: 'TrialDoneEvent', description: 'The last event, with the whole trial.' }),
    ErrorEvent,
  ])
  .meta({
    id: 'TrialStreamEvent',
    description: 'One server-sent event: its name and its data. Ignore events with other names.',
  });
