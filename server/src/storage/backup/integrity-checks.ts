import type { Kysely } from 'kysely';
import { decodeBlockVectors } from '#segment/block-vectors.ts';
import { decodeDeepVectors } from '#segment/deep-vectors.ts';
import { decodeSegment } from '#segment/segment.ts';
import { type DeepVectorRow, type JobLane, type SegmentRow, SKIPPED, type Tables } from '#storage/tables.ts';
import { readRows } from './table-rows.ts';

type Db = Kysely<Tables>;

/** How many ids a message names. */
const NAMED = 3;

/** Mismatches between index and sources, one sentence each with a fix. Every indexed source must have one segment in
 *  the version from which its knowledge base answers, with the source's chunks and revision. */
export async function findIndexFaults(db: Db): Promise<string[]> {
  const reindex = 'have them indexed again, by POST /v1/knowledge-base/sources/:id/reindex';
  return [
    ...sentence(
      await withoutSegment(db),
      (ids) => `indexed, and not in the index of their knowledge base (${ids}): ${reindex}.`,
    ),
    ...sentence(
      await withOtherChunks(db),
      (ids) => `indexed with another number of chunks than are stored (${ids}): ${reindex}.`,
    ),
    ...sentence(await withoutText(db), (ids) => `indexed, and their text is missing (${ids}): ${reindex}.`),
    ...sentence(
      await withBrokenSegment(db),
      (ids) => `in the index with a part that cannot be read (${ids}): ${reindex}.`,
    ),
    ...sentence(
      await withOtherVectors(db),
      (ids) => `read by a deep model in another number of chunks than are stored (${ids}): ${reindex}.`,
    ),
    ...sentence(
      await withBrokenVectors(db),
      (ids) => `stored with deep vectors that cannot be read (${ids}): ${reindex}.`,
    ),
  ];
}

const sentence = (ids: readonly string[], rest: (named: string) => string): string[] => {
  if (ids.length === 0) return [];
  const named = ids.slice(0, NAMED).join(', ') + (ids.length > NAMED ? ', …' : '');
  return [`${ids.length.toLocaleString('en')} sources are ${rest(named)}`];
};

const idsOf = (rows: { source_id: string }[]): string[] => rows.map(({ source_id }) => source_id);

/** Sources with the index version from which their knowledge base answers. */
const indexedSources = (db: Db) =>
  db
    .selectFrom('sources')
    .innerJoin('knowledge_bases', (join) =>
      join
        .onRef('knowledge_bases.workspace_id', '=', 'sources.workspace_id')
        .onRef('knowledge_bases.knowledge_base_id', '=', 'sources.knowledge_base_id'),
    )
    .select('sources.source_id')
    .where('sources.indexed_revision', 'is not', null)
    .orderBy('sources.source_id');

const withoutSegment = async (db: Db): Promise<string[]> =>
  idsOf(
    await indexedSources(db)
      .leftJoin('segments', (join) =>
        join
          .onRef('segments.workspace_id', '=', 'sources.workspace_id')
          .onRef('segments.source_id', '=', 'sources.source_id')
          .onRef('segments.index_version', '=', 'knowledge_bases.index_version')
          .onRef('segments.revision', '=', 'sources.indexed_revision'),
      )
      .where('segments.source_id', 'is', null)
      .execute(),
  );

const withOtherChunks = async (db: Db): Promise<string[]> =>
  idsOf(
    await indexedSources(db)
      .innerJoin('segments', (join) =>
        join
          .onRef('segments.workspace_id', '=', 'sources.workspace_id')
          .onRef('segments.source_id', '=', 'sources.source_id')
          .onRef('segments.index_version', '=', 'knowledge_bases.index_version'),
      )
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('segments.chunk_count', '<>', eb.ref('sources.chunk_count')),
          eb(
            'sources.chunk_count',
            '<>',
            selectFrom('chunks')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .whereRef('chunks.workspace_id', '=', 'sources.workspace_id')
              .whereRef('chunks.source_id', '=', 'sources.source_id')
              .whereRef('chunks.revision', '=', 'sources.indexed_revision'),
          ),
        ]),
      )
      .execute(),
  );

const withoutText = async (db: Db): Promise<string[]> =>
  idsOf(
    await indexedSources(db)
      .leftJoin('source_texts', (join) =>
        join
          .onRef('source_texts.workspace_id', '=', 'sources.workspace_id')
          .onRef('source_texts.source_id', '=', 'sources.source_id')
          .onRef('source_texts.revision', '=', 'sources.indexed_revision'),
      )
      .where('source_texts.source_id', 'is', null)
      .execute(),
  );

async function withBrokenSegment(db: Db): Promise<string[]> {
  const broken = new Set<string>();
  for await (const rows of readRows(db, 'segments'))
    for (const { source_id, bytes } of rows as readonly unknown[] as readonly SegmentRow[]) {
      try {
        decodeSegment(bytes);
      } catch {
        broken.add(source_id);
      }
    }
  return [...broken];
}

