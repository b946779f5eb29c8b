import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VectorFile } from './vector-file.ts';

/** What the bench needs of a deep model. */
type Reader = {
  embedQuery(text: string, options: { patienceMs: number }): Promise<Float32Array | undefined>;
  embedPassage(text: string, blocks: readonly []): Promise<{ passage: Float32Array }>;
};

/** The vectors of the deep model, which takes an hour for all judged sets: kept in a file of the system's temporary
 *  folder for the next run. */
export class DeepVectors {
  readonly #model: Reader;
  readonly #file: VectorFile;

  constructor(model: Reader & { name: string; dimensions: number }) {
    this.#model = model;
    this.#file = new VectorFile(join(tmpdir(), 'footnote-bench', `${model.name}.vectors`), model.dimensions);
  }

  async ofQuery(text: string): Promise<Float32Array> {
    return await this.#kept(`query\n${text}`, async () => {
      const vector = await this.#model.embedQuery(text, { patienceMs: Number.POSITIVE_INFINITY });
      if (!vector) throw new Error('The deep model did not read a question, however long it may take.');
      return vector;
    });
  }

  async ofPassage(text: string): Promise<Float32Array> {
    return await this.#kept(
      `passage\n${text}`,
      async () => (await this.#model.embedPassage(text, [])).passage,
    );
  }

  async #kept(key: string, make: () => Promise<Float32Array>): Promise<Float32Array> {
    const known = this.#file.get(key);
    if (known) return known;
    const vector = await make();
    this.#file.add(key, vector);
    return vector;
  }
}
