import type { DocTable } from './doc-table.ts';
import { copyOf, sharedNumbers } from './grow.ts';
import type { PostingArrays, Postings } from './postings.ts';
import type { Vectors } from './vectors.ts';

/** A part of an index: three views of its chunks, each by slot. */
export type IndexPart = { readonly slots: DocTable; readonly vectors: Vectors; readonly postings: Postings };

/** Slots from `first` up to, not including, `end`. */
export type SlotRange = { readonly first: number; readonly end: number };

/** A part as one search sees it. */
export type ScopePart = Omit<IndexPart, 'postings'> & {
  readonly postings: PostingArrays;
  /** Row of its slot 0: rows number the slots of all parts, one part after the other. */
  readonly firstRow: number;
  /** Ranges of slots to search, ascending. They may contain dead slots. */
  readonly runs: readonly SlotRange[];
  /** From the first slot of the first run to the end of the last. */
  readonly span: SlotRange;
  /** Tokens by slot, from the first slot of `span` on; 0 if a slot is dead or not searched. */
  readonly lengths: Uint32Array;
  /** True if the search covers everything in the postings. */
  readonly isWhole: boolean;
};

/** The rows that a search covers. */
export type SearchScope = {
  readonly parts: readonly ScopePart[];
  readonly rowCount: number;
  readonly chunkCount: number;
  readonly tokenCount: number;
};

/** Which sources a search covers: only some if `sourceIds` is given, otherwise all but the hidden ones. */
export type SearchedSources = {
  readonly sourceIds?: ReadonlySet<string> | undefined;
  readonly hiddenSourceIds?: ReadonlySet<string> | undefined;
};

/** Lays out the rows of a search over parts of indexes. */
export function openScope(
  indexParts: readonly IndexPart[],
  { sourceIds, hiddenSourceIds }: SearchedSources = {},
): SearchScope {
  const only = sourceIds && hiddenSourceIds ? sourceIds.difference(hiddenSourceIds) : sourceIds;
  const parts: ScopePart[] = [];
  let [rowCount, chunkCount, tokenCount] = [0, 0, 0];
  for (const { slots, vectors, postings } of indexParts) {
    const part = only ? someOf(slots, only) : hiddenSourceIds ? allBut(slots, hiddenSourceIds) : allOf(slots);
    if (part.chunkCount === 0) continue;
    parts.push({ slots, vectors, postings: postings.arrays, firstRow: rowCount, ...part });
    rowCount += slots.slotCount;
    chunkCount += part.chunkCount;
    tokenCount += part.tokenCount;
  }
  return { parts, rowCount, chunkCount, tokenCount };
}

/** The part that contains a row. */
export function partOf<Part extends { readonly firstRow: number }>(
  scope: { readonly parts: readonly Part[] },
  row: number,
): Part {
  let [low, high] = [0, scope.parts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((scope.parts[middle]?.firstRow ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  const part = scope.parts[low];
  if (!part) throw new RangeError(`No row ${row} in this scope`);
  return part;
}

/** The row of a chunk; undefined if the search does not cover it. */
export function rowAt(
  scope: SearchScope,
  { sourceId, revision, position }: { sourceId: string; revision: number; position: number },
): number | undefined {
  for (const { slots, firstRow, span, lengths } of scope.parts) {
    const source = slots.get(sourceId);
    if (!source || source.revision !== revision || position >= source.chunkCount) continue;
    const slot = source.first + position;
    if (slot >= span.first && slot < span.end && (lengths[slot - span.first] ?? 0) > 0)
      return firstRow + slot;
  }
  return undefined;
}

function allOf(slots: DocTable) {
  const { slotCount, chunkCount, tokenCount, lengths } = slots;
  const span = { first: 0, end: slotCount };
  return { span, runs: [span], lengths, isWhole: slots.deadCount === 0, chunkCount, tokenCount };
}

function allBut(slots: DocTable, hiddenSourceIds: ReadonlySet<string>): ReturnType<typeof allOf> {
  const hidden = slots
    .liveAmong(hiddenSourceIds)
    .filter((source) => source.chunkCount > 0)
    .map((source) => ({ ...source, end: source.first + source.chunkCount }))
    .sort((a, b) => a.first - b.first);
  if (hidden.length === 0) return allOf(slots);
  const lengths = copyOf(slots.lengths);
  for (const { first, end } of hidden) lengths.fill(0, first, end);
  return {
    span: { first: 0, end: slots.slotCount },
    runs: rangesBetween(hidden, slots.slotCount),
    lengths,
    isWhole: false,
    chunkCount: hidden.reduce((left, { chunkCount }) => left - chunkCount, slots.chunkCount),
    tokenCount: hidden.reduce((left, { tokenCount }) => left - tokenCount, slots.tokenCount),
  };
}

/** The slots before, between and behind ranges that are in ascending order, up to, not including, `end`. */
export function rangesBetween(taken: readonly SlotRange[], end: number): SlotRange[] {
  const firsts = [0, ...taken.map((range) => range.end)];
  const ends = [...taken.map((range) => range.first), end];
  return firsts
    .map((first, i) => ({ first, end: ends[i] ?? end }))
    .filter((range) => range.first < range.end);
}

function someOf(slots: DocTable, sourceIds: ReadonlySet<string>) {
  const sources = slots
    .liveAmong(sourceIds)
    .filter((source) => source.chunkCount > 0)
    .sort((a, b) => a.first - b.first);
  const runs = sources.map(({ first, chunkCount }) => ({ first, end: first + chunkCount }));
  const span = { first: runs[0]?.first ?? 0, end: runs.at(-1)?.end ?? 0 };
  const lengths = sharedNumbers(span.end - span.first);
  for (const { first, end } of runs) lengths.set(slots.lengths.subarray(first, end), first - span.first);
  const chunkCount = sources.reduce((sum, source) => sum + source.chunkCount, 0);
  const tokenCount = sources.reduce((sum, source) => sum + source.tokenCount, 0);
  return { span, runs, lengths, isWhole: false, chunkCount, tokenCount };
}
