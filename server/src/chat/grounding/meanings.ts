import { dotProduct } from '#lib/dot-product.ts';
import type { DeepModel } from '#models/model.ts';
import { ModelError } from '#models/model-error.ts';

/** Texts read for one reply; each takes 5 to 15 ms of a core. */
const MOST_TEXTS = 48;
/** How long reading a text may wait for its turn. */
const PATIENCE_MS = 250;

/** Compares texts by meaning for one reply, as long as there are time and texts left. */
export class Meanings {
  #left = MOST_TEXTS;
  readonly #read = new Map<string, Promise<Float32Array | undefined>>();
  readonly #model: DeepModel | undefined;
  readonly #signal: AbortSignal;

  /** model: undefined if there is none; nothing can be compared then. */
  constructor(model: DeepModel | undefined, signal: AbortSignal) {
    this.#model = model;
    this.#signal = signal;
  }

  /** The cosines of a text and others; undefined if one of them could not be read. */
  async closeness(text: string, others: readonly string[]): Promise<number[] | undefined> {
    const [vector, ...vectors] = await Promise.all([text, ...others].map((one) => this.#vectorOf(one)));
    if (!vector) return undefined;
    const cosines = vectors.map((other) => other && dotProduct(vector, other));
    return cosines.every((value) => value !== undefined) ? cosines : undefined;
  }

  #vectorOf(text: string): Promise<Float32Array | undefined> {
    const known = this.#read.get(text);
    if (known) return known;
    const reading = this.#readText(text);
    this.#read.set(text, reading);
    return reading;
  }

  async #readText(text: string): Promise<Float32Array | undefined> {
    if (!this.#model || this.#left <= 0) return undefined;
    this.#left--;
    try {
      return await this.#model.embedQuery(text, { patienceMs: PATIENCE_MS, signal: this.#signal });
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return undefined;
    }
  }
}
