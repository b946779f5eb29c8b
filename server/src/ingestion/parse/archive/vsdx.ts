import { createDocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { tooManyPages } from './archive-faults.ts';
import { mainPart, readRelationships, readTitle, targetOf } from './office-package.ts';
import { openArchive } from './open-archive.ts';
import { readXml } from './read-xml.ts';

/** Reads a Visio drawing: for each page its name as a heading, then the texts of its shapes. Skips backgrounds. Throws
 *  SourceFault. Format: [MS-VSDX]. */
export async function parseVsdx({ bytes }: OriginalContent): Promise<ParsedDocument> {
  const archive = await openArchive(bytes);
  const main = await mainPart(archive, 'visio/document.xml');
  const list = targetOf(await readRelationships(archive, main), 'pages') ?? 'visio/pages/pages.xml';
  const relationships = await readRelationships(archive, list);
  const pages: { name: string; id: string }[] = [];
  let name = '';
  let isBackground = false;
  await readXml(archive, list, {
    open: (element, attributes) => {
      if (element === 'vsd:Page') {
        name = attributes['Name'] ?? '';
        isBackground = attributes['Background'] === '1';
      } else if (element === 'vsd:Rel' && !isBackground) pages.push({ name, id: attributes['r:id'] ?? '' });
    },
  });
  if (pages.length > LIMITS.pages) throw tooManyPages(pages.length);
  const builder = createDocumentBuilder();
  for (const [index, page] of pages.entries()) {
    const part = relationships.get(page.id)?.target;
    if (part === undefined) continue;
    const texts: string[] = [];
    let isInText = false;
    await readXml(archive, part, {
      open: (element) => {
        if (element !== 'vsd:Text') return;
        isInText = true;
        texts.push('');
      },
      close: (element) => {
        if (element === 'vsd:Text') isInText = false;
      },
      text: (text) => {
        if (isInText) texts[texts.length - 1] += text;
      },
    });
    if (texts.some((text) => text.trim() !== ''))
      builder.add('heading', page.name, { level: 2, page: index + 1 });
    for (const text of texts) builder.add('paragraph', text, { page: index + 1 });
  }
  const title = await readTitle(archive, 'docProps/core.xml');
  return builder.build({ pageCount: pages.length, ...(title !== undefined && { title }) });
}
