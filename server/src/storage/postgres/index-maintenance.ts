import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceId } from '#lib/ids.ts';
import type { Connections, Execute } from './connections.ts';
import { mergeSegments } from './merge-segments.ts';

/** Thresholds for index maintenance, all in chunks. */
export type MaintenanceSizes = {
  /** An index with this many unmerged chunks is merged. With fewer, they are searched in memory. */
  unmerged: number;
  /** A node counts the unmerged chunks of an index each time it has written this many. */
  lookAfter: number;
  /** How many vectors of an index may stay outside the graph. An index of up to GRAPH_FROM times as many has no graph:
   *  all of its merged vectors are compared one by one. */
  outsideGraph: number;
  /** Vectors that one transaction moves into the graph. Few, because each takes milliseconds, during which deleting its
   *  source waits. */
  graphBatch: number;
};

export const MAINTENANCE_SIZES: MaintenanceSizes = {
  unmerged: 2_000,
  lookAfter: 500,
  outsideGraph: 2_000,
  graphBatch: 100,
};
/** Comparing 10,000 vectors of 256 dimensions takes 8 ms, a graph search 4 ms. Below that a graph isn't worth its cost. */
const GRAPH_FROM = 5;
/** The most dimensions that a pgvector index takes. */
const GRAPH_DIMENSIONS = 4_000;

/** The delay after startup, which lets requests go first. */
const FIRST_LOOK_MS = 10_000;

/** Retries when another transaction holds the index. A deletion takes milliseconds. */
const MOST_VAIN_TRIES = 20;
const VAIN_PAUSE_MS = 100;

type IndexRow = { workspaceId: WorkspaceId; indexNo: number };

/** Runs statements in their own transaction. No request waits for it. */
export type InTransaction = <T>(work: (run: Execute) => Promise<T>) => Promise<T>;

/** Maintains the indexes that this node writes, in the background, one at a time. The next write, on this or another
 *  node, resumes interrupted work. */
export function createMaintenance(
  connections: Connections,
  {
    inTransaction,
    onFault,
    sizes,
  }: { inTransaction: InTransaction; onFault: (error: unknown) => void; sizes: MaintenanceSizes },
) {
  const written = new Map<string, number>();
  const waiting = new Map<string, IndexRow>();
  let working: Promise<void> | undefined;
  let isClosed = false;

  const work = async (): Promise<void> => {
    for (;;) {
      const [next] = waiting;
      if (!next || isClosed) return;
      const [key, index] = next;
      waiting.delete(key);
      try {
        await mergeAll(index);
        await growGraph(index);
      } catch (error) {
        onFault(error);
      }
    }
  };

  const mergeAll = async (index: IndexRow): Promise<void> => {
    while (!isClosed && (await unmergedChunks(connections.read, index)) >= sizes.unmerged) {
      const merged = await inTransaction((run) => mergeSegments(run, index));
      if (merged === 0) return;
    }
  };

  const growGraph = async (index: IndexRow): Promise<void> => {
    const { workspaceId, indexNo } = index;
    let hasMoved = false;
    for (let vainTries = 0; vainTries < MOST_VAIN_TRIES; ) {
      const { rows } = await connections.read(
        'SELECT dimensions, chunk_count, graph_count FROM search_indexes WHERE workspace_id = $1 AND index_no = $2',
        [workspaceId, indexNo],
      );
      const [row] = rows;
      if (!row || isClosed) return;
      const [dimensions, chunks, inGraph] = [row['dimensions'], row['chunk_count'], row['graph_count']].map(
        Number,
      );
      const excess = (chunks ?? 0) - (inGraph ?? 0) - sizes.outsideGraph;
      const isSmall = inGraph === 0 && (chunks ?? 0) <= GRAPH_FROM * sizes.outsideGraph;
      if (isSmall || excess <= 0 || dimensions === undefined || dimensions > GRAPH_DIMENSIONS) break;
      await makeGraph(connections, dimensions);
      const moved = await inTransaction((run) =>
        moveIntoGraph(run, index, dimensions, Math.min(excess, sizes.graphBatch)),
      );
      hasMoved ||= moved > 0;
      if (moved > 0) continue;
      vainTries++;
      await sleep(VAIN_PAUSE_MS);
    }
    // Without fresh statistics the planner overestimates the vectors outside the graph and reads the whole table.
    if (hasMoved) await onConnection(connections, 'ANALYZE chunk_vectors');
  };

  const enqueue = (index: IndexRow): void => {
    if (isClosed) return;
    waiting.set(`${index.workspaceId} ${index.indexNo}`, index);
    working ??= work().finally(() => {
      working = undefined;
    });
  };
  // Finds indexes that another node left half merged and that have had no write since.
  const firstLook = setTimeout(
    () => void unfinished(connections.read, sizes).then((indexes) => indexes.forEach(enqueue), onFault),
    FIRST_LOOK_MS,
  ).unref();

  return {
    /** Call this after each commit that added chunks. */
    wrote: (index: IndexRow, chunkCount: number): void => {
      const key = `${index.workspaceId} ${index.indexNo}`;
      // Count at startup too: nodes that crashed may have left work.
      const count = (written.get(key) ?? sizes.lookAfter) + chunkCount;
      written.set(key, count % sizes.lookAfter);
      if (count >= sizes.lookAfter) enqueue(index);
    },
    /** Resolves when no work is left. */
    idle: async (): Promise<void> => {
      while (working) await working;
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(firstLook);
      await working;
    },
  };
}

