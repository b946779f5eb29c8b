import type { Client } from 'pg';
import { TopRows } from '../server/src/storage/memory-index/top-rows.ts';
import { quoted, type Run } from './keyword-corpus.ts';

const WORKSPACE = 'ws_3dwx8kq0z1c5m7b9v2n4s6f8h';
const INDEX_NO = 1;
/** Chunks that a search gives. */
export const BEST = 50;
export const BM25 = { k1: 0.9, b: 0.7 };

/** What BM25 has to know of the whole index. */
export type Totals = { readonly chunkCount: number; readonly averageLength: number };

/** The numbers of the best chunks, best first. */
export type Search = (client: Client, terms: readonly string[], totals: Totals) => Promise<number[]>;

/** Chunks of one source, from firstNo up to and with lastNo. */
export type Source = {
  readonly firstNo: number;
  readonly lastNo: number;
  /** The run in which they stand begins with it. */
  readonly runFirstNo: number;
  readonly terms: readonly string[];
};

/** A way to keep the keyword index in PostgreSQL, in the table of its name. */
export type Design = {
  readonly table: string;
  readonly create: string;
  insert(client: Client, run: Run): Promise<void>;
  /** What makes what was inserted as fast to search as it will be. */
  readonly settle?: string;
  readonly searches: Readonly<Record<string, Search>>;
  remove(client: Client, source: Source): Promise<void>;
};

const tsvectors: Design = {
  table: 'tsvectors',
  create: `
    create table tsvectors (workspace_id text collate "C", index_no int, chunk_no bigint, terms tsvector not null,
      primary key (workspace_id, index_no, chunk_no));
    create index tsvectors_terms on tsvectors using gin (terms);`,
  insert: async (client, { firstNo, tsvectors }) => {
    await client.query({
      name: 'insert-tsvectors',
      text: `insert into tsvectors select $1, $2, chunk_no, terms::tsvector
        from unnest($3::bigint[], $4::text[]) as run (chunk_no, terms)`,
      values: [WORKSPACE, INDEX_NO, tsvectors.map((_, i) => firstNo + i), tsvectors],
    });
  },
  settle: `select gin_clean_pending_list('tsvectors_terms')`,
  searches: { ts_rank: rankedBy('ts_rank'), ts_rank_cd: rankedBy('ts_rank_cd') },
  remove: async (client, { firstNo, lastNo }) => {
    await client.query({
      name: 'delete-tsvectors',
      text: 'delete from tsvectors where workspace_id = $1 and index_no = $2 and chunk_no between $3 and $4',
      values: [WORKSPACE, INDEX_NO, firstNo, lastNo],
    });
  },
};

function rankedBy(rank: 'ts_rank' | 'ts_rank_cd'): Search {
  return async (client, terms) => {
    const { rows } = await client.query<[string]>({
      name: rank,
      rowMode: 'array',
      text: `select chunk_no, ${rank}(terms, $3::tsquery) as score from tsvectors
        where workspace_id = $1 and index_no = $2 and terms @@ $3::tsquery
        order by score desc, chunk_no limit ${BEST}`,
      values: [WORKSPACE, INDEX_NO, terms.map(quoted).join(' | ')],
    });
    return rows.map(([chunkNo]) => Number(chunkNo));
  };
}

/** The key includes what is scored, so that a search reads the index only. */
const postings: Design = {
  table: 'postings',
  create: `
    create table postings (workspace_id text collate "C", index_no int, term text collate "C", chunk_no bigint,
      tf int2 not null, length int2 not null,
      primary key (workspace_id, index_no, term, chunk_no) include (tf, length));`,
  insert: async (client, { firstNo, segment: { terms, offsets, positions, frequencies, lengths } }) => {
    await client.query({
      name: 'insert-postings',
      text: `insert into postings select $1, $2, term, chunk_no, tf, length
        from unnest($3::text[], $4::bigint[], $5::int2[], $6::int2[]) as run (term, chunk_no, tf, length)`,
      values: [
        WORKSPACE,
        INDEX_NO,
        terms.flatMap((term, rank) =>
          new Array<string>((offsets[rank + 1] ?? 0) - (offsets[rank] ?? 0)).fill(term),
        ),
        Array.from(positions, (position) => firstNo + position),
        Array.from(frequencies),
        Array.from(positions, (position) => lengths[position]),
      ],
    });
  },
  searches: {
    'BM25 in SQL': async (client, terms, { chunkCount, averageLength }) => {
      const { rows } = await client.query<[string]>({
        name: 'search-postings',
        rowMode: 'array',
        text: `with found as materialized (
            select term, chunk_no, tf::float8, length::float8 from postings
            where workspace_id = $1 and index_no = $2 and term = any ($3::text[])
          ), counted as (
            select term, ln(1 + ($4::float8 - count(*) + 0.5) / (count(*)::float8 + 0.5)) as idf from found group by term
          )
          select chunk_no, sum(idf * tf / (tf + $5::float8 * (1 - $6::float8 + $6::float8 * length / $7::float8))) as score
          from found join counted using (term) group by chunk_no order by score desc, chunk_no limit ${BEST}`,
        values: [WORKSPACE, INDEX_NO, terms, chunkCount, BM25.k1, BM25.b, averageLength],
      });
      return rows.map(([chunkNo]) => Number(chunkNo));
    },
  },
  remove: async (client, { firstNo, lastNo, terms }) => {
    await client.query({
      name: 'delete-postings',
      text: `delete from postings
        where workspace_id = $1 and index_no = $2 and term = any ($3::text[]) and chunk_no between $4 and $5`,
      values: [WORKSPACE, INDEX_NO, terms, firstNo, lastNo],
    });
  },
};

