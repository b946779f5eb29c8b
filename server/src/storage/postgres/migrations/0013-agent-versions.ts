/** Versions of the configuration of agents, and how their widgets look. See storage/tables.ts. The settings of each agent become its version 1. */
export const agentVersions = `
ALTER TABLE agents ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE agents ADD COLUMN draft_saved_at bigint;
ALTER TABLE agents ADD COLUMN widget_appearance text;
CREATE TABLE agent_versions (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, number integer NOT NULL,
  configuration text NOT NULL, knowledge_base_ids text NOT NULL, changed text NOT NULL, note text, restored_from integer,
  actor_type text NOT NULL, actor_id text COLLATE "C", actor_name text NOT NULL, created_at bigint NOT NULL,
  PRIMARY KEY (workspace_id, agent_id, number),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
CREATE TABLE widget_logos (
  workspace_id text COLLATE "C" NOT NULL, agent_id text COLLATE "C" NOT NULL, media_type text NOT NULL,
  sha256 text NOT NULL, bytes bytea NOT NULL,
  PRIMARY KEY (workspace_id, agent_id),
  FOREIGN KEY (workspace_id, agent_id) REFERENCES agents ON DELETE CASCADE
);
ALTER TABLE widget_logos ALTER COLUMN bytes SET STORAGE EXTERNAL;
INSERT INTO agent_versions (workspace_id, agent_id, number, configuration, knowledge_base_ids, changed, actor_type, actor_name, created_at)
  SELECT agents.workspace_id, agents.agent_id, 1,
    json_build_object('name', name, 'welcome_message', welcome_message, 'fallback_message', fallback_message,
      'system_prompt', system_prompt, 'response_length', response_length, 'min_confidence', min_confidence,
      'temperature', temperature, 'handover', handover)::text,
    coalesce((SELECT json_agg(knowledge_base_id ORDER BY position) FROM agent_knowledge_bases AS links
      WHERE links.workspace_id = agents.workspace_id AND links.agent_id = agents.agent_id)::text, '[]'),
    '[]', 'service', 'Footnote', updated_at
  FROM agents;
`;
