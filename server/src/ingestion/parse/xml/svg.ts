import { tidyTitle } from '#ingestion/parse/archive/office-package.ts';
import { readXmlFile } from '#ingestion/parse/archive/read-xml.ts';
import { skipElements } from '#ingestion/parse/archive/skip-elements.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { localName } from './local-name.ts';

/** Reads the texts of an SVG drawing, each as a paragraph, with its title and descriptions. Throws SourceFault
 *  `unreadable_file`. */
export function parseSvg({ bytes }: OriginalContent): ParsedDocument {
  const builder = createDocumentBuilder();
  const open: string[] = [];
  let text = '';
  let title: string | undefined;
  const handlers = skipElements((name) => UNREAD.has(localName(name)), {
    open: (name) => {
      const local = localName(name);
      if (TEXTS.has(local)) text = '';
      // Lines of a text are spans of their own.
      else if (local === 'tspan' || BLOCKS.has(local)) text += ' ';
      open.push(local);
    },
    close: () => {
      const local = open.pop() ?? '';
      if (!TEXTS.has(local)) return;
      if (local === 'title' && open.length === 1) title ??= tidyTitle(text);
      builder.add('paragraph', text);
      text = '';
    },
    text: (more) => {
      text += more;
    },
  });
  readXmlFile(bytes, handlers, { hasEntities: true });
  return builder.build({ ...(title !== undefined && { title }) });
}

const UNREAD: ReadonlySet<string> = new Set(['style', 'script', 'metadata', 'namedview']);
/** flowRoot: of Inkscape; foreignObject: HTML, as diagrams.net writes it. */
const TEXTS: ReadonlySet<string> = new Set(['text', 'title', 'desc', 'flowRoot', 'foreignObject']);
const BLOCKS: ReadonlySet<string> = new Set(['div', 'p', 'br', 'li', 'flowPara']);
