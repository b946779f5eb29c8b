import { patiently } from '#lib/async/patience.ts';
import type { BaseAddress } from './segment-places.ts';

/** Chunks of a knowledge base that are not packed yet and worth a pack. */
const WORTH_PACKING = 4_096;
/** When this share of an index had to be read from segments, all of it is packed. */
const MUCH = 0.25;
/** How many chunks are packed for each that was written: packs of content that changes are soon of no use. */
const PACKED_PER_WRITTEN = 4;

/** Decides when segments are packed: some when many were written, and all when much of an index had to be read from them. One
 *  knowledge base at a time, in the background. */
export class Packing {
  readonly #written = new Map<string, number>();
  readonly #due = new Map<string, { address: BaseAddress; mostChunks: number }>();
  readonly #pack: (address: BaseAddress, mostChunks: number) => Promise<void>;
  readonly #onFault: (error: unknown) => void;
  #working: Promise<void> | undefined;
  #isClosed = false;

  /** pack: packs at most so many chunks of the version from which a knowledge base answers. */
  constructor(
    pack: (address: BaseAddress, mostChunks: number) => Promise<void>,
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#working;
  }

  #start(address: BaseAddress, mostChunks: number): void {
    const known = this.#due.get(keyOf(address))?.mostChunks ?? 0;
    this.#due.set(keyOf(address), { address, mostChunks: known + mostChunks });
    this.#working ??= patiently(() => this.#work())
      .catch(this.#onFault)
      .finally(() => {
        this.#working = undefined;
      });
  }

  async #work(): Promise<void> {
    for (const [key, { address, mostChunks }] of this.#due) {
      if (this.#isClosed) return;
      this.#due.delete(key);
      await this.#pack(address, mostChunks);
    }
  }
}

const keyOf = ({ workspaceId, knowledgeBaseId }: BaseAddress): string => `${workspaceId} ${knowledgeBaseId}`;
