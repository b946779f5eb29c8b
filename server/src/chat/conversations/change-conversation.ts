import { changeHandover, type NewAssignee } from '#chat/handover/change-handover.ts';
import { AppError, notFound } from '#errors.ts';
import type { AgentId } from '#lib/ids.ts';
import type { Actor } from '#records/principal.ts';
import type { Triage, WorkspaceTransaction } from '#storage/store.ts';
import type { ConversationRow, HandoverRow } from '#storage/tables.ts';
import { saveTriage } from './save-triage.ts';

/** What to change; what is left out stays. assignee: null for no one. */
export type ConversationChanges = {
  state?: ConversationRow['state'] | undefined;
  assignee?: NewAssignee | null | undefined;
  tags?: readonly string[] | undefined;
};

export type ChangedConversation = {
  before: ConversationRow;
  after: ConversationRow;
  handover: HandoverRow | undefined;
};

/** Changes a conversation, and its hand-over if it waits for a person or has one: that ends with the conversation, and has the
 *  same assignee. Throws 404 without the session, and 409 if it has another version than `ifVersion`. */
export async function changeConversation(
  tx: WorkspaceTransaction,
  { agentId, sessionId }: { agentId: AgentId; sessionId: string },
  {
    ifVersion,
    actor,
    now,
    ...wanted
  }: ConversationChanges & { ifVersion?: number | undefined; actor: Actor; now: number },
): Promise<ChangedConversation> {
  const before = await tx.conversations.find(agentId, sessionId);
  if (!before) throw notFound('session', sessionId);
  if (ifVersion !== undefined && ifVersion !== before.version)
    throw changedMeanwhile(before.version, ifVersion);
  const after = await saveTriage(tx, before, { changes: columnsOf(wanted), now });
  const handover = await tx.handovers.find(agentId, sessionId);
  if (!handover || handover.status === 'resolved') return { before, after, handover };
  return { before, after, handover: await followConversation(tx, handover, { after, wanted, actor, now }) };
}

const columnsOf = ({ state, assignee, tags }: ConversationChanges): Partial<Triage> => ({
  ...(state !== undefined && { state }),
  ...(assignee !== undefined && {
    assignee_type: assignee?.type ?? null,
    assignee_id: assignee?.id ?? null,
    assignee_name: assignee?.name ?? null,
  }),
  ...(tags !== undefined && { tags: JSON.stringify(tags) }),
});

async function followConversation(
  tx: WorkspaceTransaction,
  handover: HandoverRow,
  {
    after,
    wanted: { assignee },
    actor,
    now,
  }: { after: ConversationRow; wanted: ConversationChanges; actor: Actor; now: number },
): Promise<HandoverRow> {
  const isMoved = assignee !== undefined && (assignee?.id ?? null) !== handover.assignee_id;
  const moved = isMoved
    ? await changeHandover(tx, handover, {
        status: assignee ? 'assigned' : 'open',
        assignee: assignee ?? actor,
        now,
      })
    : handover;
  if (after.state !== 'resolved') return moved;
  return await changeHandover(tx, moved, { status: 'resolved', assignee: assignee ?? actor, now });
}

const changedMeanwhile = (version: number, ifVersion: number): AppError =>
  new AppError(
    'conflict',
    `The conversation was changed meanwhile: it has version ${version}, and \`if_version\` is ${ifVersion}. Read it again, and repeat the change if it still makes sense.`,
  );
