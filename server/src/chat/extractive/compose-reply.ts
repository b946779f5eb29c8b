import { cite, referenceTo } from '#chat/passages/cite.ts';
import { plainText, type Unit } from '#chat/passages/read-units.ts';
import type { Citation, SourceReference } from '#storage/citation.ts';
import { stripInvisible } from '#text/strip-invisible.ts';
import { inertMarkdown } from './inert-markdown.ts';

type Composed = { text: string; sources: SourceReference[]; citations: Citation[] };

/** What a reply says in one piece: a unit, or the line that introduces it. */
type Piece = Pick<Unit, 'passage' | 'kind' | 'start' | 'end' | 'text'> & { isLead: boolean };

/** Writes chosen units as a reply in Markdown: the source of the best unit first, the units of a source in document order.
 *  Lists, tables and code keep their form, below the line that introduces them. What stands together in the source has one
 *  citation.
 *  chosen: best first. */
export function composeReply(chosen: readonly Unit[]): Composed {
  const reply: Composed = { text: '', sources: [], citations: [] };
  for (const ofSource of Map.groupBy(chosen, ({ passage }) => passage.sourceId).values()) {
    const [best] = ofSource;
    if (!best) continue;
    reply.sources.push(referenceTo({ ...best, text: quotedText(best) }));
    const pieces = piecesOf(ofSource);
    let run: Piece[] = [];
    let from = 0;
    for (const [index, piece] of pieces.entries()) {
      const before = pieces[index - 1];
      const written = write(piece, before);
      if (reply.text) reply.text += separatorOf(piece, before);
      reply.text += written.mark;
      if (!before || !standTogether(before, piece)) {
        run = [];
        from = reply.text.length;
      }
      run.push(piece);
      reply.text += written.text;
      const next = pieces[index + 1];
      if (!next || !standTogether(piece, next)) {
        const said = run.map(quotedText).join(' ');
        const cited = {
          passage: piece.passage,
          start: run[0]?.start ?? piece.start,
          end: piece.end,
          text: said,
        };
        const place = { start: from, end: reply.text.length };
        reply.citations.push(cite(cited, reply.citations, place));
      }
      reply.text += written.end;
    }
  }
  return reply;
}

/** What the source says in this place. The text of a row may have the names of its columns from elsewhere. */
function quotedText({
  kind,
  text,
  passage,
  start,
  end,
}: Pick<Piece, 'kind' | 'text' | 'passage' | 'start' | 'end'>): string {
  if (kind !== 'table-row') return text;
  const raw = passage.text.slice(start - passage.start, end - passage.start);
  return plainText(raw, 'table-row').replace(/^\| ?| ?\|$/g, '');
}

/** The pieces of units of one source in document order, each once. */
function piecesOf(units: readonly Unit[]): Piece[] {
  const all = units
    .flatMap((unit): Piece[] => [
      ...(unit.lead ? [{ ...unit, ...unit.lead, kind: 'text' as const, isLead: true }] : []),
      { ...unit, isLead: false },
    ])
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const pieces: Piece[] = [];
  for (const piece of all) {
    const said = Math.max(piece.start, pieces.at(-1)?.end ?? 0);
    if (said >= piece.end) continue;
    pieces.push(said === piece.start ? piece : restOf(piece, said));
  }
  return pieces;
}

/** A lead may begin with the end of a unit that is quoted too. */
function restOf(piece: Piece, said: number): Piece {
  const { passage, end } = piece;
  const raw = passage.text.slice(said - passage.start, end - passage.start);
  const start = end - raw.trimStart().length;
  return { ...piece, start, text: plainText(raw, 'paragraph') };
}

/** Whether nothing is said between two pieces. */
const standTogether = (a: Piece, b: Piece): boolean =>
  a.passage === b.passage &&
  !/\p{L}/u.test(a.passage.text.slice(a.end - a.passage.start, b.start - a.passage.start));

function separatorOf(piece: Piece, before: Piece | undefined): string {
  if (piece.kind === 'text' && before?.kind === 'text' && piece.start - before.end <= 1) return ' ';
  if (piece.kind === 'list-item' && (before?.kind === 'list-item' || before?.isLead)) return '\n';
  return isNextRow(piece, before) ? '\n' : '\n\n';
}

type Written = { mark: string; text: string; end: string };

function write(piece: Piece, before: Piece | undefined): Written {
  if (piece.kind === 'code') return writeCode(piece);
  if (piece.kind === 'table-row') return writeRow(piece, before);
  return {
    mark: piece.kind === 'list-item' ? bulletOf(piece) : '',
    text: inertMarkdown(withCodeMarks(piece.text)),
    end: '',
  };
}

/** The number of a step stays. */
function bulletOf({ passage, start }: Piece): string {
  const before = passage.text.slice(Math.max(0, start - passage.start - 8), start - passage.start);
  const number = /(?:^|\s)(\d{1,3})[.)]\s+$/.exec(before)?.[1];
  return number === undefined ? '- ' : `${number}. `;
}

/** The ingestion leaves out the marks of code in a line. What Markdown would read as something else gets them back:
 *  `<file>`, `[[tool]]`, `{{ name }}`, `__init__`. */
const withCodeMarks = (text: string): string =>
  text.replace(codeOrMarkup, (found) => (found.startsWith('`') ? found : `\`${found}\``));

const codeOrMarkup =
  /`[^`\n]*`|<\/?[a-z][\w.-]{0,60}>|\[\[[^[\]\n]{1,80}\]\]|\{\{[^{}\n]{1,80}\}\}|(?<![\p{L}\p{N}_])__\w{1,60}__(?![\p{L}\p{N}_])/giu;

/** Code as its source has it, in a fence longer than any in it. A fence of the source gives its language. */
function writeCode({ passage, start, end }: Piece): Written {
  const raw = stripInvisible(passage.text.slice(start - passage.start, end - passage.start));
  const [, language = '', code = raw] = ownFence.exec(raw) ?? [];
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return { mark: `${fence}${language}\n`, text: code, end: `\n${fence}` };
}

const ownFence =
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*([\w+#.-]{0,20}).*\n([\s\S]*?)(?:\n[ \t]*(?:`{3,}|~{3,})[ \t]*)?$/;

/** A row as its table has it, with the names of its columns, which the ingestion has written before each cell. */
function writeRow(piece: Piece, before: Piece | undefined): Written {
  const { names, cells } = readRow(piece.text);
  const header = isNextRow(piece, before)
    ? ''
    : `| ${names.join(' | ')} |\n|${' --- |'.repeat(cells.length)}\n`;
  return { mark: `${header}| `, text: cells.join(' | '), end: ' |' };
}

const isNextRow = (piece: Piece, before: Piece | undefined): boolean =>
  piece.kind === 'table-row' &&
  before?.kind === 'table-row' &&
  readRow(before.text).names.join('|') === readRow(piece.text).names.join('|');

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
