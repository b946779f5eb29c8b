import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { KnowledgeBaseId, SourceId, WorkspaceId } from '#lib/ids.ts';
import type { SegmentRow, Tables } from '#storage/tables.ts';

type Db = Kysely<Tables>;

/** One version of the index of one knowledge base. */
export type IndexAddress = BaseAddress & { indexVersion: string };
export type BaseAddress = { workspaceId: WorkspaceId; knowledgeBaseId: KnowledgeBaseId };

/** The place of a segment in the log of an index: by the change that wrote it, then by its source. New segments come last,
 *  and none ever gets a place between others. */
export type Place = Pick<SegmentRow, 'change_no' | 'source_id'>;

/** The places after one, up to another or to the end. */
export type Places = { after: Place; upTo?: Place | undefined };
export type BoundedPlaces = Places & { upTo: Place };

export type PlacedSegment = Pick<SegmentRow, 'change_no' | 'source_id' | 'revision' | 'chunk_count'>;

/** Rows without bytes that are read at a time. */
const ROWS_PER_PAGE = 2_000;

/** Before all places. */
const START: Place = { change_no: 0, source_id: '' as SourceId };

/** After all places of a change. */
export const endOf = (changeNo: number): Place => ({ change_no: changeNo, source_id: '~' as SourceId });

export const isSame = (a: Place, b: Place): boolean =>
  a.change_no === b.change_no && a.source_id === b.source_id;

/** The places that these leave out, in order, as they must be too. */
export function placesBetween(known: readonly BoundedPlaces[]): Places[] {
  const between: Places[] = [];
  let after = START;
  for (const { after: first, upTo } of known) {
    if (!isSame(first, after)) between.push({ after, upTo: first });
    after = upTo;
  }
  return [...between, { after }];
}

export const segmentsOf = (db: Db, { workspaceId, knowledgeBaseId, indexVersion }: IndexAddress) =>
  db
    .selectFrom('segments')
    .where('workspace_id', '=', workspaceId)
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('index_version', '=', indexVersion);

/** The segments of these places without their bytes, in order, some at a time. */
export async function* segmentsIn(
  db: Db,
  address: IndexAddress,
  { after, upTo }: Places,
): AsyncGenerator<PlacedSegment[]> {
  for (let last = after; ; ) {
    const rows = await within(segmentsOf(db, address), { after: last, upTo })
      .select(['change_no', 'source_id', 'revision', 'chunk_count'])
      .orderBy('change_no')
      .orderBy('source_id')
      .limit(ROWS_PER_PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < ROWS_PER_PAGE) return;
    last = end;
  }
}

/** Leaves the rows of these places. */
export const within = <Output>(
  query: SelectQueryBuilder<Tables, 'segments', Output>,
  { after, upTo }: Places,
): SelectQueryBuilder<Tables, 'segments', Output> =>
  query
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('change_no', 'source_id'), '>', tuple(after.change_no, after.source_id)),
    )
    .$if(upTo !== undefined, (inside) =>
      inside.where(({ eb, refTuple, tuple }) => {
        const { change_no, source_id } = upTo ?? START;
        return eb(refTuple('change_no', 'source_id'), '<=', tuple(change_no, source_id));
      }),
    );
