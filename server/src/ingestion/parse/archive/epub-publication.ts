import { tidyTitle } from './office-package.ts';
import type { Archive } from './open-archive.ts';
import { partPath } from './part-path.ts';
import { type Attributes, readXml } from './read-xml.ts';

type Publication = {
  title: string | undefined;
  /** Its documents in reading order, without duplicates. isContents: the book calls it its table of contents. */
  documents: { part: string; isContents: boolean }[];
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
        contents.add(contentsPart(part, attributes['href'] ?? ''));
    },
    close: () => {
      isInTitle = false;
    },
    text: (text) => {
      if (isInTitle) titles[titles.length - 1] += text;
    },
  });
  const documents = new Map<string, { part: string; isContents: boolean }>();
  for (const id of spine) {
    const item = items.get(id);
    if (item?.part === undefined || !item.isDocument) continue;
    documents.set(item.part, {
      part: item.part,
      isContents: item.isContents || contents.has(item.part),
    });
  }
  return {
    title: tidyTitle(titles.find((title) => title.trim() !== '')),
    documents: [...documents.values()],
  };
}

/** The document that is a table of contents. A reference to a place in a document says that the rest is something
 *  else. */
const contentsPart = (from: string, href: string): string | undefined =>
  href.includes('#') ? undefined : partPath(from, href);

const itemOf = (part: string, attributes: Attributes): Item => ({
  part: partPath(part, attributes['href'] ?? ''),
  isDocument: /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/i.test(
    attributes['media-type'] ?? '',
  ),
  isContents: /(?:^|\s)nav(?:\s|$)/.test(attributes['properties'] ?? ''),
});
