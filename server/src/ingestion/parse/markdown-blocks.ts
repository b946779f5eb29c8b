import type { Token } from 'markdown-it';
import type { DocumentBuilder } from './document-builder.ts';
import { addHtmlBlocks } from './html/html-blocks.ts';
import { tableLines } from './table-lines.ts';

type State = {
  builder: DocumentBuilder;
  /** The marker of the list item that has just begun. */
  marker: string;
  headingLevel: number | undefined;
  /** The first heading of the highest level. */
  title: string | undefined;
  table: { rows: string[][]; hasHeader: boolean } | undefined;
};

/** Adds the blocks of a Markdown text to a document. Returns its first heading of level 1. */
export function addTokens(builder: DocumentBuilder, tokens: readonly Token[]): string | undefined {
  const state: State = { builder, marker: '', headingLevel: undefined, title: undefined, table: undefined };
  for (const [index, token] of tokens.entries()) {
    // The marker before the item decides if it is numbered.
    if (token.type === 'list_item_open') state.marker = token.info === '' ? '- ' : `${token.info}. `;
    else if (token.type === 'list_item_close') state.marker = '';
    else if (token.type === 'heading_open') state.headingLevel = Number(token.tag.slice(1));
    else if (token.type === 'heading_close') state.headingLevel = undefined;
    else if (token.type === 'fence' || token.type === 'code_block') builder.add('code', token.content);
    else if (token.type === 'html_block') addHtmlBlocks(builder, token.content);
    else if (token.type === 'inline') addInline(state, token, tokens[index - 1]?.type ?? '');
    else readTable(state, token.type);
  }
  return state.title;
}

function readTable(state: State, type: string): void {
  if (type === 'table_open') state.table = { rows: [], hasHeader: false };
  else if (type === 'tr_open') state.table?.rows.push([]);
  else if (type === 'table_close' && state.table) {
    const [header, ...rows] = state.table.rows;
    const isNamed = header?.some((name) => name !== '');
    for (const line of tableLines(isNamed ? header : undefined, rows)) state.builder.add('table-row', line);
    state.table = undefined;
  }
}

function addInline(state: State, { children }: Token, parent: string): void {
  const text = textOf(children ?? []);
  if (parent === 'th_open' || parent === 'td_open') {
    state.table?.rows.at(-1)?.push(text.trim());
    return;
  }
  const { builder, marker, headingLevel } = state;
  if (headingLevel !== undefined) {
    // Some renderers use that text as the name of an anchor.
    const heading = text.replace(/\s\{#[\w-]{1,80}\}\s*$/, '').trim();
    if (headingLevel === 1 && heading !== '') state.title ??= heading.replace(/\s+/g, ' ');
    builder.add('heading', heading, { level: headingLevel });
  } else if (marker !== '') builder.add('list-item', marker + text.trim());
  else builder.add('paragraph', text, { keepsLines: true });
  state.marker = '';
}

/** The visible text of inline content, including that of links and images. Omits code markers and HTML tags. */
function textOf(tokens: readonly Token[]): string {
  let text = '';
  for (const { type, content, children } of tokens) {
    if (type === 'softbreak') text += ' ';
    else if (type === 'hardbreak' || (type === 'html_inline' && /^<br\b/i.test(content))) text += '\n';
    else if (type === 'image') text += textOf(children ?? []);
    else if (type !== 'html_inline') text += content;
  }
  return text;
}
