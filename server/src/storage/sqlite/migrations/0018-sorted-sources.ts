/** Indexes for the orders of the list of sources. See storage/tables/source-order.ts. */
export const sortedSources = `
CREATE INDEX sources_by_name ON sources (workspace_id, name COLLATE NOCASE, source_id);
CREATE INDEX sources_by_change ON sources (workspace_id, updated_at, source_id);
CREATE INDEX sources_by_size ON sources (workspace_id, coalesce(size_bytes, 0), source_id);
CREATE INDEX sources_by_chunks ON sources (workspace_id, chunk_count, source_id);
`;
