import type { Connections, Execute } from './connections.ts';

/** Nodes before schema 10 searched in SQL: in tables `postings` and `chunk_vectors`, whose indexes `search_indexes` numbers.
 *  Such nodes may run on beside newer ones until they are replaced one by one, so the tables are kept as long as any is
 *  connected, and a trigger translates between the two. */

/** What 0010 adds where these tables exist. A write of an older node gets its number from the trigger, and one of a newer
 *  node what the older ones look for: they search it from its bytes, as anything that is not merged yet. Older nodes are known
 *  by the name of their connection, which is that of the schema. */
export const BRIDGE_TO_SQL_SEARCH = `
DO $bridge$ BEGIN
IF to_regclass('search_indexes') IS NULL THEN RETURN; END IF;
ALTER TABLE segments ALTER COLUMN index_no DROP NOT NULL, ALTER COLUMN token_count SET DEFAULT 0,
  ALTER COLUMN language SET DEFAULT 'und';
CREATE FUNCTION bridge_segments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' AND current_setting('application_name') <> TG_TABLE_SCHEMA THEN
    NEW.index_no := (SELECT index_no FROM search_indexes AS indexes
      WHERE indexes.workspace_id = NEW.workspace_id AND indexes.knowledge_base_id = NEW.knowledge_base_id
        AND indexes.index_version = NEW.index_version);
    NEW.segment_no := nextval('segment_numbers');
    NEW.first_chunk_no := NULL;
    RETURN NEW;
  END IF;
  IF current_setting('application_name') <> TG_TABLE_SCHEMA THEN RETURN OLD; END IF;
  IF TG_OP = 'UPDATE' AND NEW.bytes = OLD.bytes THEN RETURN NEW; END IF;
  IF TG_OP = 'DELETE' THEN
    UPDATE knowledge_bases SET search_changes = search_changes + 1
      WHERE workspace_id = OLD.workspace_id AND knowledge_base_id = OLD.knowledge_base_id;
    INSERT INTO segment_removals SELECT workspace_id, knowledge_base_id, search_changes, OLD.source_id FROM knowledge_bases
      WHERE workspace_id = OLD.workspace_id AND knowledge_base_id = OLD.knowledge_base_id
      ON CONFLICT DO NOTHING;
    RETURN OLD;
  END IF;
  UPDATE knowledge_bases SET search_changes = search_changes + 1
    WHERE workspace_id = NEW.workspace_id AND knowledge_base_id = NEW.knowledge_base_id
    RETURNING search_changes INTO NEW.change_no;
  RETURN NEW;
END $$;
CREATE TRIGGER bridge_segments BEFORE INSERT OR UPDATE OR DELETE ON segments
  FOR EACH ROW EXECUTE FUNCTION bridge_segments();
END $bridge$;
`;

/** How often a node looks whether the last older one has gone. */
const LOOK_EVERY_MS = 60_000;

/** Removes the tables once no older node is connected. Returns a function that stops looking. */
export function retireSqlSearch(connections: Connections, onFault: (error: unknown) => void): () => void {
  const look = async (): Promise<void> => {
    if (await isRetired(connections)) clearInterval(timer);
  };
  const timer = setInterval(() => void look().catch(onFault), LOOK_EVERY_MS).unref();
  void look().catch(onFault);
  return () => clearInterval(timer);
}

async function isRetired(connections: Connections): Promise<boolean> {
  const { schema } = connections;
  if (!(await hasTables(connections.read))) return true;
  const { rows } = await connections.read(
    'SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [schema],
  );
  if (Number(rows[0]?.['count']) > 0) return false;
  const connection = await connections.acquire();
  try {
    await connection.runAll(`BEGIN; SELECT pg_advisory_xact_lock(7063746, 1); SET LOCAL statement_timeout = 0;
      DROP TRIGGER IF EXISTS bridge_segments ON segments; DROP FUNCTION IF EXISTS bridge_segments;
      DROP INDEX IF EXISTS segments_fresh, segments_merged;
      ALTER TABLE segments DROP COLUMN IF EXISTS index_no, DROP COLUMN IF EXISTS segment_no, DROP COLUMN IF EXISTS first_chunk_no,
        DROP COLUMN IF EXISTS token_count, DROP COLUMN IF EXISTS language;
      DROP TABLE IF EXISTS postings, chunk_vectors, search_indexes; DROP SEQUENCE IF EXISTS index_numbers, segment_numbers;
      COMMIT`);
  } catch (error) {
    connection.release(true);
    throw error;
  }
  connection.release();
  return true;
}

async function hasTables(read: Execute): Promise<boolean> {
  const { rows } = await read("SELECT to_regclass('search_indexes') IS NOT NULL AS is_there");
  return rows[0]?.['is_there'] === true;
}
