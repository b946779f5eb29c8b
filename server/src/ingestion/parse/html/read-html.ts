import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { createOpenElements, type HtmlElement, type HtmlReader } from './open-elements.ts';

/** Reads HTML from start to end as browsers do, without building a tree: end tags can be missing, and misplaced ones
 *  are ignored. Linear in the length of any input: it combines the tokenizer of htmlparser2 with its own open elements,
 *  because the Parser of htmlparser2 searches its stack at every tag. */
export function readHtml(html: string, reader: HtmlReader): void {
  // Backtracks: over at most 1,000 characters.
  const isXhtml = /^\s*<\?xml|<html[^>]{1,500}xmlns=["']http:\/\/www\.w3\.org\/1999\/xhtml/i.test(
    html.slice(0, 1_000),
  );
  const open = createOpenElements(reader);
  let element: HtmlElement | undefined;
  let attribute: string | undefined;
  let value = '';
  const endTag = (isClosed: boolean): void => {
    if (element) open.push(element, isClosed);
    element = undefined;
  };
  const callbacks: TokenizerCallbacks = {
    onopentagname: (start, end) => {
      element = { name: nameOf(html.slice(start, end)), attributes: {} };
    },
    onattribname: (start, end) => {
      const name = end - start <= LONGEST_NAME ? html.slice(start, end).toLowerCase() : '';
      attribute = ATTRIBUTES.has(name) ? name : undefined;
      value = '';
    },
    onattribdata: (start, end) => {
      const room = LONGEST_VALUE - value.length;
      if (attribute && room > 0) value += html.slice(start, Math.min(end, start + room));
    },
    onattribentity: (codePoint) => {
      if (attribute && value.length < LONGEST_VALUE) value += String.fromCodePoint(codePoint);
    },
    onattribend: () => {
      if (element && attribute) element.attributes[attribute] ??= value;
      attribute = undefined;
    },
    onopentagend: () => endTag(false),
    onselfclosingtag: () =>
      endTag(isXhtml || open.isForeign() || element?.name === 'svg' || element?.name === 'math'),
    onclosetag: (start, end) => open.close(nameOf(html.slice(start, end))),
    ontext: (start, end) => open.text(html.slice(start, end)),
    ontextentity: (codePoint) => open.text(String.fromCodePoint(codePoint)),
    oncdata: (start, end, offset) => {
      if (isXhtml || open.isForeign()) open.text(html.slice(start, end - offset));
    },
    oncomment: () => undefined,
    ondeclaration: () => undefined,
    onprocessinginstruction: () => undefined,
    isInForeignContext: () => open.isForeign(),
    onend: () => open.closeAll(),
  };
  const tokenizer = new Tokenizer({ decodeEntities: true, recognizeSelfClosing: isXhtml }, callbacks);
  tokenizer.write(html);
  tokenizer.end();
}

const LONGEST_NAME = 40;
const LONGEST_VALUE = 4_096;
/** The attributes that are kept. */
const ATTRIBUTES = new Set(
  'alt aria-hidden aria-level charset class colspan content hidden href id itemprop itemtype lang name open property rel role rowspan start style type value xml:lang'.split(
    ' ',
  ),
);

/** XHTML names can have a prefix: `html:p`. An overlong name matches no element. */
const nameOf = (raw: string): string =>
  raw.length > LONGEST_NAME
    ? 'unknown'
    : raw
        .toLowerCase()
        .replace(/^x?html:/, '')
        .replace(/^image$/, 'img');
