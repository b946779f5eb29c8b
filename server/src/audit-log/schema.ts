import { z } from 'zod';
import { AUDIT_ACTIONS } from '#isomorphic/audit-actions.ts';
import { toIso } from '#lib/clock.ts';
import { ActorOfChange } from '#records/audit.ts';
import { isoTime, pageQuery, requiredText, timestamp } from '#records/fields.ts';
import type { AuditEntryRow } from '#storage/tables.ts';

export const AuditEntry = z
  .object({
    id: z.string().meta({ description: 'Prefix `aud_`.' }),
    actor: ActorOfChange,
    action: z.string().meta({
      description: `A noun and a verb in the past tense; currently ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
    }),
    subject_id: z.string().meta({ description: 'The id of what was changed.' }),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'More about the action; changed fields as `{from, to}`. Never a secret.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry', description: 'A change that someone made.' });

export const AuditLogQuery = z.strictObject({
  ...pageQuery,
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/, 'must be an action, such as key.created')
    .optional()
    .meta({ description: 'Only entries of this action, such as `key.created`.' }),
  actor_id: requiredText(100)
    .optional()
    .meta({ description: 'Only changes by this account, API key or publishable token.' }),
  subject_id: requiredText(100)
    .optional()
    .meta({ description: 'Only changes of this, such as an agent or API key.' }),
  since: isoTime.optional().meta({ description: 'Entries at or after this time.' }),
  until: isoTime.optional().meta({ description: 'Entries before this time.' }),
});

export const toAuditEntry = (row: AuditEntryRow): z.infer<typeof AuditEntry> => ({
  id: row.entry_id,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  subject_id: row.subject_id,
  details: JSON.parse(row.details),
  created_at: toIso(row.created_at),
});
