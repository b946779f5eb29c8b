import type { ReadPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Flow } from './document-flow.ts';
import { readRelationships } from './office-package.ts';
import type { Archive } from './open-archive.ts';

/** The text of the pictures in a document. */
export type ArchivePictures = {
  /** Adds the text of a picture, by the name of its part, where it comes first. */
  add(part: string, flow: Pick<Flow, 'add'>): void;
};

/** Reads the pictures among the parts of an archive by OCR. Throws NeedsOcr as `readPictures` says. */
export async function readArchivePictures(
  archive: Archive,
  parts: readonly string[],
  readPictures: ReadPictures,
): Promise<ArchivePictures> {
  const texts = await readPictures(
    [...new Set(parts)].map((part) => ({
      key: part,
      head: () => archive.head(part),
      bytes: () => archive.read(part),
    })),
  );
  return {
    add: (part, flow) => {
      for (const text of texts.get(part) ?? []) flow.add('paragraph', text);
      texts.delete(part);
    },
  };
}

/** The parts with the pictures that a part of an Office Open XML package shows. */
export const pictureParts = async (archive: Archive, part: string): Promise<string[]> =>
  [...(await readRelationships(archive, part)).values()]
    .filter(({ type }) => type === 'image')
    .map(({ target }) => target);
