import { CompiledQuery } from 'kysely';
import type { ApiKeyId, KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { ChunkAddress } from '#storage/engine.ts';
import type { ReadScope } from '#storage/scope.ts';
import type { ChunkRow } from '#storage/tables.ts';
import type { BaseVersion } from './knowledge-bases.ts';

export type ChunkOfSource = ChunkRow & {
  source_name: string;
  source_url: string | null;
  source_file_name: string | null;
  source_external_id: string | null;
  knowledge_base_id: KnowledgeBaseId;
  tags: string;
  metadata: string;
  allowed: string | null;
};

/** What a node remembers of some knowledge bases of a workspace, or of all. state: the same as the database writes it. */
export type RememberedBases = { bases: BaseVersion[]; state: string };

/** A key that is only remembered to be valid. now: milliseconds since 1970. */
export type RememberedKey = { keyId: ApiKeyId; now: number };

/** What was read, or which of what was remembered holds no longer. */
export type ProvenChunks = { rows: ChunkOfSource[] } | { isKeyValid: boolean; bases: RememberedBases };

type Scope = Pick<ReadScope, 'db' | 'workspaceId'>;

// These statements are for engines that several nodes share, where a round trip costs more than a statement, and building
// one more than either: the embedded engine reads chunk by chunk.

const CHUNKS = `
  SELECT chunks.*, sources.name AS source_name, sources.url AS source_url, sources.file_name AS source_file_name,
    sources.external_id AS source_external_id, sources.knowledge_base_id, sources.tags, sources.metadata, sources.allowed
  FROM unnest($2::text[], $3::integer[], $4::integer[]) AS asked (source_id, revision, position)
  JOIN chunks ON chunks.workspace_id = $1 AND chunks.source_id = asked.source_id
    AND chunks.revision = asked.revision AND chunks.position = asked.position
  JOIN sources ON sources.workspace_id = $1 AND sources.source_id = asked.source_id`;

const stateWhere = (condition: string): string => `
  SELECT coalesce(json_agg(json_build_array(knowledge_base_id, index_version, embedding_choice, search_changes, deep_changes,
    answer_changes) ORDER BY knowledge_base_id)::text, '[]') AS state
  FROM knowledge_bases WHERE workspace_id = $1 AND ${condition}`;

const STATE_OF = stateWhere('($2::text[] IS NULL OR knowledge_base_id = ANY($2))');

/** Reads the chunks only if all that was remembered holds, in the moment in which it reads them. */
const PROVEN_CHUNKS = `
  WITH known AS MATERIALIZED (
    SELECT (${stateWhere('($5::text[] IS NULL OR knowledge_base_id = ANY($5))')}) AS state,
      ($7::text IS NULL OR EXISTS (
        SELECT FROM api_keys WHERE workspace_id = $1 AND key_id = $7 AND revoked_at IS NULL
          AND (expires_at IS NULL OR expires_at > $8::bigint)
      )) AS is_key_valid
  )
  SELECT CASE WHEN known.state <> $6 THEN known.state END AS changed_state, known.is_key_valid, found.*
  FROM known LEFT JOIN (${CHUNKS}) AS found ON known.is_key_valid AND known.state = $6`;

const addressColumns = (addresses: readonly ChunkAddress[]): unknown[] => [
  addresses.map(({ sourceId }) => sourceId),
  addresses.map(({ revision }) => revision),
  addresses.map(({ position }) => position),
];

/** The rows of the chunks at these addresses, unordered. Omits those that are gone. */
export async function readChunks(
  { db, workspaceId }: Scope,
  addresses: readonly ChunkAddress[],
): Promise<ChunkOfSource[]> {
  const parameters = [workspaceId, ...addressColumns(addresses)];
  return (await db.executeQuery<ChunkOfSource>(CompiledQuery.raw(CHUNKS, parameters))).rows;
}

/** The same, if everything that is remembered of the knowledge bases and of the key holds. ids: null for all. */
export async function readChunksIf(
  { db, workspaceId }: Scope,
  addresses: readonly ChunkAddress[],
  {
    ids,
    bases,
    key,
  }: { ids: readonly KnowledgeBaseId[] | null; bases: RememberedBases; key: RememberedKey | undefined },
): Promise<ProvenChunks> {
  const parameters = [
    workspaceId,
    ...addressColumns(addresses),
    ids,
    bases.state,
    key?.keyId ?? null,
    key?.now ?? null,
  ];
  const { rows } = await db.executeQuery<
    ChunkOfSource & { changed_state: string | null; is_key_valid: boolean; source_id: SourceId | null }
  >(CompiledQuery.raw(PROVEN_CHUNKS, parameters));
  const [first] = rows;
  if (!first?.is_key_valid || first.changed_state !== null)
    return {
      isKeyValid: first?.is_key_valid === true,
      bases: first?.changed_state ? basesOf(first.changed_state) : bases,
    };
  return { rows: rows.filter((row) => row.source_id !== null) };
}

/** What the database says of the knowledge bases. ids: null for all. */
export async function readBases(
  { db, workspaceId }: Scope,
  ids: readonly KnowledgeBaseId[] | null,
): Promise<RememberedBases> {
  const { rows } = await db.executeQuery<{ state: string }>(CompiledQuery.raw(STATE_OF, [workspaceId, ids]));
  return basesOf(rows[0]?.state ?? '[]');
}

type StateRow = [KnowledgeBaseId, string, string | null, number, number, number];

const basesOf = (state: string): RememberedBases => ({
  state,
  bases: (JSON.parse(state) as StateRow[]).map(
    ([knowledge_base_id, index_version, embedding_choice, search_changes, deep_changes, answer_changes]) => ({
      knowledge_base_id,
      index_version,
      embedding_choice,
      search_changes,
      deep_changes,
      answer_changes,
    }),
  ),
});
