/** Web pages, crawls, equal content, and queues that are fair between workspaces.
 *  The statistics at the end are those of an installation with one large workspace. Without any, SQLite takes a
 *  workspace for ten rows and reads all of it: looking for equal content took 0.3 ms among 2,000 sources. */
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
CREATE INDEX crawl_pages_by_kind ON crawl_pages (workspace_id, crawl_id, kind, status);
CREATE INDEX crawl_pages_by_status ON crawl_pages (workspace_id, crawl_id, status, position);

ANALYZE sqlite_schema;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('sources', 'sources', '100000 100000 1'),
  ('sources', 'sources_by_status', '100000 100000 30000 1'),
  ('sources', 'sources_by_base', '100000 100000 10000 1'),
  ('sources', 'sources_by_content', '100000 100000 10000 1 1'),
  ('sources', 'sources_by_url', '50000 50000 10000 1 1'),
  ('sources', 'sources_by_original', '1000 1000 2 1'),
  ('source_tags', 'source_tags', '100000 100000 1000 1'),
  ('source_tags', 'source_tags_by_source', '100000 100000 2 1'),
  ('segments', 'sqlite_autoindex_segments_1', '100000 100000 1'),
  ('segments', 'segments_by_base', '100000 100000 10000 1'),
  ('jobs', 'jobs', '10000 10000 1'),
  ('jobs', 'jobs_by_subject', '10000 10000 1 1'),
  ('jobs', 'jobs_by_time', '10000 5000 2 1 1'),
  ('jobs', 'jobs_by_turn', '10000 5000 5000 2 1'),
  ('crawl_pages', 'crawl_pages', '100000 100000 5000 1'),
  ('crawl_pages', 'crawl_pages_by_url', '100000 100000 5000 1'),
  ('crawl_pages', 'crawl_pages_by_kind', '100000 100000 5000 5000 1000'),
  ('crawl_pages', 'crawl_pages_by_status', '100000 100000 5000 1000 1'),
  ('messages', 'messages', '100000 100000 10000 10 1'),
  ('messages', 'messages_by_id', '100000 100000 1'),
  ('message_sources', 'message_sources', '100000 100000 100 1'),
  ('message_sources', 'message_sources_by_message', '100000 100000 3 1'),
  ('conversations', 'conversations', '10000 10000 1000 1'),
  ('conversations', 'conversations_by_activity', '10000 10000 1000 1 1');
ANALYZE sqlite_schema;
`;
