/** Keeps the best rows of a stream of (row, score), and every row that ties with the last of them: which rows are kept
 *  does not depend on the order in which they came. */
export class TopRows {
  readonly #size: number;
  #rows: Uint32Array;
  #scores: Float32Array;
  #count = 0;
  /** A score below this cannot enter any more. */
  threshold = Number.NEGATIVE_INFINITY;

  constructor(size: number) {
    this.#size = size;
    this.#rows = new Uint32Array(4 * size);
    this.#scores = new Float32Array(4 * size);
  }

  /** Takes a row in if it is good enough; a score that is no number never is. */
  offer(row: number, score: number): void {
    if (!(score >= this.threshold)) return;
    if (this.#count === this.#rows.length) this.#makeRoom();
    if (score < this.threshold) return;
    this.#rows[this.#count] = row;
    this.#scores[this.#count] = score;
    this.#count++;
  }

  /** The rows kept, in no order. */
  rows(): Uint32Array {
    this.#shrink();
    return this.#rows.subarray(0, this.#count);
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
    this.threshold = nthLargest(this.#scores.slice(0, this.#count), this.#size);
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

/** The n-th largest value, n from 1, in O(length) on average; reorders `values`.
 *  Source: Hoare, Algorithm 65: find, CACM 1961. */
function nthLargest(values: Float32Array, n: number): number {
  const target = n - 1;
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1] ?? 0;
    let i = low;
    let j = high;
    while (i <= j) {
      while ((values[i] ?? 0) > pivot) i++;
      while ((values[j] ?? 0) < pivot) j--;
      if (i > j) break;
      const swapped = values[i] ?? 0;
      values[i++] = values[j] ?? 0;
      values[j--] = swapped;
    }
    if (target <= j) high = j;
    else if (target >= i) low = i;
    else break;
  }
  return values[target] ?? 0;
}
