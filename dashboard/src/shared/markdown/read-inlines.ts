import type { Mark } from './emphasis.ts';
import { type Line, trim } from './lines.ts';
import { type Bracket, readTokens, type Token } from './read-tokens.ts';
import type { Inline } from './tree.ts';

/** Open nodes while the tree is built. A node that is too deep shares its parent's children. */
type Level = {
  children: Inline[];
  node: Exclude<Inline, { type: 'text' | 'break' | 'footnotes' }> | undefined;
};

/** Nested deeper than this, nothing looks different. */
const DEEPEST = 8;

/** Reads the content of a paragraph, heading or cell. Line breaks stay. */
export function readInlines(text: string, lines: readonly Line[]): Inline[] {
  const trimmed = lines.map((line) => trim(text, line));
  const joined = trimmed.map(({ from, to }) => text.slice(from, to)).join('\n');
  const builder = new InlineBuilder(joined, trimmed);
  for (const token of readTokens(joined)) builder.add(token);
  return builder.end();
}

/** Text without marks, as it is. */
export const plainInlines = (text: string, lines: readonly Line[]): Inline[] =>
  lines.flatMap(({ from, to }, index) => [
    ...(index > 0 ? [{ type: 'break' as const }] : []),
    ...(from < to ? [{ type: 'text' as const, text: text.slice(from, to), at: from }] : []),
  ]);

class InlineBuilder {
  readonly #text: string;
  readonly #lines: readonly Line[];
  readonly #levels: [Level, ...Level[]] = [{ children: [], node: undefined }];
  /** The current line, and its start in the text. */
  #line = 0;
  #lineStart = 0;

  constructor(text: string, lines: readonly Line[]) {
    this.#text = text;
    this.#lines = lines;
  }

  add(token: Token): void {
    if (token.type === 'text') this.#addText(token.from, token.to);
    else if (token.type === 'break') this.#addBreak();
    else if (token.type === 'mark') this.#addMark(token);
    else if (token.type === 'bracket-end') this.#close();
    else if (token.type === 'bracket') this.#addBracket(token);
    else {
      this.#open(
        token.type === 'address'
          ? { type: 'link', url: token.url, children: [] }
          : { type: 'code', children: [] },
      );
      this.#addLines(token.from, token.to);
      this.#close();
    }
  }

  end(): Inline[] {
    return this.#levels[0].children;
  }

  #addBracket({ from, to, url }: Bracket): void {
    if (url === undefined) this.#addText(from, to);
    else if (url === '') this.#openTransparent();
    else this.#open({ type: 'link', url, children: [] });
  }

  #addMark({ from, to, opens, closes }: Mark): void {
    let start = from;
    for (const taken of closes) {
      this.#close();
      start += taken;
    }
    this.#addText(
      start,
      opens.reduce((end, taken) => end - taken, to),
    );
    for (const taken of opens) this.#open({ type: taken === 2 ? 'strong' : 'emphasis', children: [] });
  }

  #addText(from: number, to: number): void {
    if (from >= to) return;
    const at = (this.#lines[this.#line]?.from ?? 0) + from - this.#lineStart;
    this.#here.children.push({ type: 'text', text: this.#text.slice(from, to), at });
  }

  #addBreak(): void {
    this.#lineStart += (this.#lines[this.#line]?.to ?? 0) - (this.#lines[this.#line]?.from ?? 0) + 1;
    this.#line += 1;
    this.#here.children.push({ type: 'break' });
  }

  /** Text that may have breaks in it. */
  #addLines(from: number, to: number): void {
    let start = from;
    for (
      let end = this.#text.indexOf('\n', start);
      end >= 0 && end < to;
      end = this.#text.indexOf('\n', start)
    ) {
      this.#addText(start, end);
      this.#addBreak();
      start = end + 1;
    }
    this.#addText(start, to);
  }

  get #here(): Level {
    return this.#levels.at(-1) ?? this.#levels[0];
  }

  #open(node: NonNullable<Level['node']>): void {
    if (this.#levels.length > DEEPEST) this.#openTransparent();
    else this.#levels.push({ children: node.children, node });
  }

  #openTransparent(): void {
    this.#levels.push({ children: this.#here.children, node: undefined });
  }

  #close(): void {
    const closed = this.#levels.pop();
    if (closed?.node) this.#here.children.push(closed.node);
  }
}
