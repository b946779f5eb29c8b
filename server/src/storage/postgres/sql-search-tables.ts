import type { Connections, Execute } from './connections.ts';
import { isLockTimeout, LOCK_TIMEOUT } from './lock-timeout.ts';
import { statementsOf } from './statements-of.ts';

/** Nodes before schema 10 searched in SQL: in tables `postings` and `chunk_vectors`, whose indexes `search_indexes` numbers.
 *  Such nodes may run on beside newer ones until they are replaced one by one, so the tables are kept as long as any is
 *  connected, and triggers translate between the two. */

/** A setting of the sessions of nodes that write `segments` and their log themselves. The triggers take all other sessions for
 *  those of older nodes. The name of the connection would not do: DATABASE_URL may give it another. */
export const SEARCHES_IN_MEMORY = '-c footnote.search=memory';

/** Removes what is left of the search in SQL. prefix: of the names. Citus drops one thing at a time. */
const dropping = (prefix: string): string => `
  DROP INDEX IF EXISTS ${prefix}segments_fresh;
  DROP INDEX IF EXISTS ${prefix}segments_merged;
  ALTER TABLE ${prefix}segments DROP COLUMN IF EXISTS index_no, DROP COLUMN IF EXISTS segment_no,
    DROP COLUMN IF EXISTS first_chunk_no, DROP COLUMN IF EXISTS token_count, DROP COLUMN IF EXISTS language;
  DROP TABLE IF EXISTS ${prefix}postings;
  DROP TABLE IF EXISTS ${prefix}chunk_vectors;
  DROP TABLE IF EXISTS ${prefix}search_indexes;
  DROP SEQUENCE IF EXISTS ${prefix}index_numbers;
  DROP SEQUENCE IF EXISTS ${prefix}segment_numbers;`;

/** What 0010 adds where these tables exist. Where Citus has spread them, they go at once: it refuses triggers, and nodes that
 *  search in SQL do not run on it.
 *
 *  A segment that an older node writes gets its number here. One that it removes is logged, unless the source has a segment
 *  of another version: then it is replaced, or an abandoned version goes, and the log, which knows no versions, would take
 *  the source out of the index that answers.
 *
 *  A segment that a newer node writes gets what older nodes look for: a number, its language and its tokens, read from the bytes
 *  of segment/segment.ts, and the row of its index. They search it as one that is not merged yet. When a newer node replaces or
 *  removes one that is merged, its vectors go. Its postings stay: older nodes skip them, because no segment has their
 *  chunks any more. */
