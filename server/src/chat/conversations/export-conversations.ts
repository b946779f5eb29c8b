import type { MessageId } from '#lib/ids.ts';
import { eachPage, eachRow } from '#records/each-row.ts';
import type { WorkspaceStore } from '#storage/store.ts';
import type { ConversationRow, HandoverRow } from '#storage/tables.ts';
import { toConversation, toMessage } from './schema.ts';

type Reads = Pick<WorkspaceStore, 'transcripts' | 'conversations' | 'handovers' | 'verdicts'>;

/** All conversations with their messages, by agent and session. */
export async function* exportConversations(store: Reads): AsyncGenerator<object, void> {
  const all = eachRow(
    store.transcripts.listByKey,
    ({ agent_id, session_id }) => [agent_id, session_id] as const,
  );
  for await (const row of all)
    yield await conversationWithMessages(
      store,
      row,
      await store.handovers.find(row.agent_id, row.session_id),
    );
}

/** A conversation as exports have it. */
export async function conversationWithMessages(
  { conversations, verdicts }: Pick<Reads, 'conversations' | 'verdicts'>,
  row: ConversationRow,
  handover: HandoverRow | undefined,
): Promise<object> {
  const messages = [];
  const said = eachPage(
    (page: { limit: number; after: MessageId | undefined }) =>
      conversations.messages(row.agent_id, row.session_id, page),
    (message) => message.message_id,
  );
  for await (const page of said) {
    const replies = page.filter(({ role }) => role === 'agent').map(({ message_id }) => message_id);
    const given = await verdicts.ofMessages(row.agent_id, row.session_id, replies);
    const givenTo = Map.groupBy(given, ({ message_id }) => message_id);
    messages.push(...page.map((message) => toMessage(message, givenTo.get(message.message_id) ?? [])));
  }
  return { agent_id: row.agent_id, ...toConversation(row, handover), messages };
}
