import type { Turn, TurnEvent } from '#chat/turn/turn.ts';

/** A stretch of Markdown that stays: where it begins there and in the plain text. */
type Kept = { from: number; to: number; length: number };

/** Takes the marks of Markdown out of a reply while it is written, line by line: fences, the frame of tables, emphasis, marks
 *  of code, headings and quotations. Links become their label and address. Bullets stay. */
export class PlainText {
  #line = '';
  #read = 0;
  #written = 0;
  #hasLine = false;
  #fence = '';
  readonly #kept: Kept[] = [];

  /** The plain text that is certain after this piece. */
  push(piece: string): string {
    const lines = `${this.#line}${piece}`.split('\n');
    this.#line = lines.pop() ?? '';
    return lines.map((line) => this.#take(line)).join('');
  }

  end(): string {
    const rest = this.#line;
    this.#line = '';
    return this.#take(rest);
  }

  /** The offset in the plain text of an offset in the Markdown. */
  offsetOf(offset: number): number {
    const kept = this.#kept.findLast(({ from }) => from <= offset);
    return kept ? kept.to + Math.min(kept.length, offset - kept.from) : 0;
  }

  #take(line: string): string {
    const start = this.#read;
    this.#read += line.length + 1;
    const trimmed = line.trim();
    const sign = fence.exec(trimmed)?.[0] ?? '';
    if (this.#fence ? trimmed.startsWith(this.#fence) && /^[`~]+$/.test(trimmed) : sign !== '') {
      this.#fence = this.#fence ? '' : sign;
      return '';
    }
    if (!this.#fence && tableRule.test(trimmed)) return '';
    let text = this.#hasLine ? '\n' : '';
    this.#hasLine = true;
    const add = (part: string, at: number): void => {
      this.#kept.push({ from: start + at, to: this.#written + text.length, length: part.length });
      text += part;
    };
    if (this.#fence) add(line, 0);
    else addPlain(line, add);
    this.#written += text.length;
    return text;
  }
}

const fence = /^(?:`{3,}|~{3,})/;
const tableRule = /^\|(?:\s*:?-{3,}:?\s*\|)+$/;
const tableRow = /^\|.*\|$/;
/** Marks of a line, in groups by what stays of them. */
const marks =
  /^\s{0,3}(?:#{1,6}|>)\s+|(`{1,3})([^`\n]+)\1|(\*\*|__|\*)(?=\S)([^*\n]*?\S)\3(?![\p{L}\p{N}_])|!?\[([^[\]\n]*)\]\(([^()\s]+)\)/gu;

/** Marks in marks in marks are rare, and hostile ones would go on. */
const DEEPEST = 2;

/** Adds what stays of a line of Markdown, with where each part stands in it. */
function addPlain(line: string, add: (part: string, at: number) => void, depth = 0): void {
  if (depth === 0 && tableRow.test(line.trim())) {
    const cells = line.trim().slice(1, -1).split('|');
    let at = line.indexOf('|') + 1;
    for (const [index, cell] of cells.entries()) {
      if (index > 0) add(' – ', at - 1);
      const start = at + cell.length - cell.trimStart().length;
      addPlain(cell.trim(), (part, within) => add(part, start + within), 1);
      at += cell.length + 1;
    }
    return;
  }
  let at = 0;
  for (const found of line.matchAll(marks)) {
    const [whole, ticks, code, stars, strong, label, target] = found;
    if (stars && /[\p{L}\p{N}_]/u.test(line[found.index - 1] ?? '')) continue;
    if (found.index > at) add(line.slice(at, found.index), at);
    at = found.index + whole.length;
    if (ticks && code !== undefined) add(code, found.index + ticks.length);
    if (stars && strong !== undefined) {
      const start = found.index + stars.length;
      if (depth < DEEPEST) addPlain(strong, (part, within) => add(part, start + within), depth + 1);
      else add(strong, start);
    }
    if (label !== undefined) add(label ? `${label} (${target})` : `${target}`, found.index);
  }
  if (at < line.length || at === 0) add(line.slice(at), at);
}

/** A turn whose reply has no Markdown; its citations point to the same words. */
export function toPlainTurn<Ended extends Turn>(turn: Ended): Ended {
  const plain = new PlainText();
  const text = plain.push(turn.text) + plain.end();
  const citations = turn.citations.map((citation) => ({
    ...citation,
    reply_start: plain.offsetOf(citation.reply_start),
    reply_end: plain.offsetOf(citation.reply_end),
  }));
  return { ...turn, text, citations };
}

/** The same for a turn that is running. */
export async function* plainTurn(turn: AsyncGenerator<TurnEvent, Turn>): AsyncGenerator<TurnEvent, Turn> {
  const plain = new PlainText();
  try {
    for (;;) {
      const { done, value } = await turn.next();
      if (done) {
        const rest = plain.end();
        if (rest) yield { type: 'delta', text: rest };
        return toPlainTurn(value);
      }
      if (value.type !== 'delta') yield value;
      else {
        const text = plain.push(value.text);
        if (text) yield { type: 'delta', text };
      }
    }
  } finally {
    await turn.return(undefined as never);
  }
}
