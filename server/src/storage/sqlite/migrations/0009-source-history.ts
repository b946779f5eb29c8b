/** What happened to each source: added, changed, indexed and so on; see storage/tables.ts. Of sources that are there already
 *  it begins with what is known: when they were added, and how their indexings ended as far back as events are kept. The
 *  ids of those keep their digits, by which they sort. */
export const sourceHistory = `
ALTER TABLE crawls ADD COLUMN started_by TEXT;

CREATE TABLE source_history (
  workspace_id TEXT NOT NULL, source_id TEXT NOT NULL, entry_id TEXT NOT NULL, action TEXT NOT NULL,
  actor_type TEXT NOT NULL, actor_id TEXT, actor_name TEXT NOT NULL, details TEXT NOT NULL, created_at INTEGER NOT NULL,
  PRIMARY KEY (workspace_id, source_id, entry_id),
  FOREIGN KEY (workspace_id, source_id) REFERENCES sources ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO source_history
SELECT workspace_id, source_id, 'his' || substr(source_id, 4), 'added', 'service', NULL, 'Footnote',
  json_patch('{}', json_object('type', type, 'crawl_id', crawl_id)), created_at
FROM sources;

INSERT INTO source_history
SELECT workspace_id, source_id, 'his' || substr(event_id, 4), action, 'service', NULL, 'Footnote', details, created_at
FROM (
  SELECT events.workspace_id, source_id, event_id, events.created_at,
    CASE events.type WHEN 'source.failed' THEN 'failed' ELSE 'indexed' END AS action,
    CASE events.type
      WHEN 'source.failed' THEN json_patch('{}', json_object('error', json_extract(data, '$.error')))
      ELSE json_patch('{}', json_object(
        'chunk_count', json_extract(data, '$.chunk_count'), 'size_bytes', json_extract(data, '$.size_bytes')
      ))
    END AS details,
    row_number() OVER (PARTITION BY events.workspace_id, source_id ORDER BY event_id DESC) AS place
  FROM events JOIN sources ON sources.workspace_id = events.workspace_id AND source_id = subject_id
  WHERE events.type IN ('source.indexed', 'source.failed')
) AS outcomes
WHERE place <= 200;

-- The history was read by it.
DROP INDEX events_by_subject;
`;
