import type { Archive } from './open-archive.ts';
import { partPath } from './part-path.ts';
import { readXmlIfAny } from './read-xml.ts';

export type Relationship = {
  /** The last word of its type: `slide`, `notesSlide`, `styles`, … */
  type: string;
  /** The name of the target part. */
  target: string;
};

/** The relationships of a part of an Office Open XML package, by id, without external targets. part: '' for the package
 *  itself. Throws SourceFault `unreadable_file`. Format: ISO/IEC 29500-2, 6.5. */
export async function readRelationships(archive: Archive, part: string): Promise<Map<string, Relationship>> {
  const relationships = new Map<string, Relationship>();
  const slash = part.lastIndexOf('/') + 1;
  await readXmlIfAny(archive, `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`, {
    open: (name, { Id, Type, Target, TargetMode }) => {
      if (name !== 'rel:Relationship' || TargetMode === 'External') return;
      const target = partPath(part, Target ?? '');
      if (Id === undefined || target === undefined || !archive.has(target)) return;
      relationships.set(Id, { type: (Type ?? '').split('/').at(-1) ?? '', target });
    },
  });
  return relationships;
}

/** The main part of a package. usual: the default path. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const relationships = await readRelationships(archive, '');
  return targetOf(relationships, 'officeDocument') ?? usual;
}

export function targetOf(relationships: ReadonlyMap<string, Relationship>, type: string): string | undefined {
  for (const relationship of relationships.values())
    if (relationship.type === type) return relationship.target;
  return undefined;
}

/** The title in the document properties. part: `docProps/core.xml` or `meta.xml`. */
export async function readTitle(archive: Archive, part: string): Promise<string | undefined> {
  let title: string | undefined;
  let isInside = false;
  await readXmlIfAny(archive, part, {
    open: (name) => {
      isInside = name === 'dc:title';
    },
    close: () => {
      isInside = false;
    },
    text: (text) => {
      if (isInside && (title?.length ?? 0) < MAX_TITLE) title = (title ?? '') + text;
    },
  });
  return tidyTitle(title);
}

/** A title on one line; undefined if it is blank. */
export const tidyTitle = (title: string | undefined): string | undefined =>
  title?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) || undefined;

const MAX_TITLE = 500;
