import type { SourceId } from '#lib/ids.ts';
import type { DeepVectors } from '#segment/deep-vectors.ts';
import type { ChunkAddress } from '#storage/engine.ts';
import { Vectors } from '#storage/memory-index/vectors.ts';

/** The key of a row of `deep_vectors`, within a knowledge base and a model, and when it was written. */
export type RowKey = { sourceId: SourceId; revision: number; firstPosition: number; changeNo: number };

/** A row with its slots in a part: consecutive ones from `first` on. */
type HeldRow = RowKey & { chunkCount: number; part: DeepPart; first: number };

/** Slots are assigned in ascending order; those of a removed row are dead until the part is rewritten. */
export type DeepPart = {
  readonly vectors: Vectors;
  /** Every row that has slots, dead ones too, in the order of the slots. */
  readonly rows: HeldRow[];
  slotCount: number;
  deadCount: number;
};

/** As in memory-index/search-index.ts: how long one step may block, and when a part is worth rewriting. */
const SLOTS_PER_PART = 32_768;
const DEAD_SLOTS = 1_000;
const DEAD_SHARE = 0.3;

/** What a row takes besides its vectors, roughly. */
const ROW_BYTES = 200;

/** The vectors that a deep model made of the chunks of one knowledge base, in memory. Each change is one synchronous
 *  step. */
export class DeepIndex {
  readonly #slotsPerPart: number;
  #parts: DeepPart[] = [];
  /** The rows of a source in the order of the text, all of one revision. */
  readonly #bySource = new Map<string, HeldRow[]>();
  #rowCount = 0;

  constructor(slotsPerPart = SLOTS_PER_PART) {
    this.#slotsPerPart = slotsPerPart;
  }

  get parts(): readonly DeepPart[] {
    return this.#parts;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** The approximate memory of the index in bytes. */
  get byteSize(): number {
    return this.#parts.reduce((sum, { vectors }) => sum + vectors.byteSize, this.#rowCount * ROW_BYTES);
  }

  rows(): RowKey[] {
    return [...this.#bySource.values()].flat();
  }

  /** Adds a row in place of an earlier one of the same chunks, and of all rows of another revision. Throws when its
   *  vectors have another length than those before. */
  add(key: RowKey, { dimensions, scales, vectors }: DeepVectors): void {
    const stale = (this.#bySource.get(key.sourceId) ?? []).filter(
      ({ revision, firstPosition }) => revision !== key.revision || firstPosition === key.firstPosition,
    );
    for (const row of stale) this.remove(row);
    const chunkCount = scales.length;
    const part = this.#partWithRoom(chunkCount, dimensions);
    if (part.vectors.dimensions !== dimensions)
      throw new Error(`A deep model made vectors of ${dimensions} and of ${part.vectors.dimensions} numbers`);
    const row = { ...key, chunkCount, part, first: part.slotCount };
    part.vectors.write(row.first, vectors);
    for (const [i, scale] of scales.entries()) if (scale === 0) part.vectors.clear(row.first + i, 1);
    part.rows.push(row);
    part.slotCount += chunkCount;
    const rows = this.#bySource.get(key.sourceId) ?? [];
    rows.splice(indexAfter(rows, key.firstPosition), 0, row);
    this.#bySource.set(key.sourceId, rows);
    this.#rowCount += 1;
  }

  /** Removes a row. Does nothing if it isn't in the index. */
  remove({ sourceId, revision, firstPosition }: RowKey): void {
    const rows = this.#bySource.get(sourceId) ?? [];
    const place = rows.findIndex((row) => row.revision === revision && row.firstPosition === firstPosition);
    const [row] = place < 0 ? [] : rows.splice(place, 1);
    if (!row) return;
    if (rows.length === 0) this.#bySource.delete(sourceId);
    this.#rowCount -= 1;
    const { part, first, chunkCount } = row;
    part.vectors.clear(first, chunkCount);
    part.deadCount += chunkCount;
    if (part.deadCount > DEAD_SLOTS && part.deadCount > DEAD_SHARE * part.slotCount) this.#compact(part);
  }

  /** The slots of the chunks of a source. */
  runsOf(sourceId: string): { part: DeepPart; first: number; end: number }[] {
    const rows = this.#bySource.get(sourceId) ?? [];
    return rows.map(({ part, first, chunkCount }) => ({ part, first, end: first + chunkCount }));
  }

  /** The slot of a chunk; undefined if the model has not read it. */
  find({ sourceId, revision, position }: ChunkAddress): { part: DeepPart; slot: number } | undefined {
    const rows = this.#bySource.get(sourceId) ?? [];
    const row = rows[indexAfter(rows, position) - 1];
    if (!row || row.revision !== revision || position >= row.firstPosition + row.chunkCount) return undefined;
    return { part: row.part, slot: row.first + position - row.firstPosition };
  }

  /** The first part with enough free slots, so that parts that shrank fill up again. */
  #partWithRoom(chunkCount: number, dimensions: number): DeepPart {
    const known = this.#parts.find(({ slotCount }) => slotCount + chunkCount <= this.#slotsPerPart);
    if (known) return known;
    const part = { vectors: new Vectors(dimensions), rows: [], slotCount: 0, deadCount: 0 };
    this.#parts.push(part);
    return part;
  }

  /** Rewrites a part without dead slots. `old` stays as it is, for searches under way. */
  #compact(old: DeepPart): void {
    const part: DeepPart = {
      vectors: new Vectors(old.vectors.dimensions),
      rows: [],
      slotCount: 0,
      deadCount: 0,
    };
    for (const row of old.rows) {
      const ofSource = this.#bySource.get(row.sourceId) ?? [];
      const place = ofSource.indexOf(row);
      if (place < 0) continue;
      const moved = { ...row, part, first: part.slotCount };
      part.vectors.copy(moved.first, old.vectors, row.first, row.chunkCount);
      part.rows.push(moved);
      part.slotCount += row.chunkCount;
      ofSource[place] = moved;
    }
    this.#parts = this.#parts.map((known) => (known === old ? part : known));
  }
}

/** Among rows in the order of the text, the index of the first that begins after a position. */
function indexAfter(rows: readonly HeldRow[], position: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.firstPosition ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The chunk in a slot of a part. */
export function chunkAt(part: DeepPart | undefined, slot: number): ChunkAddress {
  const rows = part?.rows ?? [];
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((rows[middle]?.first ?? 0) <= slot) low = middle;
    else high = middle - 1;
  }
  const row = rows[low];
  if (!row) throw new RangeError(`No chunk in slot ${slot}`);
  return {
    sourceId: row.sourceId,
    revision: row.revision,
    position: row.firstPosition + slot - row.first,
  };
}