/** An entry: u32 chunk number less that of the block, u8 frequency, u16 length; little endian. */
const ENTRY_BYTES = 7;
/** So many fill a quarter of a page, and stay in the row: longer ones would be moved out and compressed. */
const BLOCK_ENTRIES = 256;

const blocks: Design = {
  table: 'blocks',
  create: `
    create table blocks (workspace_id text collate "C", index_no int, term text collate "C", first_no bigint,
      last_no bigint not null, entries bytea not null, primary key (workspace_id, index_no, term, first_no));
    alter table blocks alter entries set storage plain;`,
  insert: async (client, run) => {
    const packed = packBlocks(run);
    await client.query({
      name: 'insert-blocks',
      text: `insert into blocks select $1, $2, term, first_no, last_no, entries
        from unnest($3::text[], $4::bigint[], $5::bigint[], $6::bytea[]) as run (term, first_no, last_no, entries)`,
      values: [
        WORKSPACE,
        INDEX_NO,
        packed.map(({ term }) => term),
        packed.map(({ firstNo }) => firstNo),
        packed.map(({ lastNo }) => lastNo),
        packed.map(({ entries }) => entries),
      ],
    });
  },
  searches: {
    'BM25 here, a row for each block': async (client, terms, totals) => {
      const { rows } = await client.query<[string, string, Buffer]>({
        name: 'search-blocks',
        rowMode: 'array',
        text: `select term, first_no, entries from blocks
          where workspace_id = $1 and index_no = $2 and term = any ($3::text[])`,
        values: [WORKSPACE, INDEX_NO, terms],
      });
      const blocksOf = Map.groupBy(rows, ([term]) => term);
      return bestOf(
        [...blocksOf.values()].map((found) =>
          found.map(([, firstNo, entries]) => ({ firstNo: Number(firstNo), entries })),
        ),
        totals,
      );
    },
    'BM25 here, a row for each term': async (client, terms, totals) => {
      const { rows } = await client.query<[Buffer]>({
        name: 'search-blocks-by-term',
        rowMode: 'array',
        text: `select string_agg(int8send(first_no) || int4send(octet_length(entries)) || entries, ''::bytea) from blocks
          where workspace_id = $1 and index_no = $2 and term = any ($3::text[]) group by term`,
        values: [WORKSPACE, INDEX_NO, terms],
      });
      return bestOf(
        rows.map(([bytes]) => cutBlocks(bytes)),
        totals,
      );
    },
  },
  remove: removeFromBlocks,
};

type Block = { readonly firstNo: number; readonly entries: Buffer };

/** Blocks never cross the end of a run. */
function packBlocks({ firstNo, segment }: Run): (Block & { term: string; lastNo: number })[] {
  const { terms, offsets, positions, frequencies, lengths } = segment;
  return terms.flatMap((term, rank) => {
    const packed = [];
    const end = offsets[rank + 1] ?? 0;
    for (let from = offsets[rank] ?? 0; from < end; from += BLOCK_ENTRIES) {
      const to = Math.min(end, from + BLOCK_ENTRIES);
      const first = positions[from] ?? 0;
      const entries = Buffer.allocUnsafe((to - from) * ENTRY_BYTES);
      for (let i = from, at = 0; i < to; i++, at += ENTRY_BYTES) {
        const position = positions[i] ?? 0;
        entries.writeUInt32LE(position - first, at);
        entries.writeUInt8(frequencies[i] ?? 0, at + 4);
        entries.writeUInt16LE(Math.min(lengths[position] ?? 0, 0xffff), at + 5);
      }
      packed.push({ term, firstNo: firstNo + first, lastNo: firstNo + (positions[to - 1] ?? 0), entries });
    }
    return packed;
  });
}