export const BRIDGE_TO_SQL_SEARCH = `
DO $bridge$
DECLARE
  is_spread boolean;
BEGIN
IF to_regclass(format('%I.search_indexes', current_schema())) IS NULL THEN RETURN; END IF;
IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
  EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = $1)'
    INTO is_spread USING to_regclass(format('%I.segments', current_schema()));
  IF is_spread THEN
    ${dropping('')}
    RETURN;
  END IF;
END IF;

CREATE FUNCTION bridge_written_segment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  sizes bigint[];
  lengths_at integer;
  language_at integer;
  width integer;
BEGIN
  IF coalesce(current_setting('footnote.search', true), '') = '' THEN
    UPDATE knowledge_bases SET search_changes = search_changes + 1
      WHERE workspace_id = NEW.workspace_id AND knowledge_base_id = NEW.knowledge_base_id
      RETURNING search_changes INTO NEW.change_no;
    RETURN NEW;
  END IF;
  SELECT array_agg(field ORDER BY no) INTO sizes FROM (
    SELECT no, sum(get_byte(NEW.bytes, 4 * no + place)::bigint << 8 * place) AS field
    FROM generate_series(0, 14) AS no, generate_series(0, 3) AS place GROUP BY no
  ) AS header;
  -- From 1: magic, version, chunks, dimensions, terms, postings, then the sizes of nine sections from byte 60 on.
  lengths_at := 60 + 4 * ((sizes[7] + 3) / 4);
  width := sizes[8] / greatest(1, NEW.chunk_count);
  SELECT 60 + sum(4 * ((size + 3) / 4)) INTO language_at FROM unnest(sizes[7:13]) AS size;
  NEW.language := convert_from(substring(NEW.bytes FROM language_at + 1 FOR sizes[14]::integer), 'UTF8');
  SELECT coalesce(sum(greatest(1, tokens)), 0) INTO NEW.token_count FROM (
    SELECT sum(get_byte(NEW.bytes, lengths_at + chunk * width + place)::bigint << 8 * place) AS tokens
    FROM generate_series(0, NEW.chunk_count - 1) AS chunk, generate_series(0, width - 1) AS place GROUP BY chunk
  ) AS lengths;
  INSERT INTO search_indexes (workspace_id, knowledge_base_id, index_version, dimensions)
    VALUES (NEW.workspace_id, NEW.knowledge_base_id, NEW.index_version, sizes[4]) ON CONFLICT DO NOTHING;
  SELECT index_no INTO NEW.index_no FROM search_indexes AS indexes
    WHERE indexes.workspace_id = NEW.workspace_id AND indexes.knowledge_base_id = NEW.knowledge_base_id
      AND indexes.index_version = NEW.index_version;
  NEW.segment_no := nextval('segment_numbers');
  NEW.first_chunk_no := NULL;
  RETURN NEW;
END $$;

CREATE FUNCTION bridge_removed_segment() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  change bigint;
BEGIN
  IF coalesce(current_setting('footnote.search', true), '') = '' THEN
    IF TG_OP = 'UPDATE' OR EXISTS (
      SELECT FROM segments WHERE workspace_id = OLD.workspace_id AND source_id = OLD.source_id
        AND knowledge_base_id = OLD.knowledge_base_id
    ) THEN RETURN NULL; END IF;
    UPDATE knowledge_bases SET search_changes = search_changes + 1
      WHERE workspace_id = OLD.workspace_id AND knowledge_base_id = OLD.knowledge_base_id
      RETURNING search_changes INTO change;
    -- A knowledge base that is being deleted needs no log.
    IF change IS NOT NULL THEN
      INSERT INTO segment_removals VALUES (OLD.workspace_id, OLD.knowledge_base_id, change, OLD.source_id);
    END IF;
  ELSIF OLD.first_chunk_no IS NOT NULL THEN
    -- The index first, then its vectors, as older nodes lock them.
    PERFORM FROM search_indexes WHERE workspace_id = OLD.workspace_id AND index_no = OLD.index_no FOR UPDATE;
    WITH gone AS (
      DELETE FROM chunk_vectors WHERE workspace_id = OLD.workspace_id AND index_no = OLD.index_no
        AND chunk_no >= OLD.first_chunk_no AND chunk_no < OLD.first_chunk_no + OLD.chunk_count
      RETURNING graph_dimensions
    )
    UPDATE search_indexes
      SET changes = changes + 1, graph_count = graph_count - (SELECT count(graph_dimensions) FROM gone)
      WHERE workspace_id = OLD.workspace_id AND index_no = OLD.index_no;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER bridge_written_segment BEFORE INSERT OR UPDATE OF bytes ON segments
  FOR EACH ROW EXECUTE FUNCTION bridge_written_segment();
CREATE TRIGGER bridge_removed_segment AFTER UPDATE OF bytes OR DELETE ON segments
  FOR EACH ROW EXECUTE FUNCTION bridge_removed_segment();
END $bridge$;
`;

async function hasTables({ read, schema }: { read: Execute; schema: string }): Promise<boolean> {
  const { rows } = await read('SELECT to_regclass($1) IS NOT NULL AS is_there', [`${schema}.search_indexes`]);
  return rows[0]?.['is_there'] === true;
}

/** Removes the tables once no older node is connected. False when there are none any more. Does nothing while a dump or another transaction reads the tables, because all later statements on `segments` would wait
 *  behind this one. The next look tries again. */
export async function dropSqlSearch(connections: Connections): Promise<boolean> {
  if (!(await hasTables(connections))) return false;
  const { schema } = connections;
  const connection = await connections.acquire();
  let isBroken = true;
  try {
    // The first statement lets one node at a time through.
    const script = `BEGIN; ${LOCK_TIMEOUT};
      LOCK TABLE ${schema}.segments IN ACCESS EXCLUSIVE MODE;
      DROP FUNCTION IF EXISTS ${schema}.bridge_written_segment CASCADE;
      DROP FUNCTION IF EXISTS ${schema}.bridge_removed_segment CASCADE;
      ${dropping(`${schema}.`)}
      COMMIT`;
    for (const statement of statementsOf(script)) await connection.runAll(statement);
    isBroken = false;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  } finally {
    // Closing the connection also ends an open transaction.
    connection.release(isBroken);
  }
  return true;
}
