import type { z } from 'zod';
import type { NewAssignee } from '#chat/handover/change-handover.ts';
import { invalidField } from '#errors.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { assertFieldOfAction } from '#records/assert-field-of-action.ts';
import { listedIds, recordAudit } from '#records/audit.ts';
import type { Actor } from '#records/principal.ts';
import type { WorkspaceTransaction } from '#storage/store.ts';
import type { ConversationRow } from '#storage/tables.ts';
import { type ConversationChanges, changeConversation } from './change-conversation.ts';
import type { BulkConversationChange, BulkConversationResult } from './triage-schema.ts';

type Bulk = z.output<typeof BulkConversationChange>;

/** Throws unless each field is given exactly for the actions that need it. */
export function assertFits({ action, tags, assignee_id }: Bulk): void {
  assertFieldOfAction('tags', tags, action, ['add_tags', 'remove_tags']);
  assertFieldOfAction('assignee_id', assignee_id, action, ['assign']);
}

/** Applies the same change to many conversations, in the order of the request. If it throws, nothing may be committed. */
export async function changeConversations(
  tx: WorkspaceTransaction,
  { action, conversations, tags = [] }: Bulk,
  { assignee, actor, now }: { assignee: NewAssignee | null; actor: Actor; now: number },
): Promise<z.infer<typeof BulkConversationResult>> {
  const missing: z.infer<typeof BulkConversationResult>['missing'] = [];
  const conflicts: typeof missing = [];
  const changed: string[] = [];
  for (const { agent_id, session_id, if_version } of conversations) {
    const row = await tx.conversations.find(agent_id, session_id);
    if (!row) missing.push({ agent_id, session_id });
    else if (if_version !== undefined && if_version !== row.version) conflicts.push({ agent_id, session_id });
    else if (await changeOne(tx, row, { action, tags, assignee, actor, now }))
      changed.push(`${agent_id}/${session_id}`);
  }
  if (changed.length > 0)
    await recordAudit(tx, {
      actor,
      action: action === 'delete' ? 'conversation.deleted' : 'conversation.bulk_changed',
      // A change of many conversations has no single subject.
      subjectId: (await tx.workspace.get()).workspace_id,
      details: { ...(action !== 'delete' && { change: action }), ...listedIds('conversations', changed) },
      now,
    });
  return { changed: changed.length, missing, conflicts };
}

/** Whether it changed. */
async function changeOne(
  tx: WorkspaceTransaction,
  row: ConversationRow,
  {
    action,
    tags,
    assignee,
    actor,
    now,
  }: Pick<Bulk, 'action'> & {
    tags: readonly string[];
    assignee: NewAssignee | null;
    actor: Actor;
    now: number;
  },
): Promise<boolean> {
  const { agent_id: agentId, session_id: sessionId } = row;
  if (action === 'delete') return await tx.conversations.remove(agentId, sessionId);
  const changes = changesOf(action, row, { tags, assignee });
  const { before, after } = await changeConversation(tx, { agentId, sessionId }, { ...changes, actor, now });
  return before.version !== after.version;
}

function changesOf(
  action: Exclude<Bulk['action'], 'delete'>,
  row: ConversationRow,
  { tags, assignee }: { tags: readonly string[]; assignee: NewAssignee | null },
): ConversationChanges {
  if (action === 'assign') return { assignee };
  if (action === 'resolve') return { state: 'resolved' };
  if (action === 'reopen') return { state: 'open' };
  const before = JSON.parse(row.tags) as string[];
  const after =
    action === 'add_tags' ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag));
  if (after.length > LIMITS.tags)
    throw invalidField(
      'tags',
      `would give the session "${row.session_id}" ${after.length} tags; a conversation has at most ${LIMITS.tags}`,
    );
  return { tags: after };
}
