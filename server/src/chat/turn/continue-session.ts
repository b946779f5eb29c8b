import { AppError } from '#errors.ts';
import type { SourceId } from '#lib/ids.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ConversationRow } from '#storage/tables.ts';
import type { EarlierMessage } from './recall-history.ts';

/** Throws 409 if replies of the conversation may rest on sources that the person does not see for whom the store reads. They
 *  may see more than those for whom it was held before: someone who joins a group keeps their conversations. */
export function assertMayContinue(
  { asUser }: Pick<WorkspaceStore, 'asUser'>,
  conversation: Pick<ConversationRow, 'as_user'> | undefined,
): void {
  if (asUser === null || conversation === undefined) return;
  const before = conversation.as_user === null ? undefined : (JSON.parse(conversation.as_user) as string[]);
  if (before?.every((principal) => asUser.includes(principal))) return;
  throw new AppError(
    'conflict',
    'session_id: the session was held for someone who sees other sources, so this request may not continue it. Send another session_id, or none to begin a new session.',
    { details: [{ field: 'session_id', reason: 'is that of a session with other principals' }] },
  );
}

/** The messages without the replies that rest on a source which is hidden by now. */
export async function withoutHidden(
  { asUser, sources }: Pick<WorkspaceStore, 'asUser' | 'sources'>,
  messages: readonly EarlierMessage[],
): Promise<readonly EarlierMessage[]> {
  if (asUser === null) return messages;
  const named = messages.map((message) =>
    (JSON.parse(message.sources) as { id: SourceId }[]).map(({ id }) => id),
  );
  const found = await sources.findMany([...new Set(named.flat())]);
  const seen = new Set(found.map((source) => source.source_id));
  return messages.filter((_, i) => named[i]?.every((id) => seen.has(id)));
}
