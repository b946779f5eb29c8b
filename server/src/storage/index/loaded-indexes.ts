import { createSearchIndex, type SearchIndex } from '#storage/memory-index/search-index.ts';
import { MOST_MEMORIES } from '#storage/memory-index/vectors.ts';
import type { Commit } from './segment-log.ts';
import type { BaseAddress, IndexAddress } from './segment-places.ts';

type Loaded = {
  address: IndexAddress;
  index: SearchIndex;
  /** The last change that the index has; undefined until it is loaded. */
  version: number | undefined;
  /** The last change that is known to be committed. */
  latest: number;
  reading: Promise<void> | undefined;
  /** How many searches wait for it or search it. */
  users: number;
  usedAt: number;
};

/** Brings an index to a later change; see readChanges. */
type Read = (
  address: IndexAddress,
  index: SearchIndex,
  progress: { version: number | undefined; atLeast: number },
) => Promise<number>;

/** The search indexes in memory, within a budget, and no more than a process can have. */
export class LoadedIndexes {
  readonly #memoryBytes: number;
  readonly #read: Read;
  /** By knowledge base, then by version. The key contains the workspace, so an id of another workspace matches nothing. */
  readonly #bases = new Map<string, Map<string, Loaded>>();
  #uses = 0;
  /** Whether an index may have grown since the budget was last kept. */
  #mayExceed = false;

  constructor({ memoryBytes, read }: { memoryBytes: number; read: Read }) {
    this.#memoryBytes = memoryBytes;
    this.#read = read;
  }

  get byteSize(): number {
    return this.#all().reduce((sum, { index }) => sum + index.byteSize, 0);
  }

  /** Calls `work` with indexes that have all changes up to `atLeast`. Each is a state of its knowledge base for as long as
   *  `work` is synchronous. */
  async use<T>(
    wanted: readonly (IndexAddress & { atLeast: number })[],
    work: (indexes: SearchIndex[]) => T,
  ): Promise<Awaited<T>> {
    this.#uses += 1;
    const entries = wanted.map(({ atLeast, ...address }) => {
      const entry = this.#find(address) ?? this.#begin(address);
      entry.usedAt = this.#uses;
      entry.users += 1;
      entry.latest = Math.max(entry.latest, atLeast);
      return entry;
    });
    try {
      // While one was waited for, another may have begun to read.
      while (!entries.every(isUpToDate))
        await Promise.all(entries.map((entry) => this.#bringUpToDate(entry)));
      return await work(entries.map(({ index }) => index));
    } finally {
      for (const entry of entries) entry.users -= 1;
      this.#evict();
    }
  }

  /** Applies a commit of this node to the indexes of its knowledge base. An index that lacks an earlier commit of another
   *  node reads both with its next search. */
  apply(address: BaseAddress, { changeNo, changes }: Commit): void {
    for (const entry of this.#versionsOf(address)) {
      entry.latest = Math.max(entry.latest, changeNo);
      if (entry.reading || entry.version !== changeNo - 1) continue;
      for (const change of changes) {
        if (change.kind === 'remove') entry.index.remove(change.sourceId);
        else if (change.indexVersion === entry.address.indexVersion)
          entry.index.add({ ...change, changeNo }, change.segment);
      }
      entry.version = changeNo;
      this.#mayExceed = true;
    }
  }

  /** Reads what other nodes have committed to the indexes of a knowledge base, so that searches need not wait for it. */
  async warm(address: BaseAddress, committed: number): Promise<void> {
    for (const entry of this.#versionsOf(address)) {
      entry.latest = Math.max(entry.latest, committed);
      await this.#bringUpToDate(entry);
    }
  }

  has(address: BaseAddress): boolean {
    return this.#bases.has(keyOf(address));
  }

  /** The length of the vectors of an index; undefined unless it is loaded and has some. */
  dimensionsOf(address: IndexAddress): number | undefined {
    return this.#find(address)?.index.dimensions;
  }

  dropAllBut({ indexVersions, ...address }: BaseAddress & { indexVersions: readonly string[] }): void {
    this.#forget(address, (entry) => !indexVersions.includes(entry.address.indexVersion));
  }

  #all(): Loaded[] {
    return [...this.#bases.values()].flatMap((versions) => [...versions.values()]);
  }

  #versionsOf(address: BaseAddress): Iterable<Loaded> {
    return this.#bases.get(keyOf(address))?.values() ?? [];
  }

  #find(address: IndexAddress): Loaded | undefined {
    return this.#bases.get(keyOf(address))?.get(address.indexVersion);
  }

  #begin(address: IndexAddress): Loaded {
    const entry: Loaded = {
      address,
      index: createSearchIndex(),
      version: undefined,
      latest: 0,
      reading: undefined,
      users: 0,
      usedAt: 0,
    };
    const versions = this.#bases.get(keyOf(address)) ?? new Map<string, Loaded>();
    this.#bases.set(keyOf(address), versions.set(address.indexVersion, entry));
    return entry;
  }

  /** Brings an index to the last change that is known. A reading that began earlier may have missed it. */
  async #bringUpToDate(entry: Loaded): Promise<void> {
    while (!isUpToDate(entry)) {
      entry.reading ??= this.#catchUp(entry);
      await entry.reading;
    }
  }

  async #catchUp(entry: Loaded): Promise<void> {
    const { address, index, version, latest } = entry;
    try {
      entry.version = await this.#read(address, index, { version, atLeast: latest });
    } catch (error) {
      // What was read so far is no state of the knowledge base.
      this.#forget(address, (other) => other === entry);
      throw error;
    } finally {
      entry.reading = undefined;
      this.#mayExceed = true;
    }
  }

  #forget(address: BaseAddress, isForgotten: (entry: Loaded) => boolean): void {
    const versions = this.#bases.get(keyOf(address));
    for (const [version, entry] of versions ?? []) if (isForgotten(entry)) versions?.delete(version);
    if (versions?.size === 0) this.#bases.delete(keyOf(address));
  }

  /** Evicts the least recently used indexes until the rest fits. Keeps those in use and the last, whatever their size. */
  #evict(): void {
    if (!this.#mayExceed) return;
    const all = this.#all();
    let [bytes, memoryCount] = [0, 0];
    for (const { index } of all) {
      bytes += index.byteSize;
      memoryCount += index.parts.length;
    }
    const fits = (): boolean => bytes <= this.#memoryBytes && memoryCount <= MOST_MEMORIES;
    this.#mayExceed = !fits();
    if (!this.#mayExceed) return;
    const oldestFirst = all
      .filter(({ users, usedAt, reading }) => users === 0 && usedAt < this.#uses && reading === undefined)
      .sort((a, b) => a.usedAt - b.usedAt);
    for (const entry of oldestFirst) {
      if (fits()) return;
      bytes -= entry.index.byteSize;
      memoryCount -= entry.index.parts.length;
      this.#forget(entry.address, (other) => other === entry);
    }
  }
}

const keyOf = ({ workspaceId, knowledgeBaseId }: BaseAddress): string => `${workspaceId}/${knowledgeBaseId}`;

const isUpToDate = ({ version, latest, reading }: Loaded): boolean =>
  reading === undefined && version !== undefined && version >= latest;
