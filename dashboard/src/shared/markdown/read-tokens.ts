import { type Mark, pairMarks, readMark } from './emphasis.ts';
import { safeUrl } from './safe-url.ts';

type Span = { from: number; to: number };
/** `url`: of the link it starts, '' for an image; a bracket without one is text. */
export type Bracket = Span & { type: 'bracket'; url?: string };

/** A piece of a paragraph: spans are offsets into its text. */
export type Token =
  | Mark
  | Bracket
  | (Span & { type: 'text' | 'code' })
  | (Span & { type: 'address'; url: string })
  | { type: 'bracket-end' }
  | { type: 'break' };

/** Everything that may be more than text; runs and URLs as a whole. Only characters with a meaning are escaped: the
 *  backslashes of a path stay. */
const sign =
  /\n|`+|\*+|_+|!?\[|\]|\\[*_`#|~$<>+-]|(?<=\d)\\\.|<(?:https?:\/\/|mailto:)[^\s<>]+>|https?:\/\/[^\s<>"'`*|\\^{}[\]（）「」、。，]+/g;
const target = /\((<[^<>\n]{1,2000}>|(?:[^\s()<>]|\([^\s()<>]{0,2000}\)){1,2000})\)/y;

/** Reads a paragraph into tokens in order. Linear: a failed search is not repeated. */
export function readTokens(text: string): Token[] {
  const reader = new TokenReader(text);
  return reader.read();
}

class TokenReader {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** Open brackets, with the number of tokens before them. */
  #open: { bracket: Bracket; marks: number }[] = [];
  /** Not paired yet. */
  readonly #marks: Mark[] = [];
  /** Lengths of backtick runs that nothing later closes. */
  readonly #endless = new Set<number>();
  /** Everything before this offset is in a token. */
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Token[] {
    // Backtracks: a copy of `sign`, for its `lastIndex`.
    const signs = new RegExp(sign);
    for (let found = signs.exec(this.#text); found; found = signs.exec(this.#text)) {
      this.#take(found[0], found.index, found.index + found[0].length);
      signs.lastIndex = Math.max(signs.lastIndex, this.#read);
    }
    this.#addText(this.#text.length);
    pairMarks(this.#marks);
    return this.#tokens;
  }

  #take(found: string, from: number, to: number): void {
    const [first] = found;
    if (first === '\n') this.#add({ type: 'break' }, from, to);
    else if (first === '\\') this.#add({ type: 'text', from: from + 1, to }, from, to);
    else if (first === '*' || first === '_')
      this.#marks.push(this.#add(readMark(this.#text, from, to), from, to));
    else if (first === '`') this.#takeCode(found, from, to);
    else if (first === ']') this.#endBracket(from, to);
    else if (first === '[' || first === '!') {
      const bracket = this.#add({ type: 'bracket' as const, from, to }, from, to);
      this.#open.push({ bracket, marks: this.#marks.length });
    } else if (first === '<') this.#takeAddress({ from: from + 1, to: to - 1 }, from, to);
    else {
      const end = from + withoutEnd(found).length;
      if (isPublic(found)) this.#takeAddress({ from, to: end }, from, end);
    }
  }

  #takeCode(run: string, from: number, to: number): void {
    if (this.#endless.has(run.length)) return;
    // Backtracks: nothing in it repeats.
    const ends = new RegExp(`(?<!\`)${run}(?!\`)`, 'g');
    ends.lastIndex = to;
    const end = ends.exec(this.#text)?.index;
    if (end === undefined) this.#endless.add(run.length);
    else this.#add({ type: 'code', ...withoutPadding(this.#text, to, end) }, from, end + run.length);
  }

  #takeAddress(address: Span, from: number, to: number): void {
    const url = safeUrl(this.#text.slice(address.from, address.to));
    if (url !== undefined) this.#add({ type: 'address', ...address, url }, from, to);
  }

  /** A bracket closes if a valid URL follows; an image becomes its label. */
  #endBracket(from: number, to: number): void {
    const opened = this.#open.pop();
    if (!opened || opened.bracket.to === from) return;
    const { bracket, marks } = opened;
    target.lastIndex = to;
    const address = target.exec(this.#text)?.[1];
    const isImage = bracket.to - bracket.from === 2;
    const url = address === undefined || isImage ? address && '' : safeUrl(address.replace(/^<|>$/g, ''));
    if (url === undefined) return;
    bracket.url = url;
    this.#add({ type: 'bracket-end' }, from, to + (address?.length ?? 0) + 2);
    pairMarks(this.#marks.splice(marks));
    // Links do not nest.
    if (!isImage) this.#open = [];
  }

  #add<T extends Token>(token: T, from: number, to: number): T {
    this.#addText(from);
    this.#tokens.push(token);
    this.#read = to;
    return token;
  }

  #addText(to: number): void {
    if (this.#read < to) this.#tokens.push({ type: 'text', from: this.#read, to });
    this.#read = to;
  }
}

/** Names without a dot are machines in the configuration that a reply quotes, such as `http://backend:8080`. */
const isPublic = (address: string): boolean => /^https?:\/\/[^/?#]*\./.test(address);

/** Punctuation at the end of a URL belongs to the sentence, and so does a bracket that was not opened in it. */
function withoutEnd(address: string): string {
  const ends = address.includes('(') ? '.,;:!?_~' : '.,;:!?_~)';
  let end = address.length;
  while (ends.includes(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}

/** One space beside backticks makes room for a backtick. */
function withoutPadding(text: string, from: number, to: number): Span {
  const isPadded = to - from > 2 && text[from] === ' ' && text[to - 1] === ' ';
  return isPadded ? { from: from + 1, to: to - 1 } : { from, to };
}
