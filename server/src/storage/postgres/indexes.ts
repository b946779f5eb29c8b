import type { KnowledgeBaseId, SourceId } from '#lib/ids.ts';
import type { SearchScope } from '#storage/engine.ts';
import { IndexSwitchedError } from '#storage/index-switched-error.ts';
import type { Connections, Execute } from './connections.ts';
import {
  SegmentReplacedError,
  type UnmergedIndexes,
  type UnmergedList,
  type UnmergedView,
} from './unmerged-segments.ts';

/** One index as a query sees it: its merged and its unmerged part. */
export type OpenIndex = {
  knowledgeBaseId: KnowledgeBaseId;
  indexNo: number;
  dimensions: number;
  /** Merged chunks only, as is `tokenCount`. */
  chunkCount: number;
  tokenCount: number;
  graphCount: number;
  /** How many times segments were merged into the index or removed from it. */
  changes: number;
  unmerged: UnmergedView;
};

/** Identifies a list of segments: its length, and two sums that tell lists of equal length apart. */
const SIGNATURE = `concat(count(*), ' ', coalesce(sum(segment_no), 0), ' ', coalesce(sum((segment_no % 65521) * (segment_no % 65521)), 0))`;

const OPEN = `
  SELECT bases.knowledge_base_id, bases.index_version AS answers, indexes.index_no, indexes.dimensions,
    indexes.chunk_count, indexes.token_count, indexes.graph_count, indexes.changes, unmerged.signature,
    CASE WHEN unmerged.signature <> asked.signature THEN (
      SELECT json_agg(json_build_array(segment_no, source_id, revision)) FROM segments
      WHERE segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no AND first_chunk_no IS NULL
    ) END AS listed
  FROM unnest($2::text[], $3::text[]) AS asked (knowledge_base_id, signature)
  JOIN knowledge_bases AS bases ON bases.workspace_id = $1 AND bases.knowledge_base_id = asked.knowledge_base_id
  LEFT JOIN search_indexes AS indexes ON indexes.workspace_id = bases.workspace_id
    AND indexes.knowledge_base_id = bases.knowledge_base_id AND indexes.index_version = $4
  LEFT JOIN LATERAL (
    SELECT ${SIGNATURE} AS signature FROM segments
    WHERE segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no AND first_chunk_no IS NULL
  ) AS unmerged ON true`;

type Row = {
  knowledge_base_id: KnowledgeBaseId;
  answers: string;
  index_no: number | null;
  dimensions: number;
  chunk_count: number;
  token_count: number;
  graph_count: number;
  changes: number;
  signature: string;
  listed: [segmentNo: number, sourceId: SourceId, revision: number][] | null;
};

/** The languages of the sources in these knowledge bases. Throws the errors of `withIndexes`. */
export async function languagesOf(
  read: Execute,
  { workspaceId, knowledgeBaseIds, indexVersion, hiddenSourceIds = new Set() }: SearchScope,
): Promise<string[]> {
  const { rows } = await read(LANGUAGES, [workspaceId, knowledgeBaseIds, indexVersion, [...hiddenSourceIds]]);
  const languages = rows.flatMap((row) => {
    assertAnswers(row as Pick<Row, 'knowledge_base_id' | 'answers'>, indexVersion);
    const merged = JSON.parse(String(row['merged'] ?? '{}')) as Record<string, number>;
    const hidden = (row['hidden'] ?? {}) as Record<string, number>;
    return [
      ...Object.keys(merged).filter((language) => (merged[language] ?? 0) > (hidden[language] ?? 0)),
      ...((row['unmerged'] ?? []) as string[]),
    ];
  });
  return [...new Set(languages)];
}

const LANGUAGES = `
  SELECT bases.knowledge_base_id, bases.index_version AS answers, indexes.languages AS merged, (
    SELECT json_agg(DISTINCT language) FROM segments
    WHERE segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no AND first_chunk_no IS NULL
      AND source_id NOT IN (SELECT unnest($4::text[]))
  ) AS unmerged, (
    SELECT json_object_agg(language, sources) FROM (
      SELECT language, count(*) AS sources FROM segments
      WHERE segments.workspace_id = indexes.workspace_id AND source_id = ANY($4)
        AND segments.index_no = indexes.index_no AND first_chunk_no IS NOT NULL
      GROUP BY language
    ) AS hidden
  ) AS hidden
  FROM knowledge_bases AS bases
  LEFT JOIN search_indexes AS indexes ON indexes.workspace_id = bases.workspace_id
    AND indexes.knowledge_base_id = bases.knowledge_base_id AND indexes.index_version = $3
  WHERE bases.workspace_id = $1 AND bases.knowledge_base_id = ANY($2)`;

function assertAnswers(
  { knowledge_base_id, answers }: Pick<Row, 'knowledge_base_id' | 'answers'>,
  indexVersion: string,
): void {
  if (answers !== indexVersion) throw new IndexSwitchedError(knowledge_base_id, indexVersion);
}

/** Opens the indexes of a scope for `use` on one snapshot, in which every segment appears exactly once. Throws
 *  IndexSwitchedError when one of the knowledge bases answers from another version. A knowledge base that was deleted,
 *  or has no sources yet, has no index. */
export async function withIndexes<T>(
  tools: { connections: Pick<Connections, 'snapshot'>; unmerged: UnmergedIndexes },
  scope: SearchScope,
  use: (read: Execute, indexes: OpenIndex[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tools.connections.snapshot((read) => openAndUse(read, tools.unmerged, scope, use));
    } catch (error) {
      if (!(error instanceof SegmentReplacedError) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

/** Retries after a source was replaced within the milliseconds of a query. Reaching this limit takes a replacement in
 *  every attempt. */
const MOST_ATTEMPTS = 20;

async function openAndUse<T>(
  read: Execute,
  unmerged: UnmergedIndexes,
  { workspaceId, knowledgeBaseIds, indexVersion }: SearchScope,
  use: (read: Execute, indexes: OpenIndex[]) => Promise<T>,
): Promise<T> {
  const query = unmerged.begin(
    knowledgeBaseIds.map((knowledgeBaseId) => ({ workspaceId, knowledgeBaseId, indexVersion })),
  );
  try {
    const { rows } = await read(OPEN, [workspaceId, knowledgeBaseIds, query.signatures, indexVersion]);
    const opened: OpenIndex[] = [];
    for (const row of rows as Row[]) {
      assertAnswers(row, indexVersion);
      if (row.index_no === null) continue;
      const held = query.signatures[knowledgeBaseIds.indexOf(row.knowledge_base_id)];
      const list = row.signature === held ? undefined : listOf(row);
      const view = await query.view(read, row.knowledge_base_id, list);
      opened.push(openIndex(row, row.index_no, view));
    }
    return await use(read, opened);
  } finally {
    query.end();
  }
}

const listOf = ({ listed, signature }: Row): UnmergedList => ({
  signature,
  segments: new Map(
    (listed ?? []).map(([segmentNo, sourceId, revision]) => [sourceId, { segmentNo, sourceId, revision }]),
  ),
});

const openIndex = (row: Row, indexNo: number, unmerged: UnmergedView): OpenIndex => ({
  knowledgeBaseId: row.knowledge_base_id,
  indexNo,
  dimensions: row.dimensions,
  chunkCount: row.chunk_count,
  tokenCount: row.token_count,
  graphCount: row.graph_count,
  changes: row.changes,
  unmerged,
});
