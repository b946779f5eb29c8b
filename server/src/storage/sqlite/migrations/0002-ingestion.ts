/** Web pages, crawls, equal content, and queues that are fair between workspaces. */
export const ingestion = `
ALTER TABLE sources ADD COLUMN duplicate_of TEXT;
ALTER TABLE sources ADD COLUMN canonical_url TEXT;
ALTER TABLE sources ADD COLUMN etag TEXT;
ALTER TABLE sources ADD COLUMN last_modified TEXT;
ALTER TABLE sources ADD COLUMN fetched_at INTEGER;
ALTER TABLE sources ADD COLUMN refresh_interval_hours INTEGER;
ALTER TABLE sources ADD COLUMN refresh_at INTEGER;
ALTER TABLE sources ADD COLUMN refresh_error TEXT;
ALTER TABLE sources ADD COLUMN crawl_id TEXT;
CREATE INDEX sources_by_content ON sources (workspace_id, knowledge_base_id, content_sha256) WHERE content_sha256 IS NOT NULL;
CREATE INDEX sources_by_url ON sources (workspace_id, knowledge_base_id, url) WHERE url IS NOT NULL;
CREATE INDEX sources_by_original ON sources (workspace_id, duplicate_of) WHERE duplicate_of IS NOT NULL;
CREATE INDEX sources_by_refresh ON sources (refresh_at) WHERE refresh_at IS NOT NULL;

ALTER TABLE jobs ADD COLUMN lane TEXT NOT NULL DEFAULT 'compute';
DROP INDEX jobs_by_time;
CREATE INDEX jobs_by_time ON jobs (lane, coalesce(lease_until, run_at), job_id);
CREATE INDEX jobs_by_turn ON jobs (lane, workspace_id, coalesce(lease_until, run_at), job_id);

CREATE TABLE crawls (
  workspace_id TEXT NOT NULL, crawl_id TEXT NOT NULL, knowledge_base_id TEXT NOT NULL,
  url TEXT NOT NULL, mode TEXT NOT NULL, max_pages INTEGER NOT NULL, max_depth INTEGER NOT NULL, tags TEXT NOT NULL,
  refresh_interval_hours INTEGER,
  status TEXT NOT NULL, error TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, ended_at INTEGER,
  PRIMARY KEY (workspace_id, crawl_id),
  FOREIGN KEY (workspace_id, knowledge_base_id) REFERENCES knowledge_bases ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE crawl_pages (
  workspace_id TEXT NOT NULL, crawl_id TEXT NOT NULL, position INTEGER NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL, depth INTEGER NOT NULL,
  status TEXT NOT NULL, source_id TEXT, reason TEXT,
  PRIMARY KEY (workspace_id, crawl_id, position),
  FOREIGN KEY (workspace_id, crawl_id) REFERENCES crawls ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX crawl_pages_by_url ON crawl_pages (workspace_id, crawl_id, url);
CREATE INDEX crawl_pages_by_status ON crawl_pages (workspace_id, crawl_id, status, position);
`;
