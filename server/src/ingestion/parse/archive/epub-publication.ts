import { tidyTitle } from './office-package.ts';
import type { Archive } from './open-archive.ts';
import { partPath } from './part-path.ts';
import { type Attributes, readXml } from './read-xml.ts';

type Publication = {
  title: string | undefined;
  /** The parts of its documents in reading order, without duplicates. */
  documents: string[];
};

type Item = { part: string | undefined; isDocument: boolean; isContents: boolean };

/** Reads the package document of a book. Throws SourceFault `unreadable_file`. Format: EPUB 3.3, section 5. */
export async function readPublication(archive: Archive, part: string): Promise<Publication> {
  const items = new Map<string, Item>();
  const spine: string[] = [];
  const contents = new Set<string | undefined>();
  const titles: string[] = [];
  let isInTitle = false;
  await readXml(archive, part, {
    open: (name, attributes) => {
      isInTitle = name === 'dc:title';
      if (isInTitle) titles.push('');
      else if (name === 'opf:item') items.set(attributes['id'] ?? '', itemOf(part, attributes));
      else if (name === 'opf:itemref') spine.push(attributes['idref'] ?? '');
      else if (name === 'opf:reference' && attributes['type'] === 'toc')
        contents.add(partPath(part, attributes['href'] ?? ''));
    },
    close: () => {
      isInTitle = false;
    },
    text: (text) => {
      if (isInTitle) titles[titles.length - 1] += text;
    },
  });
  const documents = new Set<string>();
  for (const id of spine) {
    const item = items.get(id);
    if (item?.part === undefined || !item.isDocument || item.isContents || contents.has(item.part)) continue;
    documents.add(item.part);
  }
  return { title: tidyTitle(titles.find((title) => title.trim() !== '')), documents: [...documents] };
}

const itemOf = (part: string, attributes: Attributes): Item => ({
  part: partPath(part, attributes['href'] ?? ''),
  isDocument: /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i.test(
    attributes['media-type'] ?? '',
  ),
  isContents: /(?:^|\s)nav(?:\s|$)/.test(attributes['properties'] ?? ''),
});