function cutBlocks(bytes: Buffer): Block[] {
  const cut: Block[] = [];
  for (let at = 0; at < bytes.length; ) {
    const firstNo = Number(bytes.readBigInt64BE(at));
    const end = at + 12 + bytes.readInt32BE(at + 8);
    cut.push({ firstNo, entries: bytes.subarray(at + 12, end) });
    at = end;
  }
  return cut;
}

let scores = new Float64Array(0);

/** The best chunks by the blocks of each term. */
function bestOf(
  blocksOfTerms: readonly (readonly Block[])[],
  { chunkCount, averageLength }: Totals,
): number[] {
  if (scores.length < chunkCount) scores = new Float64Array(chunkCount);
  const base = BM25.k1 * (1 - BM25.b);
  const lengthFactor = (BM25.k1 * BM25.b) / averageLength;
  const touched: number[] = [];
  for (const found of blocksOfTerms) {
    const df = found.reduce((sum, { entries }) => sum + entries.length, 0) / ENTRY_BYTES;
    const idf = Math.log(1 + (chunkCount - df + 0.5) / (df + 0.5));
    for (const { firstNo, entries } of found) {
      for (let at = 0; at < entries.length; at += ENTRY_BYTES) {
        const chunkNo = firstNo + entryOffset(entries, at);
        const tf = entries[at + 4] ?? 0;
        const length = (entries[at + 5] ?? 0) | ((entries[at + 6] ?? 0) << 8);
        const score = scores[chunkNo] ?? 0;
        if (score === 0) touched.push(chunkNo);
        scores[chunkNo] = score + (idf * tf) / (tf + base + lengthFactor * length);
      }
    }
  }
  const best = new TopRows(BEST);
  for (const chunkNo of touched) best.offer(chunkNo, scores[chunkNo] ?? 0);
  const ranked = [...best.rows()].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  for (const chunkNo of touched) scores[chunkNo] = 0;
  return ranked.slice(0, BEST);
}

const entryOffset = (entries: Buffer, at: number): number =>
  (entries[at] ?? 0) +
  ((entries[at + 1] ?? 0) << 8) +
  ((entries[at + 2] ?? 0) << 16) +
  (entries[at + 3] ?? 0) * 2 ** 24;

/** Takes the entries of a source out of the blocks in which they stand. */
async function removeFromBlocks(
  client: Client,
  { firstNo, lastNo, runFirstNo, terms }: Source,
): Promise<void> {
  await client.query('begin');
  const { rows } = await client.query<[string, string, Buffer]>({
    name: 'find-blocks',
    rowMode: 'array',
    text: `select term, first_no, entries from blocks where workspace_id = $1 and index_no = $2
      and term = any ($3::text[]) and first_no between $4 and $5 and last_no >= $6 for update`,
    values: [WORKSPACE, INDEX_NO, terms, runFirstNo, lastNo, firstNo],
  });
  const kept = rows.map(([term, blockNo, entries]) => ({
    term,
    blockNo,
    entries: withoutChunks(entries, firstNo - Number(blockNo), lastNo - Number(blockNo)),
  }));
  const emptied = kept.filter(({ entries }) => entries.length === 0);
  const shortened = kept.filter(({ entries }) => entries.length > 0);
  await client.query({
    name: 'shorten-blocks',
    text: `update blocks set entries = shortened.entries
      from unnest($3::text[], $4::bigint[], $5::bytea[]) as shortened (term, first_no, entries)
      where workspace_id = $1 and index_no = $2 and blocks.term = shortened.term and blocks.first_no = shortened.first_no`,
    values: [
      WORKSPACE,
      INDEX_NO,
      shortened.map(({ term }) => term),
      shortened.map(({ blockNo }) => blockNo),
      shortened.map(({ entries }) => entries),
    ],
  });
  await client.query({
    name: 'delete-blocks',
    text: `delete from blocks using unnest($3::text[], $4::bigint[]) as emptied (term, first_no)
      where workspace_id = $1 and index_no = $2 and blocks.term = emptied.term and blocks.first_no = emptied.first_no`,
    values: [WORKSPACE, INDEX_NO, emptied.map(({ term }) => term), emptied.map(({ blockNo }) => blockNo)],
  });
  await client.query('commit');
}

/** The entries stand in the order of their chunks, so that those to be left out are neighbours. */
function withoutChunks(entries: Buffer, first: number, last: number): Buffer {
  let from = 0;
  while (from < entries.length && entryOffset(entries, from) < first) from += ENTRY_BYTES;
  let to = from;
  while (to < entries.length && entryOffset(entries, to) <= last) to += ENTRY_BYTES;
  return Buffer.concat([entries.subarray(0, from), entries.subarray(to)]);
}

export const DESIGNS: readonly Design[] = [tsvectors, postings, blocks];