/** The indexes with more unmerged chunks, or more vectors outside the graph, than allowed. */
async function unfinished(read: Execute, { unmerged, outsideGraph }: MaintenanceSizes): Promise<IndexRow[]> {
  const { rows } = await read(
    `SELECT workspace_id, index_no FROM search_indexes AS indexes
     WHERE (chunk_count > $1 AND chunk_count - graph_count > $2 AND dimensions <= $4) OR $3 <= (
       SELECT sum(chunk_count) FROM segments
       WHERE segments.workspace_id = indexes.workspace_id AND segments.index_no = indexes.index_no AND first_chunk_no IS NULL
     )`,
    [GRAPH_FROM * outsideGraph, outsideGraph, unmerged, GRAPH_DIMENSIONS],
  );
  return rows.map((row) => ({
    workspaceId: row['workspace_id'] as WorkspaceId,
    indexNo: Number(row['index_no']),
  }));
}

async function unmergedChunks(read: Execute, { workspaceId, indexNo }: IndexRow): Promise<number> {
  const { rows } = await read(
    'SELECT coalesce(sum(chunk_count), 0) AS count FROM segments WHERE workspace_id = $1 AND index_no = $2 AND first_chunk_no IS NULL',
    [workspaceId, indexNo],
  );
  return Number(rows[0]?.['count']);
}

/** Runs a statement outside any transaction. */
async function onConnection(connections: Connections, statement: string): Promise<void> {
  const connection = await connections.acquire();
  try {
    await connection.runAll(statement);
  } finally {
    connection.release();
  }
}

/** Creates the graph for vectors of `dimensions` unless it exists. */
async function makeGraph(connections: Connections, dimensions: number): Promise<void> {
  const name = `chunk_vectors_graph_${dimensions}`;
  const { rows } = await connections.read('SELECT to_regclass($1) IS NOT NULL AS is_there', [name]);
  if (rows[0]?.['is_there'] === true) return;
  await onConnection(
    connections,
    `CREATE INDEX IF NOT EXISTS ${name} ON chunk_vectors USING hnsw ((embedding::halfvec(${dimensions})) halfvec_cosine_ops)
     WHERE graph_dimensions = ${dimensions}`,
  );
}

/** Moves the first vectors outside the graph into it. Returns how many: 0 when another node or a deletion holds the
 *  index. Every change of an index locks its row before its vectors, which avoids deadlocks. */
async function moveIntoGraph(
  run: Execute,
  { workspaceId, indexNo }: IndexRow,
  dimensions: number,
  count: number,
): Promise<number> {
  const { rows } = await run(
    'SELECT index_no FROM search_indexes WHERE workspace_id = $1 AND index_no = $2 FOR UPDATE SKIP LOCKED',
    [workspaceId, indexNo],
  );
  if (rows.length === 0) return 0;
  const { changes } = await run(
    `UPDATE chunk_vectors SET graph_dimensions = $3
     WHERE workspace_id = $1 AND index_no = $2 AND chunk_no = ANY(ARRAY(
       SELECT chunk_no FROM chunk_vectors WHERE workspace_id = $1 AND index_no = $2 AND graph_dimensions IS NULL
       ORDER BY chunk_no LIMIT $4 FOR UPDATE SKIP LOCKED
     ))`,
    [workspaceId, indexNo, dimensions, count],
  );
  await run(
    'UPDATE search_indexes SET graph_count = graph_count + $3 WHERE workspace_id = $1 AND index_no = $2',
    [workspaceId, indexNo, changes],
  );
  return changes;
}
