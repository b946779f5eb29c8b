/** Characters at the end of a reply in which a repetition is looked for. */
const WINDOW = 1_500;
/** Looking again after each piece would cost more than it finds. */
const BETWEEN_LOOKS = 120;
/** A chorus or a table repeats less. */
const SHORTEST = 240;
const LEAST_TIMES = 3;

/** Notices when a model has begun to write the same again and again. */
export class RepetitionWatch {
  #tail = '';
  #unseen = 0;

  /** Whether the reply ends with a text that stands there at least three times in a row. */
  push(piece: string): boolean {
    this.#tail = (this.#tail + piece).slice(-WINDOW);
    this.#unseen += piece.length;
    if (this.#unseen < BETWEEN_LOOKS) return false;
    this.#unseen = 0;
    return repeatsAtEnd(this.#tail);
  }
}

const wordSign = /[\p{L}\p{N}]/u;

/** Reads the text from its end: a text with a border of length b repeats every length - b characters. */
function repeatsAtEnd(text: string): boolean {
  const last = text.length - 1;
  const borders = new Uint16Array(text.length);
  for (let length = 1, border = 0; length < text.length; length++) {
    while (border > 0 && text[last - length] !== text[last - border]) border = borders[border - 1] ?? 0;
    if (text[last - length] === text[last - border]) border++;
    borders[length] = border;
    const period = length + 1 - border;
    if (
      length + 1 >= Math.max(SHORTEST, LEAST_TIMES * period) &&
      wordSign.test(text.slice(text.length - period))
    )
      return true;
  }
  return false;
}
