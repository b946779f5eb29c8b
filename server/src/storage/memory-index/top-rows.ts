/** Keeps the best rows of a stream of (row, score), and every row that ties with the last of them. The result does not
 *  depend on the order of the stream. */
export class TopRows {
  #size = 0;
  #rows = new Uint32Array(0);
  #scores = new Float32Array(0);
  #count = 0;
  /** Lower scores can no longer enter. */
  threshold = Number.NEGATIVE_INFINITY;

  /** Begins again, for another stream. An instance that serves many streams saves making the arrays, 10 KB each time.
   *  threshold: the lowest score that can enter. */
  begin(size: number, threshold = Number.NEGATIVE_INFINITY): this {
    this.#size = size;
    this.#count = 0;
    this.threshold = threshold;
    if (this.#rows.length < 8 * size) {
      this.#rows = new Uint32Array(8 * size);
      this.#scores = new Float32Array(8 * size);
    }
    return this;
  }

  /** Adds a row if its score is high enough. NaN never is. */
  offer(row: number, score: number): void {
    if (!(score >= this.threshold)) return;
    if (this.#count === this.#rows.length) this.#makeRoom();
    if (score < this.threshold) return;
    this.#rows[this.#count] = row;
    this.#scores[this.#count] = score;
    this.#count++;
  }

  /** Raises `threshold` by scores of other streams. */
  offerScores(scores: Float32Array): void {
    for (const score of scores) this.offer(0, score);
    this.#shrink();
  }

  /** The rows kept, unordered. */
  rows(): Uint32Array {
    this.#shrink();
    return this.#rows.slice(0, this.#count);
  }

  /** Their scores, in the order of `rows`. */
  scores(): Float32Array {
    this.#shrink();
    return this.#scores.slice(0, this.#count);
  }

  #makeRoom(): void {
    this.#shrink();
    // Only ties can leave it this full.
    if (this.#count <= this.#rows.length / 2) return;
    const [rows, scores] = [this.#rows, this.#scores];
    this.#rows = new Uint32Array(2 * rows.length);
    this.#scores = new Float32Array(2 * rows.length);
    this.#rows.set(rows);
    this.#scores.set(scores);
  }

  #shrink(): void {
    if (this.#count <= this.#size) return;
    this.threshold = nthLargest(this.#scores.subarray(0, this.#count), this.#size);
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      const score = this.#scores[i] ?? 0;
      if (score < this.threshold) continue;
      this.#rows[kept] = this.#rows[i] ?? 0;
      this.#scores[kept] = score;
      kept++;
    }
    this.#count = kept;
  }
}

const bucketCount = 256;
const counts = new Uint32Array(bucketCount);

/** The n-th largest value, n from 1. Counts the values in 256 buckets between the smallest and the largest, and sorts
 *  only the bucket that contains it. Quickselect takes twice as long, because its branches are unpredictable. */
function nthLargest(values: Float32Array, n: number): number {
  let smallest = values[0] ?? 0;
  let largest = smallest;
  for (let i = 1; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value < smallest) smallest = value;
    if (value > largest) largest = value;
  }
  if (smallest === largest) return smallest;
  const scale = (bucketCount - 1) / (largest - smallest);
  counts.fill(0);
  for (let i = 0; i < values.length; i++) {
    const bucket = (((values[i] ?? 0) - smallest) * scale) | 0;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let bucket = bucketCount - 1;
  let above = 0;
  while (above + (counts[bucket] ?? 0) < n) above += counts[bucket--] ?? 0;
  const inBucket = new Float32Array(counts[bucket] ?? 0);
  for (let i = 0, found = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if ((((value - smallest) * scale) | 0) === bucket) inBucket[found++] = value;
  }
  return inBucket.sort()[inBucket.length - (n - above)] ?? smallest;
}
