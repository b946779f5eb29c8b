import { type Cited, cite, referenceTo } from '#chat/passages/cite.ts';
import type { Lead, Unit } from '#chat/passages/read-units.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import { stripInvisible } from '#text/strip-invisible.ts';
import { inertMarkdown } from './inert-markdown.ts';

type Composed = { text: string; sources: SourceReference[]; citations: Citation[] };

/** Writes chosen units as a reply in Markdown with an exact citation for each: the source of the best unit first, the units
 *  of a source in document order. Lists, tables and code keep their form, below the line that introduces them.
 *  chosen: best first. */
export function composeReply(chosen: readonly Unit[]): Composed {
  const reply: Composed = { text: '', sources: [], citations: [] };
  for (const ofSource of Map.groupBy(chosen, ({ passage }) => passage.sourceId).values()) {
    const [best] = ofSource;
    if (!best) continue;
    reply.sources.push(referenceTo(best));
    const inOrder = ofSource.toSorted((a, b) => a.start - b.start);
    for (const [index, unit] of inOrder.entries()) addUnit(reply, unit, inOrder[index - 1]);
  }
  return reply;
}

/** before: the unit of the same source that was added last. */
function addUnit(reply: Composed, unit: Unit, before: Unit | undefined): void {
  const { lead } = unit;
  const isSaid = !lead || (before !== undefined && saysLead(before, lead));
  if (lead && !isSaid) append(reply, PARAGRAPH, inertMarkdown(lead.text), { ...unit, ...lead });
  const follows = before !== undefined && isSaid && before.kind === unit.kind;
  if (unit.kind === 'list-item')
    append(reply, follows || (lead && !isSaid) ? '\n' : PARAGRAPH, inertMarkdown(unit.text), unit, {
      mark: '- ',
    });
  else if (unit.kind === 'code') addCode(reply, unit);
  else if (unit.kind === 'table-row') addRow(reply, unit, follows ? before : undefined);
  else append(reply, isSameParagraph(before, unit) ? ' ' : PARAGRAPH, inertMarkdown(unit.text), unit);
}

const PARAGRAPH = '\n\n';

/** Whether a unit, or what introduces it, contains this lead. */
const saysLead = (unit: Unit, lead: Lead): boolean =>
  unit.lead?.start === lead.start || (unit.start <= lead.start && lead.end <= unit.end);

const isSameParagraph = (before: Unit | undefined, unit: Unit): boolean =>
  before?.kind === 'text' && unit.start - before.end <= 1;

function append(
  reply: Composed,
  separator: string,
  text: string,
  cited: Cited,
  { mark = '', end = '' }: { mark?: string; end?: string } = {},
): void {
  if (reply.text) reply.text += separator;
  reply.text += mark;
  const start = reply.text.length;
  reply.text += text;
  reply.citations.push(cite(cited, reply.citations.length + 1, { start, end: reply.text.length }));
  reply.text += end;
}

function addCode(reply: Composed, unit: Unit): void {
  const read = readCode(unit);
  append(reply, PARAGRAPH, read.code, unit, fenceOf(read));
}

/** Code as its source has it. A fence of the source becomes one of the reply, with the same language. */
function readCode({ passage, start, end }: Unit): { code: string; language: string } {
  const raw = stripInvisible(passage.text.slice(start - passage.start, end - passage.start));
  const [, language = '', code = raw] = ownFence.exec(raw) ?? [];
  return { code, language };
}

const ownFence =
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{0,20}).*\n([\s\S]*?)(?:\n[ \t]*(?:`{3,}|~{3,})[ \t]*)?$/;

/** A fence longer than any in the code. */
function fenceOf({ code, language }: { code: string; language: string }): { mark: string; end: string } {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return { mark: `${fence}${language}\n`, end: `\n${fence}` };
}

/** A row as its table has it, with the names of its columns, which the ingestion has written before each cell. */
function addRow(reply: Composed, unit: Unit, before: Unit | undefined): void {
  const { names, cells } = readRow(unit.text);
  const isNext = before !== undefined && readRow(before.text).names.join('|') === names.join('|');
  const header = isNext ? '' : `| ${names.join(' | ')} |\n|${' --- |'.repeat(cells.length)}\n`;
  append(reply, isNext ? '\n' : PARAGRAPH, cells.join(' | '), unit, { mark: `${header}| `, end: ' |' });
}

function readRow(row: string): { names: string[]; cells: string[] } {
  const parts = inertMarkdown(row)
    .replace(/^\|\s*|(?<!\s)\s*\|$/g, '')
    .split(/ ?\| ?/);
  const named = parts.map((part) => /^([^:|]{1,60}):\s+(.*)$/.exec(part));
  const isNamed = named.every((found) => found !== null);
  return isNamed
    ? { names: named.map((found) => found[1] ?? ''), cells: named.map((found) => found[2] ?? '') }
    : { names: parts.map(() => ' '), cells: parts };
}