/** Sources whose rows say another number of deep vectors, or that all chunks were read where some are missing. */
const withOtherVectors = async (db: Db): Promise<string[]> =>
  idsOf(
    await db
      .selectFrom('sources')
      .select('source_id')
      .where(({ eb, or, and, fn, selectFrom, val }) =>
        or([
          eb(
            'understood_chunks',
            '<>',
            fn.coalesce(
              selectFrom('deep_vectors as deep')
                .select(({ fn }) => fn.sum<number>('deep.chunk_count').as('count'))
                .whereRef('deep.workspace_id', '=', 'sources.workspace_id')
                .whereRef('deep.source_id', '=', 'sources.source_id')
                .whereRef('deep.revision', '=', 'sources.indexed_revision'),
              val(0),
            ),
          ),
          and([eb('understood_by', '<>', SKIPPED), eb('understood_chunks', '<>', eb.ref('chunk_count'))]),
        ]),
      )
      .orderBy('source_id')
      .execute(),
  );

async function withBrokenVectors(db: Db): Promise<string[]> {
  const broken = new Set<string>();
  for (const [table, decode] of [
    ['deep_vectors', decodeDeepVectors],
    ['block_vectors', decodeBlockVectors],
  ] as const)
    for await (const rows of readRows(db, table))
      for (const { source_id, bytes } of rows as readonly unknown[] as readonly DeepVectorRow[]) {
        try {
          decode(bytes);
        } catch {
          broken.add(source_id);
        }
      }
  return [...broken];
}

/** Work that has waited too long, one sentence each with a fix. */
export async function findJobFaults(db: Db, now: number): Promise<string[]> {
  const lost = await db
    .selectFrom('sources')
    .leftJoin('jobs', (join) =>
      join
        .onRef('jobs.workspace_id', '=', 'sources.workspace_id')
        .onRef('jobs.subject_id', '=', 'sources.source_id'),
    )
    .select('sources.source_id')
    .where('sources.status', '=', 'processing')
    .where('jobs.job_id', 'is', null)
    .execute();
  const late = await db
    .selectFrom('jobs')
    .select(({ fn }) => [
      'lane',
      fn.countAll<number>().as('count'),
      fn.min(fn.coalesce('lease_until', 'run_at')).as('since'),
    ])
    .where(({ fn }) => fn.coalesce('lease_until', 'run_at'), '<', now - LATE_MS)
    // Workspaces wait for their turn in it, however long that takes.
    .where('lane', 'not in', ['ocr', 'deep', 'connectors', 'evaluation'])
    .$narrowType<{ lane: PromptLane }>()
    .groupBy('lane')
    .orderBy('lane')
    .execute();
  return [
    ...sentence(
      idsOf(lost),
      (ids) =>
        `processing, and nobody has them in the queue (${ids}): start a process that runs jobs, which queues them within a minute.`,
    ),
    ...late.map(
      ({ lane, count, since }) =>
        `${Number(count).toLocaleString('en')} jobs of the lane ${lane} are due, the first since ${new Date(Number(since)).toISOString()}: ${WHAT_HELPS[lane]}.`,
    ),
  ];
}

/** A due job normally starts within a second if a slot is free. */
const LATE_MS = 10 * 60_000;
const START = 'see that a process runs that has ROLE all or worker, and look at its log';
/** Lanes whose jobs don't wait long behind each other. */
type PromptLane = Exclude<JobLane, 'ocr' | 'deep' | 'connectors' | 'evaluation'>;
const WHAT_HELPS: Record<PromptLane, string> = {
  compute: `${START}, or give it more INGEST_WORKERS`,
  network: `${START}, or raise FETCH_CONCURRENCY`,
  delivery: START,
};

/** The latest time in the tables that change most often; 0 if they are empty. */
export async function newestTime(db: Db): Promise<number> {
  const times = await Promise.all([
    db
      .selectFrom('sources')
      .select(({ fn }) => fn.max('updated_at').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('messages')
      .select(({ fn }) => fn.max('created_at').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('agents')
      .select(({ fn }) => fn.max('updated_at').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('api_keys')
      .select(({ fn }) => fn.max('last_used_at').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.max('created_at').as('time'))
      .executeTakeFirst(),
    db
      .selectFrom('events')
      .select(({ fn }) => fn.max('created_at').as('time'))
      .executeTakeFirst(),
  ]);
  return Math.max(0, ...times.map((row) => Number(row?.time ?? 0)));
}

/** Workspaces without an owner and without a pending invitation for one, as a sentence with a fix. While there are no
 *  accounts, the result is empty and `hasAccounts` is false: then only API keys use the service. */
export async function findOwnerless(
  db: Db,
  now: number,
): Promise<{ hasAccounts: boolean; faults: string[] }> {
  const account = await db.selectFrom('accounts').select('account_id').limit(1).executeTakeFirst();
  if (!account) return { hasAccounts: false, faults: [] };
  // One table at a time, because Citus keeps people apart from workspaces.
  const workspaces = await db
    .selectFrom('workspaces')
    .select(['workspace_id', 'name'])
    .orderBy('workspace_id')
    .execute();
  const owners = await db.selectFrom('members').select('workspace_id').where('role', '=', 'owner').execute();
  const invited = await db
    .selectFrom('invitations')
    .select('workspace_id')
    .where('role', '=', 'owner')
    .where('expires_at', '>', now)
    .execute();
  const owned = new Set([...owners, ...invited].map(({ workspace_id }) => workspace_id));
  const faults = workspaces
    .filter(({ workspace_id }) => !owned.has(workspace_id))
    .map(
      ({ workspace_id, name }) =>
        `The workspace “${name}” has no owner: footnote accounts invite --role owner --workspace ${workspace_id} makes a link for one.`,
    );
  return { hasAccounts: true, faults };
}
