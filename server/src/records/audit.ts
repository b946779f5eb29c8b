import { z } from 'zod';
import type { AuditAction } from '#isomorphic/audit-actions.ts';
import { newId } from '#lib/ids.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { AuditEntryRow } from '#storage/tables.ts';

/** The author of a change: the `actor` of a principal, or one of those below. */
export type AuditActor = { type: AuditEntryRow['actor_type']; id: string | null; name: string };

/** The author of a change, as clients see it. */
export const ActorOfChange = z
  .object({
    type: z.enum(['api_key', 'account', 'publishable_token', 'command_line', 'service']).meta({
      id: 'ActorType',
      description:
        'What kind of author it is. `command_line` is an operator of the installation, `service` Footnote itself.',
    }),
    id: z.string().nullable().meta({
      description: 'The account, API key or publishable token; null for the command line and the service.',
    }),
    name: z.string().meta({ description: 'The name that it had then.' }),
  })
  .meta({ description: 'Who did it.' });

export const COMMAND_LINE: AuditActor = { type: 'command_line', id: null, name: 'Command line' };
export const SERVICE: AuditActor = { type: 'service', id: null, name: 'Footnote' };

type Change = {
  actor: AuditActor;
  action: AuditAction;
  subjectId: string;
  /** More about the change; never a secret, a password or the text of a prompt. */
  details?: Record<string, unknown> | undefined;
  now: number;
};

/** Records who changed what, in the transaction of the change. */
export async function recordAudit(
  tx: Pick<WorkspaceTransaction, 'auditLog'>,
  { actor, action, subjectId, details = {}, now }: Change,
): Promise<void> {
  await tx.auditLog.insert({
    entry_id: newId('auditEntry'),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    subject_id: subjectId,
    details: JSON.stringify(details),
    created_at: now,
  });
}

/** The most ids in one entry. */
const LISTED = 100;

/** Details of an entry about many things: the first ids, and the count if there are more. */
export const listedIds = (name: string, ids: readonly string[]): Record<string, unknown> => ({
  [name]: ids.slice(0, LISTED),
  ...(ids.length > LISTED && { [`${name}_count`]: ids.length }),
});

/** Longer texts appear as "changed", without their content. */
const SHOWN_CHARACTERS = 200;

/** The changed fields for the details of an entry, as `{name: {from, to}}`, and as `"changed"` for long texts and
 *  fields in `hidden`. Unchanged fields are left out. */
export function changedFields<Row extends object>(
  before: Row,
  after: Row,
  fields: readonly (keyof Row & string)[],
  hidden: readonly (keyof Row & string)[] = [],
): Record<string, unknown> {
  const details: Record<string, unknown> = differences(before, after, fields);
  for (const field of fields)
    if (field in details && (hidden.includes(field) || isLong(before[field]) || isLong(after[field])))
      details[field] = 'changed';
  return details;
}

/** The fields that changed, each `{from, to}`. */
export function differences<Row extends object, Field extends keyof Row & string>(
  before: Row,
  after: Row,
  fields: readonly Field[],
): { [Each in Field]?: { from: Row[Each]; to: Row[Each] } } {
  const changed: { [Each in Field]?: { from: Row[Each]; to: Row[Each] } } = {};
  for (const field of fields) {
    const [from, to] = [before[field], after[field]];
    if (JSON.stringify(from) !== JSON.stringify(to)) changed[field] = { from, to };
  }
  return changed;
}

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > SHOWN_CHARACTERS;
