import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { toIso } from '#lib/clock.ts';
import { emailAddress, requiredName, requiredText, text, timestamp } from '#records/fields.ts';
import type { HandoverRow } from '#storage/tables.ts';

export const HandoverStatus = z.enum(['open', 'assigned', 'resolved']).meta({
  id: 'HandoverStatus',
  description: '`open`: waits for a person. `assigned`: a person has it. `resolved`: it is over.',
});

/** The status as a filter of conversations. */
export const handoverFilter = HandoverStatus.optional().meta({
  description: 'Only conversations whose hand-over has this status.',
});

const Contact = z
  .object({
    name: z.string().optional().meta({ description: 'How to address the visitor.' }),
    email: z.string().optional().meta({ description: 'Where to reach the visitor.' }),
  })
  .meta({ id: 'HandoverContact', description: 'As the visitor gave it; an email address is not proved.' });

export const Assignee = z
  .object({
    type: z.enum(['api_key', 'account']).meta({ description: 'A program or a signed-in person.' }),
    id: z.string().meta({ description: 'The API key or account.' }),
    name: z.string().meta({ description: 'The name that it had then.' }),
  })
  .meta({ id: 'Assignee', description: 'Who looks after something.' });

export const Handover = z
  .object({
    status: HandoverStatus,
    contact: Contact,
    message: z.string().optional().meta({ description: 'What the visitor wrote for the person.' }),
    assignee: Assignee.optional().meta({ description: 'Who has it, or who resolved it.' }),
    created_at: timestamp,
    assigned_at: timestamp.optional(),
    resolved_at: timestamp.optional(),
  })
  .meta({ id: 'Handover', description: 'A conversation that a person is asked to take over.' });

export const HandoverOfSession = Handover.extend({
  agent_id: z.string().meta({ description: 'The agent of the session, prefix `agt_`.' }),
  session_id: z.string().meta({ description: 'The session that is handed over.' }),
}).meta({
  id: 'HandoverOfSession',
  description: 'A hand-over, with its session.',
});

/** The fields of a form that asks for a person. */
export const handoverRequest = {
  contact: z
    .strictObject({
      name: requiredName(LIMITS.nameCharacters)
        .optional()
        .meta({ description: 'How to address the visitor.' }),
      email: emailAddress.optional().meta({ description: 'Where to reach the visitor.' }),
    })
    .optional()
    .meta({ description: 'How to reach the visitor.' }),
  message: text(LIMITS.handoverMessageCharacters)
    .optional()
    .meta({ description: 'What the person should know.' }),
};

export const RequestHandover = z
  .strictObject(handoverRequest)
  .meta({ id: 'RequestHandover', description: 'A request for a person.' });

export const UpdateHandover = z
  .strictObject({
    status: HandoverStatus.meta({
      description: '`assigned` gives it to the caller, `open` back to everyone.',
    }),
    take_over: z.boolean().default(false).meta({ description: 'Also if someone else has it.' }),
  })
  .meta({ id: 'UpdateHandover', description: 'What becomes of a hand-over.' });

export const PersonMessage = z
  .strictObject({
    text: requiredText(LIMITS.messageCharacters).meta({
      description: 'What the visitor reads, in Markdown.',
    }),
    author_name: requiredName(LIMITS.nameCharacters).optional().meta({
      description:
        'The name that visitors see. Without it they see the name of the signed-in person, and none of an API key.',
    }),
  })
  .meta({ id: 'PersonMessage', description: 'A message of a person to the visitor.' });

/** What an answer of the agent says about a person. */
export const handoverOfAnswer = z
  .object({
    reason: z.enum(['requested', 'low_confidence']).optional().meta({
      description: 'A person is offered: the visitor asked for one, or the reply has a low confidence.',
    }),
    status: z
      .enum(['open', 'assigned'])
      .optional()
      .meta({ description: 'A hand-over is open, or a person has it.' }),
  })
  .optional()
  .meta({ description: 'Offers a person, or says how far the hand-over to one is. Absent otherwise.' });

/** The field of who has something; nothing if no one has it. */
export const toAssignee = ({
  assignee_type,
  assignee_id,
  assignee_name,
}: Pick<HandoverRow, 'assignee_type' | 'assignee_id' | 'assignee_name'>): {
  assignee?: z.infer<typeof Assignee>;
} =>
  assignee_id === null
    ? {}
    : {
        assignee: {
          type: assignee_type === 'account' ? 'account' : 'api_key',
          id: assignee_id,
          name: assignee_name ?? '',
        },
      };

export const toHandover = (row: HandoverRow): z.infer<typeof Handover> => ({
  status: row.status,
  contact: {
    ...(row.contact_name !== null && { name: row.contact_name }),
    ...(row.contact_email !== null && { email: row.contact_email }),
  },
  ...(row.message !== null && { message: row.message }),
  ...toAssignee(row),
  created_at: toIso(row.created_at),
  ...(row.assigned_at !== null && { assigned_at: toIso(row.assigned_at) }),
  ...(row.resolved_at !== null && { resolved_at: toIso(row.resolved_at) }),
});

export const toHandoverOfSession = (row: HandoverRow): z.infer<typeof HandoverOfSession> => ({
  agent_id: row.agent_id,
  session_id: row.session_id,
  ...toHandover(row),
});
