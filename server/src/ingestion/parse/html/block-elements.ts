import type { Opener } from './block-state.ts';
import { HEADINGS } from './element-kinds.ts';
import { tellingAlt } from './hidden-elements.ts';
import type { InlineText } from './html-pieces.ts';
import { openCaption, openCell, openHeadRows, openRow, openTable } from './table-elements.ts';

const openHeading: Opener = ({ inline }, { name, attributes }) => {
  endHeading(inline);
  inline.flush();
  const level = HEADINGS.has(name)
    ? Number(name[1])
    : Number.parseInt(attributes['aria-level'] ?? '', 10) || 2;
  inline.headingLevel = Math.min(6, Math.max(1, level));
  return () => endHeading(inline);
};

function endHeading(inline: InlineText): void {
  if (inline.headingLevel === undefined) return;
  inline.flush();
  inline.headingLevel = undefined;
}

/** An unclosed heading ends where running text, a list or a table begins. */
const endUnclosedHeading: Opener = ({ inline }) => {
  if (!inline.isBlank()) endHeading(inline);
  return undefined;
};

const openCode: Opener = ({ inline }) => {
  endHeading(inline);
  if (inline.codeDepth === 0) inline.flush();
  inline.codeDepth += 1;
  return () => {
    if (inline.codeDepth === 1) inline.flush();
    inline.codeDepth -= 1;
  };
};

const openList: Opener = (state, element) => {
  endUnclosedHeading(state, element);
  const { name, attributes } = element;
  const start = Number.parseInt(attributes.start ?? '', 10);
  state.lists.push({ isOrdered: name === 'ol', next: Number.isNaN(start) ? 1 : start });
  return () => {
    state.lists.pop();
  };
};

const openItem: Opener = ({ inline, lists }, { attributes }) => {
  const list = lists.at(-1);
  inline.flushTerm();
  if (list?.isOrdered) {
    list.next = Number.parseInt(attributes.value ?? '', 10) || list.next;
    inline.marker = `${list.next}. `;
    list.next += 1;
  } else inline.marker = '- ';
  return () => {
    inline.marker = '';
  };
};

const openTermList: Opener = (state, element) => {
  endUnclosedHeading(state, element);
  return () => {
    state.inline.term = state.terms;
    state.terms = '';
    state.inline.flushTerm();
  };
};

/** A short term and its description share a line. */
const openTerm: Opener = (state) => {
  const { inline } = state;
  const around = inline.pieces;
  inline.pieces = [];
  return () => {
    const term = inline.pieces.map(({ text }) => text.trim()).join(' ');
    inline.pieces = around;
    const terms = [state.terms, term].filter((text) => text !== '').join(', ');
    if (terms.length > LONGEST_TERM) inline.add({ kind: 'paragraph', text: terms });
    state.terms = terms.length > LONGEST_TERM ? '' : terms;
  };
};

const LONGEST_TERM = 120;

const openDescription: Opener = (state) => {
  const { inline } = state;
  inline.term = state.terms;
  state.terms = '';
  return () => inline.flushTerm();
};

const openImage: Opener = ({ inline }, element) => {
  const alt = tellingAlt(element);
  if (alt === undefined) return undefined;
  inline.gap();
  inline.text(alt);
  inline.gap();
  return undefined;
};

const openLink: Opener = (state) => {
  state.linkDepth += 1;
  state.inline.link(1, 0);
  return () => {
    state.linkDepth -= 1;
  };
};

const openQuote: Opener = ({ inline }) => {
  inline.text('“');
  return () => inline.text('”');
};

const openBold: Opener = (state) => {
  state.boldDepth += 1;
  return () => {
    state.boldDepth -= 1;
  };
};

const openSummary: Opener = (state) => {
  state.summaryDepth += 1;
  return () => {
    state.summaryDepth -= 1;
  };
};

const openTitle: Opener = (state) => {
  state.title = '';
  return () => {
    const title = state.title?.replace(/\s+/g, ' ').trim();
    if (title) state.head.title ??= title;
    state.title = undefined;
  };
};

const breakLine: Opener = ({ inline }) => {
  inline.lineBreak();
  return undefined;
};

/** Openers by element name. Other elements have no effect, except that block elements end the block before them. */
export const OPENERS: ReadonlyMap<string, Opener> = new Map<string, Opener>([
  ...[...HEADINGS].map((name) => [name, openHeading] as const),
  ...['pre', 'listing', 'xmp', 'plaintext'].map((name) => [name, openCode] as const),
  ...['ul', 'ol', 'menu', 'dir'].map((name) => [name, openList] as const),
  ...['b', 'strong'].map((name) => [name, openBold] as const),
  ...['p', 'section', 'article', 'blockquote', 'form', 'figure'].map(
    (name) => [name, endUnclosedHeading] as const,
  ),
  ['li', openItem],
  ['dl', openTermList],
  ['dt', openTerm],
  ['dd', openDescription],
  ['img', openImage],
  ['a', openLink],
  ['q', openQuote],
  ['summary', openSummary],
  ['title', openTitle],
  ['br', breakLine],
  ['table', openTable],
  ['caption', openCaption],
  ['thead', openHeadRows],
  ['tr', openRow],
  ['td', openCell],
  ['th', openCell],
]);
