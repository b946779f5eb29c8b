import type { SourceId } from '#lib/ids.ts';
import type { Segment } from '#segment/segment.ts';
import { copyOf, grow, sharedNumbers } from './grow.ts';

/** A source in the index. Its chunks have consecutive slots from `first` on. */
export type IndexedSource = {
  readonly sourceId: SourceId;
  readonly revision: number;
  /** The change of the knowledge base that wrote it. */
  readonly changeNo: number;
  readonly language: string;
  readonly first: number;
  readonly chunkCount: number;
  readonly tokenCount: number;
};

/** Maps slots to chunks. Slots are assigned in ascending order and never reused; those of a removed source are dead
 *  until the index is compacted. */
export class DocTable {
  readonly #bySourceId = new Map<string, IndexedSource>();
  readonly #languages = new Map<string, number>();
  /** Every source that ever got slots here, by ordinal. */
  readonly #sources: IndexedSource[] = [];
  #ordinals: Uint32Array = new Uint32Array(64);
  /** Tokens of the chunk in each slot, at least 1; 0 in a dead slot. */
  lengths = sharedNumbers(64);
  /** Slots assigned, including dead ones. */
  slotCount = 0;
  chunkCount = 0;
  tokenCount = 0;
  /** How many searches on other threads read `lengths`. */
  readers = 0;

  get deadCount(): number {
    return this.slotCount - this.chunkCount;
  }

  get byteSize(): number {
    return this.lengths.byteLength + this.#ordinals.byteLength + this.#sources.length * 200;
  }

  /** The distinct languages of the live sources. */
  get languages(): string[] {
    return [...this.#languages.keys()];
  }

  /** The distinct languages of the live sources but these. */
  languagesWithout(sourceIds: ReadonlySet<string>): string[] {
    const left = new Map(this.#languages);
    for (const { language } of this.liveAmong(sourceIds)) left.set(language, (left.get(language) ?? 0) - 1);
    return [...left].filter(([, count]) => count > 0).map(([language]) => language);
  }

  /** The live sources among these, unordered. */
  liveAmong(sourceIds: ReadonlySet<string>): IndexedSource[] {
    if (sourceIds.size > this.#bySourceId.size)
      return [...this.#bySourceId.values()].filter(({ sourceId }) => sourceIds.has(sourceId));
    return [...sourceIds].flatMap((id) => this.#bySourceId.get(id) ?? []);
  }

  get(sourceId: string): IndexedSource | undefined {
    return this.#bySourceId.get(sourceId);
  }

  /** The live sources in the order of their slots. */
  live(): Iterable<IndexedSource> {
    return this.#bySourceId.values();
  }

  /** Assigns the next slots to a source. */
  add(
    { sourceId, revision, changeNo }: { sourceId: SourceId; revision: number; changeNo: number },
    { language, lengths }: Pick<Segment, 'language' | 'lengths'>,
  ): IndexedSource {
    const first = this.slotCount;
    const end = first + lengths.length;
    this.lengths = grow(this.lengths, end);
    this.#ordinals = grow(this.#ordinals, end);
    this.#ordinals.fill(this.#sources.length, first, end);
    let tokenCount = 0;
    for (const [position, length] of lengths.entries()) {
      this.lengths[first + position] = Math.max(1, length);
      tokenCount += Math.max(1, length);
    }
    const added = { sourceId, revision, changeNo, language, first, chunkCount: lengths.length, tokenCount };
    this.#sources.push(added);
    this.#bySourceId.set(sourceId, added);
    this.slotCount = end;
    this.chunkCount += added.chunkCount;
    this.tokenCount += tokenCount;
    this.#languages.set(language, (this.#languages.get(language) ?? 0) + 1);
    return added;
  }

  /** Marks the slots of a source as dead. */
  remove(source: IndexedSource): void {
    this.#bySourceId.delete(source.sourceId);
    // A search sees all chunks of a source or none.
    if (this.readers > 0) this.lengths = copyOf(this.lengths);
    this.lengths.fill(0, source.first, source.first + source.chunkCount);
    this.chunkCount -= source.chunkCount;
    this.tokenCount -= source.tokenCount;
    const others = (this.#languages.get(source.language) ?? 0) - 1;
    if (others > 0) this.#languages.set(source.language, others);
    else this.#languages.delete(source.language);
  }

  /** The source whose chunk is in this slot. */
  owner(slot: number): IndexedSource {
    const source = this.#sources[this.#ordinals[slot] ?? 0];
    if (!source) throw new RangeError(`No chunk in slot ${slot}`);
    return source;
  }
}
