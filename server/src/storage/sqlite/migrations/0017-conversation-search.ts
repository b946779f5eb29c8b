const KEY = 'workspace_id, agent_id, session_id, message_id';

/** What the index has of a row of a trigger. The workspace before each word keeps searches within their own. */
const words = (row: 'old' | 'new'): string =>
  `${row}.workspace_id || '.' || replace(${row}.words, ' ', ' ' || ${row}.workspace_id || '.')`;

const numberOf = (row: 'old' | 'new'): string =>
  `FROM message_rows WHERE workspace_id = ${row}.workspace_id AND message_id = ${row}.message_id`;

const add = `
  INSERT INTO message_rows (${KEY}) VALUES (new.workspace_id, new.agent_id, new.session_id, new.message_id);
  INSERT INTO message_index (rowid, words) SELECT row, ${words('new')} ${numberOf('new')};`;

/** An index without content is told what to forget. */
const remove = `
  INSERT INTO message_index (message_index, rowid, words) SELECT 'delete', row, ${words('old')} ${numberOf('old')};
  DELETE ${numberOf('old')};`;

/** The state, assignee, tags and language of conversations, the index of the words of their messages, and saved views. See
 *  storage/tables.ts for what each column means. `searchable_count` is 0 for all from before, whose words are added in the
 *  background. secure-delete: the words of deleted messages leave the file. */
export const conversationSearch = `
ALTER TABLE conversations ADD COLUMN language TEXT;
ALTER TABLE conversations ADD COLUMN state TEXT NOT NULL DEFAULT 'open';
ALTER TABLE conversations ADD COLUMN assignee_type TEXT;
ALTER TABLE conversations ADD COLUMN assignee_id TEXT;
ALTER TABLE conversations ADD COLUMN assignee_name TEXT;
ALTER TABLE conversations ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE conversations ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN searchable_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN words TEXT;

DROP INDEX conversations_by_recency;
CREATE INDEX conversations_by_recency
  ON conversations (workspace_id, last_activity_at, agent_id, session_id, state, channel, language, started_at);
CREATE INDEX conversations_by_assignee ON conversations (workspace_id, assignee_id, last_activity_at, agent_id, session_id)
  WHERE assignee_id IS NOT NULL;
CREATE INDEX tagged_conversations ON conversations (workspace_id, last_activity_at, agent_id, session_id, tags)
  WHERE tags <> '[]';
CREATE INDEX unsearchable_conversations ON conversations (workspace_id, agent_id, session_id)
  WHERE searchable_count <> message_count;

CREATE TABLE message_rows (
  row INTEGER PRIMARY KEY, workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, session_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  UNIQUE (workspace_id, message_id)
) STRICT;
CREATE VIRTUAL TABLE message_index
  USING fts5 (words, content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '_.'");
INSERT INTO message_index (message_index, rank) VALUES ('secure-delete', 1);
CREATE TRIGGER message_words_added AFTER INSERT ON messages WHEN new.words IS NOT NULL BEGIN ${add}
END;
CREATE TRIGGER message_words_first AFTER UPDATE OF words ON messages WHEN old.words IS NULL AND new.words IS NOT NULL BEGIN ${add}
END;
CREATE TRIGGER message_words_changed AFTER UPDATE OF words ON messages WHEN old.words <> new.words BEGIN ${remove}${add}
END;
CREATE TRIGGER message_words_removed AFTER DELETE ON messages WHEN old.words IS NOT NULL BEGIN ${remove}
END;

CREATE TABLE saved_views (
  workspace_id TEXT NOT NULL REFERENCES workspaces ON DELETE CASCADE, view_id TEXT NOT NULL, list TEXT NOT NULL,
  name TEXT NOT NULL, filters TEXT NOT NULL, is_shared INTEGER NOT NULL, owner_type TEXT NOT NULL, owner_id TEXT NOT NULL,
  owner_name TEXT NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, view_id)
) STRICT, WITHOUT ROWID;
`;
