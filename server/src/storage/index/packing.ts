import { LRUCache } from 'lru-cache';
import { patiently } from '#lib/async/patience.ts';
import type { BaseAddress } from './segment-places.ts';

/** Chunks of a knowledge base that are not packed yet and worth a pack. */
const WORTH_PACKING = 4_096;
/** When this share of an index had to be read from segments, all of it is packed. */
const MUCH = 0.25;
/** At most so many chunks are packed for each one written, because packs of changing content don't last. */
const PACKED_PER_WRITTEN = 4;

/** How many knowledge bases are remembered with what was written to them. */
const REMEMBERED = 10_000;

export type PackingLimits = { mostChunks: number; signal: AbortSignal };

/** Decides when segments are packed: some when many were written, and all when much of an index had to be read from them. One
 *  knowledge base at a time, in the background. */
export class Packing {
  readonly #written = new LRUCache<string, number>({ max: REMEMBERED });
  readonly #due = new Map<string, { address: BaseAddress; mostChunks: number }>();
  readonly #pack: (address: BaseAddress, limits: PackingLimits) => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;

  /** pack: packs segments of the version from which a knowledge base answers. */
  constructor(
    pack: (address: BaseAddress, limits: PackingLimits) => Promise<void>,
    onFault: (error: unknown) => void,
  ) {
    this.#pack = pack;
    this.#onFault = onFault;
  }

  /** Call this after each commit. */
  wrote(address: BaseAddress, chunks: number): void {
    const key = keyOf(address);
    const written = (this.#written.get(key) ?? 0) + chunks;
    this.#written.set(key, written);
    if (written < WORTH_PACKING) return;
    this.#written.delete(key);
    this.#start(address, PACKED_PER_WRITTEN * written);
  }

  /** Call this when an index was loaded. unpacked: how many of its chunks were in no pack. */
  loaded(address: BaseAddress, { unpacked, chunks }: { unpacked: number; chunks: number }): void {
    if (unpacked >= WORTH_PACKING && unpacked > MUCH * chunks) this.#start(address, Number.POSITIVE_INFINITY);
  }

  /** Returns after the pack that is being made. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#working;
  }

  #start(address: BaseAddress, mostChunks: number): void {
    if (this.#closing.signal.aborted) return;
    const known = this.#due.get(keyOf(address))?.mostChunks ?? 0;
    this.#due.set(keyOf(address), { address, mostChunks: known + mostChunks });
    this.#working ??= patiently(() => this.#work());
  }

  async #work(): Promise<void> {
    const { signal } = this.#closing;
    for (const [key, { address, mostChunks }] of this.#due) {
      if (signal.aborted) break;
      this.#due.delete(key);
      await this.#pack(address, { mostChunks, signal }).catch(this.#onFault);
    }
    // In the same step as the end of the loop, so that no later call is missed.
    this.#working = undefined;
  }
}

const keyOf = ({ workspaceId, knowledgeBaseId }: BaseAddress): string => `${workspaceId} ${knowledgeBaseId}`;
