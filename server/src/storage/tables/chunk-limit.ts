import { LRUCache } from 'lru-cache';
import type { KnowledgeBaseId, WorkspaceId } from '#lib/ids.ts';
import type { Engine } from '#storage/engine.ts';
import type { WriteScope } from '#storage/scope.ts';
import type { KnowledgeBaseRow } from '#storage/tables.ts';
import { compiledOnce } from './compiled-queries.ts';

type Limit = {
  /** Of a workspace. */
  most: number;
  /** What was counted last: counting looks at every source of a workspace. */
  known: LRUCache<WorkspaceId, Known>;
};

/** What a node knows of a workspace. */
type Known = {
  /** It had so many chunks, or fewer if sources were removed or replaced since they were counted. */
  atMost: number;
  isExact: boolean;
  /** `search_changes` of its knowledge bases at that time. */
  changes: Map<KnowledgeBaseId, number>;
  /** atMost with what this node has committed since. */
  guess: number;
  /** Milliseconds of this process. */
  readAt: number;
  /** When counting ended, and how many milliseconds it took. */
  counted: { at: number; took: number };
};

type Base = Pick<KnowledgeBaseRow, 'knowledge_base_id' | 'index_version' | 'search_changes'>;

type Sum = { chunks: number | string | null };

const LIMITS = new WeakMap<Engine, Limit>();

/** How many workspaces are remembered. */
const REMEMBERED = 10_000;
/** Within it a request believes that there is room. A source that does not fit in fails when it is indexed. */
const ROUGHLY_MS = 10_000;
/** A workspace is not counted again for a request until so many times as long has passed as counting took, or so many
 *  milliseconds. */
const REST = 20;
const REST_MS = 5_000;

/** From now on a workspace may have `most` chunks. */
export function limitChunks(engine: Engine, most: number): void {
  LIMITS.set(engine, { most, known: new LRUCache({ max: REMEMBERED }) });
}

const basesOf = compiledOnce<Base, readonly [WorkspaceId]>(
  (db, workspaceId) =>
    db
      .selectFrom('knowledge_bases')
      .select(['knowledge_base_id', 'index_version', 'search_changes'])
      .where('workspace_id', '=', workspaceId),
  1,
);

/** The values for one range of the query below. */
type Range = readonly [WorkspaceId, KnowledgeBaseId, Base['index_version'], Base['search_changes']];

/** The chunks of the segments that were written to a knowledge base after a change, as up to three sums. Each is of a range of
 *  segments_by_change. There are other versions than the one that answers only while a model is changed. */
const writtenAfter = compiledOnce<Sum, readonly [...Range, ...Range, ...Range]>((db, ...values) => {
  const [same, lower, higher] = (['=', '<', '>'] as const).map((operator, i) => {
    const [workspaceId, knowledgeBaseId, indexVersion, changeNo] = values.slice(4 * i) as unknown as Range;
    return db
      .selectFrom('segments')
      .select(({ fn }) => fn.sum<number | string | null>('chunk_count').as('chunks'))
      .where('workspace_id', '=', workspaceId)
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .where('index_version', operator, indexVersion)
      .where('change_no', '>', changeNo);
  });
  if (!same || !lower || !higher) throw new Error('There are three operators.');
  return same.unionAll(lower).unionAll(higher);
}, 12);

/** Keeps workspaces from having more chunks than a node can search, exactly: transactions of a workspace take turns, and
 *  each first looks at what the others have added. Both functions must be called before the transaction changes an index. */
export const chunkLimit = (scope: WriteScope) => {
  const { engine, db, tx, workspaceId } = scope;
  const limit = LIMITS.get(engine);
  let isTaken = false;

  const count = async (bases: readonly Base[]): Promise<Known> => {
    const startedAt = performance.now();
    // Of all sources, whatever the scope sees of them.
    const { chunks } = await db
      .selectFrom('sources')
      .select(({ fn }) => fn.sum<number | string | null>('chunk_count').as('chunks'))
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirstOrThrow();
    const at = performance.now();
    const atMost = Number(chunks ?? 0);
    return {
      atMost,
      guess: atMost,
      isExact: true,
      changes: changesOf(bases),
      readAt: at,
      counted: { at, took: at - startedAt },
    };
  };

  const catchUp = async (known: Known, bases: readonly Base[]): Promise<Known> => {
    // If it has fewer knowledge bases, one was deleted.
    let { atMost, isExact } = { ...known, isExact: known.isExact && bases.length === known.changes.size };
    for (const { knowledge_base_id, index_version, search_changes } of bases) {
      const changeNo = known.changes.get(knowledge_base_id) ?? 0;
      if (search_changes === changeNo) continue;
      isExact = false;
      const range: Range = [workspaceId, knowledge_base_id, index_version, changeNo];
      for (const { chunks } of await writtenAfter(scope, ...range, ...range, ...range))
        atMost += Number(chunks ?? 0);
    }
    const readAt = performance.now();
    return { ...known, atMost, guess: atMost, isExact, changes: changesOf(bases), readAt };
  };

  /** What is known now, if that proves that so many more chunks fit in or do not. */
  const look = async ({ known: all, most }: Limit, more: number, mayRest: boolean): Promise<Known> => {
    const bases = await basesOf(scope, workspaceId);
    const before = all.get(workspaceId);
    let known = before ? await catchUp(before, bases) : await count(bases);
    const { at, took } = known.counted;
    const isResting = mayRest && performance.now() - at < Math.min(REST * took, REST_MS);
    if (!known.isExact && known.atMost + more > most && !isResting) known = await count(bases);
    all.set(workspaceId, known);
    return known;
  };

  return {
    /** The limit if there is no room for a source, or for other content of one that has these `replaced` chunks. It may
     *  be reached for some seconds before this says so. */
    reached: async (replaced = 0): Promise<number | undefined> => {
      const more = 1 - replaced;
      if (!limit || more <= 0) return undefined;
      const known = limit.known.get(workspaceId);
      const isFresh = known && performance.now() - known.readAt < ROUGHLY_MS;
      if (isFresh && known.guess + more <= limit.most) return undefined;
      const { atMost } = await look(limit, more, true);
      return atMost + more > limit.most ? limit.most : undefined;
    },

    /** Makes room for so many more chunks. The limit if there is none, and then none may be written. Once in a
     *  transaction. */
    take: async (more: number): Promise<number | undefined> => {
      if (!limit) return undefined;
      if (isTaken) throw new Error('A transaction takes room for chunks once.');
      isTaken = true;
      if (more <= 0) return undefined;
      const known = await look(limit, more, false);
      const guess = known.atMost + more;
      if (guess > limit.most) return limit.most;
      tx.afterCommit(() => void limit.known.set(workspaceId, { ...known, guess }));
      return undefined;
    },
  };
};

const changesOf = (bases: readonly Base[]): Known['changes'] =>
  new Map(bases.map((base) => [base.knowledge_base_id, base.search_changes]));
