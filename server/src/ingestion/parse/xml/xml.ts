import { readXmlFile } from '#ingestion/parse/archive/read-xml.ts';
import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { createWordBody, WORD_ROOTS } from './word-xml.ts';
import { createXmlBlocks } from './xml-blocks.ts';

/** Reads the text of an XML document. Titles become headings, paragraphs and items stay what they are, an element of short
 *  fields becomes a row with the names of the fields, such as an entry of a feed. Documents of Word that are one XML file
 *  are read like DOCX. Entities of its own stay as they are written. Throws SourceFault `unreadable_file`, `too_large`. */
export function parseXml({ bytes }: OriginalContent): ParsedDocument {
  const builder = createDocumentBuilder();
  let reader: ReturnType<typeof createXmlBlocks> | undefined;
  readXmlFile(
    bytes,
    {
      open: (name, attributes) => {
        reader ??= WORD_ROOTS.has(name) ? createWordBody(builder) : createXmlBlocks(builder);
        reader.open(name, attributes);
      },
      close: (name) => reader?.close(name),
      text: (text) => reader?.text(text),
    },
    { hasEntities: true },
  );
  const title = reader?.finish();
  return builder.build({ ...(title !== undefined && { title }) });
}
