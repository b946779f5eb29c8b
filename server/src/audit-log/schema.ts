import { z } from 'zod';
import { toIso } from '#lib/clock.ts';
import { ActorOfChange } from '#records/audit.ts';
import { AUDIT_ACTIONS } from '#records/audit-actions.ts';
import { pageQuery, requiredText, timestamp } from '#records/fields.ts';
import type { AuditEntryRow } from '#storage/tables.ts';

export const AuditEntry = z
  .object({
    id: z.string().meta({ description: 'Prefix `aud_`.' }),
    actor: ActorOfChange,
    action: z.string().meta({
      description: `Noun and past tense; at present ${AUDIT_ACTIONS.map((action) => `\`${action}\``).join(', ')}.`,
    }),
    subject_id: z.string(),
    details: z.record(z.string(), z.unknown()).meta({
      description: 'What is worth knowing of it; of changed fields `{from, to}`. Never a secret.',
    }),
    created_at: timestamp,
  })
  .meta({ id: 'AuditEntry' });

const time = z.iso.datetime({
  offset: true,
  message: 'must be a time in ISO 8601, such as 2030-01-31T00:00:00Z',
});

export const AuditLogQuery = z.strictObject({
  ...pageQuery,
  action: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/, 'must be an action, such as key.created')
    .optional(),
  actor_id: requiredText(100).optional(),
  since: time.optional().meta({ description: 'From this time on.' }),
  until: time.optional().meta({ description: 'Before this time.' }),
});

export const toAuditEntry = (row: AuditEntryRow): z.infer<typeof AuditEntry> => ({
  id: row.entry_id,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  subject_id: row.subject_id,
  details: JSON.parse(row.details),
  created_at: toIso(row.created_at),
});
