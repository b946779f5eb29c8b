import { stripInvisible } from '#text/strip-invisible.ts';

/** How a model asks for one more search instead of replying. */
export const SEARCH = 'SEARCH:';

const LONGEST_QUERY = 200;
/** A model that goes on for longer than this is stopped. */
const LONGEST_REQUEST = 600;
const decoration = /^[\s*_`"'>#-]{0,12}/;

/** Holds back the beginning of a reply until it clearly isn't a request for a search. */
export class SearchGate {
  #held = '';
  #state: 'undecided' | 'reply' | 'search' = 'undecided';

  /** Returns what belongs to the reply. */
  push(text: string): string {
    if (this.#state === 'reply') return text;
    this.#held += text;
    if (this.#state === 'undecided') this.#state = this.#decide();
    return this.#hasReply() ? this.#release() : '';
  }

  /** The rest of the reply, when no more is written. */
  end(): string {
    return this.#state === 'search' ? '' : this.#release();
  }

  get isSearch(): boolean {
    return this.#state === 'search';
  }

  /** Whether it asks for a search and has written more than a query. */
  get isTooLong(): boolean {
    return this.isSearch && this.#held.length > LONGEST_REQUEST;
  }

  /** What to search for: one line of bounded length. Undefined if it does not say, or asks for no search. */
  get query(): string | undefined {
    if (!this.isSearch) return undefined;
    const [line = ''] = this.#opening().slice(SEARCH.length).trim().split('\n');
    const query = line
      .replace(/^[*_`"'\s]+|(?<![*_`"'\s])[*_`"'\s]+$/g, '')
      .slice(0, LONGEST_QUERY)
      .toWellFormed();
    return /[\p{L}\p{N}]/u.test(query) ? query : undefined;
  }

  #opening(): string {
    return stripInvisible(this.#held).replace(decoration, '');
  }

  #hasReply(): boolean {
    return this.#state === 'reply';
  }

  #decide(): 'undecided' | 'reply' | 'search' {
    const opening = this.#opening();
    if (opening.startsWith(SEARCH)) return 'search';
    return SEARCH.startsWith(opening) ? 'undecided' : 'reply';
  }

  #release(): string {
    const text = this.#held;
    this.#held = '';
    return text;
  }
}

/** Whether a sentence asks for a search, which is never part of a reply. */
export const asksForSearch = (sentence: string): boolean =>
  stripInvisible(sentence).replace(decoration, '').startsWith(SEARCH);
