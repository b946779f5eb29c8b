import type { PDFDocumentProxy } from 'unpdf/pdfjs';

/** The most bookmarks to read, and their greatest depth. */
const MAX_BOOKMARKS = 5_000;
const MAX_LEVEL = 6;

/** The titles of a document's bookmarks, as `titleKey` writes them, with their level from 1. */
export async function outlineOf(pdf: PDFDocumentProxy): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const outline: unknown = await pdf.getOutline().catch(() => null);
  let siblings: unknown[] = Array.isArray(outline) ? outline : [];
  for (let level = 1; siblings.length > 0 && level <= MAX_LEVEL; level += 1) {
    const children: unknown[] = [];
    for (const bookmark of siblings.slice(0, MAX_BOOKMARKS)) {
      const { title, items } = bookmark as { title?: unknown; items?: unknown };
      const key = typeof title === 'string' ? titleKey(title) : '';
      if (key !== '' && !levels.has(key) && levels.size < MAX_BOOKMARKS) levels.set(key, level);
      if (Array.isArray(items)) children.push(...items.slice(0, MAX_BOOKMARKS - children.length));
    }
    siblings = children;
  }
  return levels;
}

/** A title without its number, its spaces and its signs, because bookmarks are often written without them. */
export function titleKey(title: string): string {
  const text = title.slice(0, 400).normalize('NFKC').toLowerCase();
  const letters = text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');
  const start = letters.search(/[^\p{N}]/u);
  return start > 0 && letters.length - start > 1 ? letters.slice(start) : letters;
}
