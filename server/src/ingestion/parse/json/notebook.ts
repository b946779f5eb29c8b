import { addDocument } from '#ingestion/parse/add-document.ts';
import { decodeDeclared } from '#ingestion/parse/decode-declared.ts';
import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { addHtmlBlocks } from '#ingestion/parse/html/html-blocks.ts';
import { parseMarkdownText } from '#ingestion/parse/markdown.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { isNoise } from '#ingestion/parse/text-noise.ts';
import { parseJson, readJson } from './json.ts';

/** What is read of an output of a cell. */
const MAX_OUTPUT = 5_000;
const MAX_OUTPUTS = 20;

/** Reads a Jupyter notebook: its text cells as Markdown, its code, and what the code wrote as text or as a table. Pictures
 *  are left out, as is the end of a long output. A file with no cells is read as JSON. Throws SourceFault. */
export function parseNotebook(content: OriginalContent): ParsedDocument {
  const notebook = readJson(decodeDeclared(content));
  const cells = cellsOf(notebook);
  if (!cells) return parseJson(content);
  const builder = createDocumentBuilder();
  const titles: string[] = [];
  for (const cell of cells) {
    const source = textOf(field(cell, 'source') ?? field(cell, 'input'));
    const type = field(cell, 'cell_type');
    if (type === 'markdown') {
      const document = parseMarkdownText(source);
      if (document.title !== undefined) titles.push(document.title);
      addDocument(builder, document, 0);
    } else if (type === 'heading')
      builder.add('heading', source, { level: Math.min(6, Math.max(1, Number(field(cell, 'level')) || 1)) });
    else if (!isNoise(source)) {
      builder.add('code', source);
      for (const output of listOf(field(cell, 'outputs')).slice(0, MAX_OUTPUTS)) addOutput(builder, output);
    }
  }
  const title = textOf(field(field(notebook, 'metadata'), 'title')) || titles[0];
  return builder.build({ ...(title !== undefined && title !== '' && { title: title.slice(0, 300) }) });
}

/** The cells of format 4, or of the first sheet of format 3. */
function cellsOf(notebook: unknown): unknown[] | undefined {
  const cells = field(notebook, 'cells') ?? field(listOf(field(notebook, 'worksheets'))[0], 'cells');
  return Array.isArray(cells) ? cells : undefined;
}

function addOutput(builder: DocumentBuilder, output: unknown): void {
  const data = field(output, 'data') ?? output;
  const html = textOf(field(data, 'text/html'));
  const markdown = textOf(field(data, 'text/markdown'));
  // Tables of data are written as HTML, which keeps the names of their columns, and again as plain text.
  if (/<table\b/i.test(html)) addHtmlBlocks(builder, html.slice(0, MAX_HTML));
  else if (markdown !== '') addDocument(builder, parseMarkdownText(markdown.slice(0, MAX_OUTPUT)), 0);
  else if (!hasPicture(data)) addPlain(builder, textOf(field(data, 'text/plain') ?? field(data, 'text')));
  const error = textOf(field(output, 'ename'));
  if (error !== '') addPlain(builder, `${error}: ${textOf(field(output, 'evalue'))}`);
}

const MAX_HTML = 200_000;

/** The text beside a picture only says that there is one. */
const hasPicture = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && Object.keys(data).some((type) => type.startsWith('image/'));

function addPlain(builder: DocumentBuilder, text: string): void {
  const shown = text.slice(0, MAX_OUTPUT).replace(COLOURS, '');
  if (!isNoise(shown)) builder.add('code', shown);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals mark colours by the escape character.
const COLOURS = /\x1b\[[\d;]{0,20}[A-Za-z]/g;

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** A text, which a notebook may keep as a list of lines. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : listOf(value)
        .filter((line) => typeof line === 'string')
        .join('');
