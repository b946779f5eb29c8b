import { indentOf, type Line, outdent, trim } from './lines.ts';
import { plainInlines, readInlines } from './read-inlines.ts';
import { alignmentsOf, cellsOf, isTableRow } from './read-table.ts';
import type { Block, Item } from './tree.ts';

/** `isWhole`: nothing more will be written. */
type Source = { text: string; isWhole: boolean };

/** The deepest nesting of quotes and lists; deeper ones keep their marks. */
const DEEPEST = 8;

const fence = /^[ \t]*(`{3,}|~{3,})/;
/** `# of seats` counts seats. */
const heading = /^[ \t]*(?!# \p{Ll})(#{1,6})[ \t]+(?=\S)/u;
const rule = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const quote = /^[ \t]*>[ \t]?/;
/** More than three digits are a year, and a number with nothing after it is an answer. */
const marker = /^[ \t]*(?:[-*+]|(\d{1,3})[.)])[ \t]+(?=\S)/;

/** The least indentation of content that belongs to an item, in columns. */
const LEAST_INDENT = 2;

type Kind = 'blank' | 'fence' | 'heading' | 'rule' | 'quote' | 'item' | 'table' | 'paragraph';

/** Reads lines as blocks in linear time. Unlike in CommonMark, an indented line is not code, a
 *  underlined line is not a heading, and content that is not indented belongs to no item. */
export function readBlocks(source: Source, lines: readonly Line[], depth = 0): Block[] {
  const reader = new BlockReader(source, lines, depth);
  return reader.read();
}

class BlockReader {
  readonly #source: Source;
  readonly #lines: readonly Line[];
  readonly #depth: number;
  readonly #kinds: Kind[];
  /** Lengths of fences without an end; longer ones are not searched for. */
  readonly #endless = new Map<string, number>();
  #at = 0;

  constructor(source: Source, lines: readonly Line[], depth: number) {
    this.#source = source;
    this.#lines = lines;
    this.#depth = depth;
    this.#kinds = lines.map((line, index) => this.#kindOf(line, lines[index + 1]));
  }

  read(): Block[] {
    const blocks: Block[] = [];
    while (this.#at < this.#lines.length) {
      const kind = this.#kinds[this.#at];
      if (kind === 'blank') this.#at += 1;
      else blocks.push(this.#readBlock(kind));
    }
    return blocks;
  }

  #kindOf(line: Line, next: Line | undefined): Kind {
    const text = this.#textOf(line);
    if (text.trim() === '') return 'blank';
    if (fenceOf(text)) return 'fence';
    if (heading.test(text)) return 'heading';
    if (rule.test(text)) return 'rule';
    if (this.#depth < DEEPEST && quote.test(text)) return 'quote';
    if (this.#depth < DEEPEST && marker.test(text)) return 'item';
    return isTableRow(text, next && this.#textOf(next)) ? 'table' : 'paragraph';
  }

  #readBlock(kind: Kind | undefined): Block {
    if (kind === 'fence') return this.#readFence();
    if (kind === 'heading') return this.#readHeading();
    if (kind === 'quote') return this.#readQuote();
    if (kind === 'item') return this.#readList();
    if (kind === 'table') return this.#readTable();
    if (kind === 'paragraph') {
      const lines = this.#takeWhile((at) => this.#kinds[at] === 'paragraph');
      return { type: 'paragraph', children: readInlines(this.#source.text, lines) };
    }
    this.#at += 1;
    return { type: 'rule' };
  }

  #readHeading(): Block {
    const line = this.#next();
    const [signs = '', { length: level } = ''] = heading.exec(this.#textOf(line)) ?? [];
    const { text } = this.#source;
    const all = trim(text, { from: line.from + signs.length, to: line.to });
    let end = all.to;
    while (text[end - 1] === '#') end -= 1;
    const isClosed = end > all.from && /\s/.test(text.charAt(end - 1));
    return { type: 'heading', level, children: readInlines(text, [isClosed ? { ...all, to: end } : all]) };
  }

  /** A fence without an end goes to the next blank line, or to the end of the text while more may come. */
  #readFence(): Block {
    const first = this.#next();
    const { signs = '', language = '' } = fenceOf(this.#textOf(first)) ?? {};
    const end = this.#endOfFence(signs);
    const isInside = (at: number): boolean =>
      end === undefined ? !this.#source.isWhole || this.#kinds[at] !== 'blank' : at < end;
    const indent = indentOf(this.#source.text, first);
    const lines = this.#takeWhile(isInside).map((line) => outdent(this.#source.text, line, indent));
    if (end !== undefined) this.#at += 1;
    return { type: 'code-block', language, children: plainInlines(this.#source.text, lines) };
  }

  #endOfFence(signs: string): number | undefined {
    const sign = signs.charAt(0);
    if (signs.length >= (this.#endless.get(sign) ?? Number.POSITIVE_INFINITY)) return undefined;
    for (let at = this.#at; at < this.#lines.length; at++) {
      const found = this.#kinds[at] === 'fence' ? fenceOf(this.#textAt(at)) : undefined;
      if (found?.language === '' && found.signs.startsWith(signs)) return at;
    }
    this.#endless.set(sign, signs.length);
    return undefined;
  }

  #readQuote(): Block {
    const lines = this.#takeWhile((at) => this.#kinds[at] === 'quote').map((line) => ({
      from: line.from + (quote.exec(this.#textOf(line))?.[0].length ?? 0),
      to: line.to,
    }));
    return { type: 'quote', children: readBlocks(this.#source, lines, this.#depth + 1) };
  }

  /** Numbers stay as written, and count up where one is repeated: 1. 1. 1. */
  #readList(): Block {
    const isOrdered = this.#isOrdered(this.#at);
    const children: Item[] = [];
    let [number, lastWritten] = [0, ''];
    for (;;) {
      const next = this.#afterBlanks(this.#at);
      if (this.#kinds[next] !== 'item' || this.#isOrdered(next) !== isOrdered) break;
      this.#at = next;
      const [, written = ''] = marker.exec(this.#textAt(next)) ?? [];
      number = written === lastWritten ? number + 1 : Number(written);
      lastWritten = written;
      children.push({
        type: 'item',
        number: isOrdered ? number : undefined,
        children: readBlocks(this.#source, this.#takeItem(), this.#depth + 1),
      });
    }
    return { type: 'list', isOrdered, children };
  }

  /** The lines of an item: its marker's, and those indented under it. */
  #takeItem(): Line[] {
    const { text } = this.#source;
    const first = this.#next();
    const [found = ''] = marker.exec(this.#textOf(first)) ?? [];
    const indent = indentOf(text, first);
    const columns = indent + found.trimStart().length;
    const lines = [{ from: first.from + found.length, to: first.to }];
    for (;;) {
      const next = this.#afterBlanks(this.#at);
      const line = this.#lines[next];
      if (!line || indentOf(text, line) < indent + LEAST_INDENT) return lines;
      lines.push(...this.#takeWhile((at) => at <= next).map((each) => outdent(text, each, columns)));
    }
  }

  #isOrdered(at: number): boolean {
    return /^\s*\d/.test(this.#textAt(at));
  }

  /** Without an alignment line, no row is the head. */
  #readTable(): Block {
    const { text } = this.#source;
    const alignments = alignmentsOf(this.#textAt(this.#at + 1));
    const head = alignments ? [this.#next()] : [];
    if (alignments) this.#at += 1;
    const body = this.#takeWhile(
      (at) =>
        this.#kinds[at] === 'table' ||
        (alignments !== undefined && this.#kinds[at] === 'paragraph' && this.#textAt(at).includes('|')),
    );
    const children = [...head, ...body].map((line, index) => ({
      type: 'row' as const,
      isHead: index < head.length,
      children: cellsOf(text, line).map((cell, column) => ({
        type: 'cell' as const,
        align: alignments?.[column] ?? ('left' as const),
        children: readInlines(text, [cell]),
      })),
    }));
    return { type: 'table', children };
  }

  #afterBlanks(from: number): number {
    let at = from;
    while (this.#kinds[at] === 'blank') at += 1;
    return at;
  }

  #takeWhile(isTaken: (at: number) => boolean): Line[] {
    const from = this.#at;
    while (this.#at < this.#lines.length && isTaken(this.#at)) this.#at += 1;
    return this.#lines.slice(from, this.#at);
  }

  #next(): Line {
    this.#at += 1;
    return this.#lines[this.#at - 1] ?? NO_LINE;
  }

  #textAt(at: number): string {
    return this.#textOf(this.#lines[at] ?? NO_LINE);
  }

  #textOf({ from, to }: Line): string {
    return this.#source.text.slice(from, to);
  }
}

const NO_LINE: Line = { from: 0, to: 0 };

function fenceOf(line: string): { signs: string; language: string } | undefined {
  const [found = '', signs = ''] = fence.exec(line) ?? [];
  const language = line.slice(found.length).trim();
  // Three backticks with more on the same line are inline code.
  return signs === '' || (signs.startsWith('`') && language.includes('`')) ? undefined : { signs, language };
}
