import { createFlow } from '#ingestion/parse/archive/document-flow.ts';
import { createDocxBody } from '#ingestion/parse/archive/docx-body.ts';
import type { Attributes } from '#ingestion/parse/archive/read-xml.ts';
import { roleByName } from '#ingestion/parse/archive/style-roles.ts';
import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { XmlBlocks } from './xml-blocks.ts';

/** The root elements of documents of Word that are one file: Word 2003 XML, and a package of Office Open XML. */
export const WORD_ROOTS: ReadonlySet<string> = new Set(['w:wordDocument', 'pkg:package']);

/** Reads the body of such a document like that of a DOCX. Headings come from the names of styles. Lists have no numbers,
 *  and notes are left out. */
export function createWordBody(builder: DocumentBuilder): XmlBlocks {
  const flow = createFlow(builder);
  const names = new Map<string, string>();
  const body = createDocxBody({
    flow,
    roles: (style) =>
      roleByName(names.get(style) ?? style.replace(/(\d)$/, ' $1').toLowerCase()) ?? { kind: 'paragraph' },
    labels: () => '- ',
  });
  let style = '';
  let bodies = 0;
  return {
    open: (name: string, attributes: Attributes) => {
      if (name === 'w:body') bodies += 1;
      else if (bodies > 0) body.open(name, attributes);
      else if (name === 'w:style') style = attributes['w:styleId'] ?? '';
      else if (name === 'w:name' && style !== '') {
        names.set(style, (attributes['w:val'] ?? '').toLowerCase());
        style = '';
      }
    },
    close: (name: string) => {
      if (name === 'w:body') bodies -= 1;
      else if (bodies > 0) body.close(name);
    },
    text: (text: string) => {
      if (bodies > 0) body.text(text);
    },
    finish: () => {
      flow.finish();
      return body.title();
    },
  };
}
