/** Versions of the configuration of agents, and how their widgets look. See storage/tables.ts. The settings of each agent become its version 1. */
export const agentVersions = `
ALTER TABLE agents ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE agents ADD COLUMN draft_saved_at INTEGER;
ALTER TABLE agents ADD COLUMN widget_appearance TEXT;
CREATE TABLE agent_versions (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, number INTEGER NOT NULL, configuration TEXT NOT NULL,
  knowledge_base_ids TEXT NOT NULL, changed TEXT NOT NULL, note TEXT, restored_from INTEGER,
  actor_type TEXT NOT NULL, actor_id TEXT, actor_name TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, number),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE widget_logos (
  workspace_id TEXT NOT NULL, agent_id TEXT NOT NULL, media_type TEXT NOT NULL, sha256 TEXT NOT NULL, bytes BLOB NOT NULL,
  PRIMARY KEY (workspace_id, agent_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
) STRICT;
INSERT INTO agent_versions (workspace_id, agent_id, number, configuration, knowledge_base_ids, changed, actor_type, actor_name, created_at)
  SELECT workspace_id, agent_id, 1,
    json_object('name', name, 'welcome_message', welcome_message, 'fallback_message', fallback_message,
      'system_prompt', system_prompt, 'response_length', response_length, 'min_confidence', min_confidence,
      'temperature', temperature, 'handover', handover),
    (SELECT json_group_array(knowledge_base_id) FROM (
      SELECT knowledge_base_id FROM agent_knowledge_bases AS links
      WHERE links.workspace_id = agents.workspace_id AND links.agent_id = agents.agent_id ORDER BY position)),
    '[]', 'service', 'Footnote', updated_at
  FROM agents;
`;
