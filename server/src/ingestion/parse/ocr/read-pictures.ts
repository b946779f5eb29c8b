import { createHash } from 'node:crypto';
import { pictureHeader } from '#ingestion/parse/image/picture-header.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { NeedsOcr, type Scans } from './scans.ts';

/** A picture inside a document. key: what the parser knows it by. head: its first bytes, which have its size. */
export type InnerPicture<Key> = {
  key: Key;
  head: () => Uint8Array | Promise<Uint8Array>;
  bytes: () => Uint8Array | Promise<Uint8Array>;
};

/** Reads the pictures of a document, or of a part of it, that are large enough for text. Returns the paragraphs of those
 *  that have words. A picture that comes again is read once, and has its text at its first place. Throws NeedsOcr if there
 *  is one to read and nothing that reads. */
export type ReadPictures = <Key>(pictures: readonly InnerPicture<Key>[]) => Promise<Map<Key, string[]>>;

/** Logos, icons and buttons are smaller. */
const [MIN_WIDTH, MIN_HEIGHT] = [300, 80];
/** The most pages of pictures that are read in one document, if OCR_PAGES is not less. */
const MAX_PAGES = 20;
/** So many pictures without words in a row tell that the rest are photographs. */
const MAX_WORDLESS = 5;
/** After this no further picture is begun. */
const MAX_MS = 60_000;
/** Fewer letters are those of a number plate, or specks. Words are not counted: some scripts have no spaces. */
const MIN_LETTERS = 8;
/** The most pictures that are looked at, in one call. */
const MAX_LOOKED_AT = 2_000;

/** For OCR that is off. */
export const readNoPictures: ReadPictures = () => Promise.resolve(new Map());

/** Creates the reader for the pictures inside one file, at all depths together. parsePicture: reads a picture that is a
 *  document of its own. */
export function createPictureReader(
  { maxPages, read }: Scans,
  parsePicture: (content: OriginalContent, scans: Scans) => Promise<ParsedDocument>,
): ReadPictures {
  const seen = new Set<string>();
  let pages = Math.min(MAX_PAGES, maxPages);
  let wordless = 0;
  let startedAt: number | undefined;

  const readOne = async (bytes: Uint8Array, onPage: () => void): Promise<string[]> => {
    if (!read) throw new NeedsOcr();
    try {
      const content = { bytes, mimeType: null, fileName: null, origin: 'file' } as const;
      const document = await parsePicture(content, { maxPages: pages, read: { page: read.page, onPage } });
      pages -= document.pageCount ?? 1;
      const { text, blocks } = document;
      return hasWords(text) ? blocks.map(({ start, end }) => text.slice(start, end)) : [];
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      pages -= 1;
      return [];
    }
  };

  return async <Key>(pictures: readonly InnerPicture<Key>[]): Promise<Map<Key, string[]>> => {
    const texts = new Map<Key, string[]>();
    if (pages <= 0) return texts;
    const found = await likeliestOf(pictures);
    if (found.length > 0 && !read) throw new NeedsOcr();
    for (const [index, { key, bytes: load }] of found.entries()) {
      startedAt ??= performance.now();
      if (pages <= 0 || wordless === MAX_WORDLESS || performance.now() - startedAt > MAX_MS) break;
      const bytes = await loaded(load);
      const hash = bytes && createHash('sha256').update(bytes).digest('base64');
      if (!hash || seen.has(hash)) continue;
      seen.add(hash);
      const text = await readOne(bytes, () => read?.onPage(index, found.length));
      wordless = text.length === 0 ? wordless + 1 : 0;
      if (text.length > 0) texts.set(key, text);
    }
    return texts;
  };
}

/** The pictures that are large enough, those first that are likely to have text: screenshots and scans are mostly kept
 *  without loss, and photographs as JPEG. */
async function likeliestOf<Key>(pictures: readonly InnerPicture<Key>[]): Promise<InnerPicture<Key>[]> {
  const found: { picture: InnerPicture<Key>; isJpeg: boolean; pixels: number }[] = [];
  for (const picture of pictures.slice(0, MAX_LOOKED_AT)) {
    const head = await loaded(picture.head);
    const header = head && pictureHeader(head);
    if (!header || header.width < MIN_WIDTH || header.height < MIN_HEIGHT) continue;
    const pixels = header.width * header.height;
    if (pixels <= LIMITS.imagePixels) found.push({ picture, isJpeg: header.format === 'jpeg', pixels });
  }
  return found
    .toSorted((a, b) => Number(a.isJpeg) - Number(b.isJpeg) || b.pixels - a.pixels)
    .map(({ picture }) => picture);
}

/** undefined for a part that is damaged, without which the document can be read. */
async function loaded(load: () => Uint8Array | Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof SourceFault) return undefined;
    throw error;
  }
}

const hasWords = (text: string): boolean => (text.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS;
