import type { Delta, Withdrawal } from '#chat/reply.ts';
import { NO_ANSWER } from './build-prompt.ts';
import { flattenMarkup, withoutUnknownLinks } from './markup.ts';
import { withoutMarkers } from './read-reply.ts';
import { SEARCH } from './search-request.ts';

/** What a client of a stream has so far, which may have to give some of it back. */
export class TentativeText {
  #sent = '';

  /** Makes the client's text this one. */
  become(text: string): (Delta | Withdrawal)[] {
    let common = 0;
    while (common < this.#sent.length && this.#sent[common] === text[common]) common++;
    const end = this.#sent.length;
    this.#sent = text;
    return [
      ...(common < end ? [{ type: 'withdraw' as const, start: common, end }] : []),
      ...(common < text.length ? [{ type: 'delta' as const, text: text.slice(common) }] : []),
    ];
  }
}

/** Where markers, links, images and tags begin, and control words stand. */
const mayBeginMarkup = new RegExp(`[[［【<]|!(?=[[\\s]|$)|${NO_ANSWER}|${SEARCH}`, 'u');

/** The words of a sentence that is still being written, as far as they can be shown before it is checked: up to the first
 *  that could belong to a marker, a link or other markup. The last word may go on, so it is held back. */
export function showable(begun: string): string {
  const beginning = begun.slice(0, MOST_SHOWN);
  const lastGap = /(?<!\s)\s+\S*$/.exec(beginning)?.index ?? 0;
  const kept = beforeMarkup(beginning.slice(0, lastGap)).trimEnd();
  if (isPlain(kept)) return kept;
  // The longest beginning without markup, by halves: each piece of the model comes here.
  const ends = [...kept.matchAll(/\s+/g)].map(({ index }) => index);
  let [least, most] = [0, ends.length];
  while (least < most) {
    const middle = (least + most) >> 1;
    if (isPlain(kept.slice(0, ends[middle]))) least = middle + 1;
    else most = middle;
  }
  return kept.slice(0, ends[least - 1] ?? 0);
}

/** Of a longer sentence only the beginning is shown before it is checked. */
const MOST_SHOWN = 1_000;

function beforeMarkup(text: string): string {
  const found = mayBeginMarkup.exec(text);
  if (!found) return text;
  let end = found.index;
  // A control word may stand within marks, such as `**SEARCH:`.
  if (/^\p{L}/u.test(found[0])) while (/\S/.test(text[end - 1] ?? ' ')) end -= 1;
  return text.slice(0, end);
}

const isPlain = (text: string): boolean =>
  withoutUnknownLinks(withoutMarkers(flattenMarkup(text)), '') === text;
