/** The words of a message as the index has them. The workspace before each word keeps searches within their own: an index of
 *  words cannot begin with a column for it without an extension. */
export const INDEXED_WORDS =
  "array_to_tsvector(string_to_array(messages.workspace_id || '.' || replace(messages.words, ' ', ' ' || messages.workspace_id || '.'), ' '))";

/** The state, assignee, tags and language of conversations, the index of the words of their messages, and saved views. See
 *  storage/tables.ts for what each column means. `searchable_count` is 0 for all from before, and for what older nodes write
 *  meanwhile, whose words are added in the background. */
export const conversationSearch = `
ALTER TABLE conversations ADD COLUMN language text COLLATE "C";
ALTER TABLE conversations ADD COLUMN state text COLLATE "C" NOT NULL DEFAULT 'open';
ALTER TABLE conversations ADD COLUMN assignee_type text;
ALTER TABLE conversations ADD COLUMN assignee_id text COLLATE "C";
ALTER TABLE conversations ADD COLUMN assignee_name text;
ALTER TABLE conversations ADD COLUMN tags text NOT NULL DEFAULT '[]';
ALTER TABLE conversations ADD COLUMN version integer NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN searchable_count integer NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN words text COLLATE "C";

DROP INDEX conversations_by_recency;
CREATE INDEX conversations_by_recency
  ON conversations (workspace_id, last_activity_at, agent_id, session_id, state, channel, language, started_at);
CREATE INDEX conversations_by_assignee ON conversations (workspace_id, assignee_id, last_activity_at, agent_id, session_id)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX tagged_conversations ON conversations (workspace_id, last_activity_at, agent_id, session_id)
  WHERE tags <> '[]';
CREATE INDEX unsearchable_conversations ON conversations (workspace_id, agent_id, session_id)
  WHERE searchable_count <> message_count;
CREATE INDEX messages_by_words ON messages USING gin ((${INDEXED_WORDS.replaceAll('messages.', '')}));

CREATE TABLE saved_views (
  workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces ON DELETE CASCADE, view_id text COLLATE "C" NOT NULL,
  list text NOT NULL, name text NOT NULL, filters text NOT NULL, is_shared integer NOT NULL, owner_type text NOT NULL,
  owner_id text COLLATE "C" NOT NULL, owner_name text NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, view_id)
);
`;
