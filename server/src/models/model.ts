/** The models that the service can use. Each is one small interface with several implementations beside this file. */

/** Turns text into vectors. Vectors are L2-normalised, so that a dot product is the cosine; a text without a
 *  known token gives the zero vector. */
export type Embedder = {
  /** Names the model and its version; stored with what it indexed, because vectors of two models never mix. */
  readonly id: string;
  readonly dimensions: number;
  /** One query -> a vector of `dimensions` floats. */
  embedQuery(text: string): Promise<Float32Array>;
  /** Passages -> a row-major matrix of `texts.length * dimensions` floats. */
  embedPassages(texts: readonly string[]): Promise<Float32Array>;
};
