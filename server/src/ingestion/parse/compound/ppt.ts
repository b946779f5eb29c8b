import { damagedFile, lockedFile, tooManyPages } from '#ingestion/parse/archive/archive-faults.ts';
import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { openCompoundFile } from './compound-file.ts';
import { currentParts } from './ppt-parts.ts';
import { childrenOf, type PptRecord, recordAt } from './ppt-records.ts';

/** The kinds of records that are read ([MS-PPT], 2.13.24). */
const KIND = {
  slideList: 0x0ff0,
  slideOfList: 0x03f3,
  notesAtom: 0x03f1,
  textHeader: 0x0f9f,
  wideText: 0x0fa0,
  byteText: 0x0fa8,
  outlineText: 0x0f9e,
  textBox: 0xf00d,
};
/** The kinds of texts: titles, and those that are usually lists. */
const TITLES: ReadonlySet<number> = new Set([0, 6]);
const LISTS: ReadonlySet<number> = new Set([1, 7, 8]);

type Text = { kind: number; text: string };
type Slide = { part: number; id: number; outline: Text[] };

/** Reads a PowerPoint presentation from before 2007. Slides come in the order of the show: the title as a heading, then
 *  the other texts, then the speaker notes. `page` is the slide number. Skips masters, and pictures. Throws SourceFault.
 *  Format: [MS-PPT]. */
export function parsePpt({ bytes }: OriginalContent): ParsedDocument {
  const file = openCompoundFile(bytes);
  const stream = file.read('PowerPoint Document');
  const user = file.read('Current User');
  if (!stream || !user) throw damagedFile('it lacks its slides');
  const builder = createDocumentBuilder();
  try {
    const { isEncrypted, document, offsets } = currentParts(stream, user);
    if (isEncrypted) throw lockedFile();
    const root = recordAt(stream, document);
    const slides = root ? slidesOf(root, 0) : [];
    if (slides.length > LIMITS.pages) throw tooManyPages(slides.length);
    const notes = new Map(
      (root ? slidesOf(root, 2) : []).map(({ part }) => {
        const record = recordAt(stream, offsets.get(part));
        const atom = record && childrenOf(record).find(({ type }) => type === KIND.notesAtom);
        return [atom && atom.data.length >= 4 ? atom.data.readUInt32LE(0) : -1, record];
      }),
    );
    for (const [index, slide] of slides.entries()) {
      const record = recordAt(stream, offsets.get(slide.part));
      addSlide(builder, record ? textsOf(record, slide.outline) : slide.outline, index + 1);
      const own = notes.get(slide.id);
      if (own) addTexts(builder, textsOf(own, []), index + 1);
    }
    return builder.build({ pageCount: slides.length });
  } catch (cause) {
    if (cause instanceof RangeError) throw damagedFile('its slides cannot be read', cause);
    throw cause;
  }
}

/** The slides in order with the texts of their outline. instance: 0 for slides, 2 for notes. */
function slidesOf(root: PptRecord, instance: number): Slide[] {
  const slides: Slide[] = [];
  for (const list of childrenOf(root)) {
    if (list.type !== KIND.slideList || list.instance !== instance) continue;
    let kind = -1;
    for (const record of childrenOf(list)) {
      if (record.type === KIND.slideOfList && record.data.length >= 16)
        slides.push({ part: record.data.readUInt32LE(0), id: record.data.readUInt32LE(12), outline: [] });
      else if (record.type === KIND.textHeader) kind = kindOf(record);
      else {
        const text = textOf(record);
        if (text !== undefined) slides.at(-1)?.outline.push({ kind, text });
      }
    }
  }
  return slides;
}

const kindOf = ({ data }: PptRecord): number => (data.length >= 4 ? data.readUInt32LE(0) : -1);

function textOf({ type, data }: PptRecord): string | undefined {
  if (type === KIND.wideText) return data.toString('utf16le');
  return type === KIND.byteText ? data.toString('latin1') : undefined;
}

/** The texts of the shapes of a slide, in order. Some are only references to the outline. */
function textsOf(slide: PptRecord, outline: readonly Text[]): Text[] {
  const texts: Text[] = [];
  const waiting: PptRecord[] = [slide];
  const used = new Set<number>();
  while (waiting.length > 0) {
    const record = waiting.pop();
    if (!record) break;
    if (record.type === KIND.textBox) {
      let kind = -1;
      for (const child of childrenOf(record)) {
        const text = textOf(child);
        if (child.type === KIND.textHeader) kind = kindOf(child);
        else if (child.type === KIND.outlineText) {
          const index = kindOf(child);
          const shared = outline[index];
          if (shared && !used.has(index)) texts.push(shared);
          used.add(index);
        } else if (text !== undefined) texts.push({ kind, text });
      }
    } else if (record.isContainer) waiting.push(...childrenOf(record).reverse());
  }
  return [...outline.filter((_, index) => !used.has(index)), ...texts];
}

function addSlide(builder: DocumentBuilder, texts: readonly Text[], page: number): void {
  const isTitle = ({ kind }: Text): boolean => TITLES.has(kind);
  const title = texts.filter(isTitle).map(({ text }) => text.replace(/[\r\v]/g, ' '));
  builder.add('heading', title.join(' '), { level: 2, page });
  addTexts(
    builder,
    texts.filter((text) => !isTitle(text)),
    page,
  );
}

function addTexts(builder: DocumentBuilder, texts: readonly Text[], page: number): void {
  for (const { kind, text } of texts) {
    // A lone asterisk stands for the number of the slide, or the date.
    const paragraphs = text.split('\r').filter((line) => !['', '*'].includes(line.trim()));
    const isList = LISTS.has(kind) && paragraphs.length > 1;
    for (const line of paragraphs)
      if (isList) builder.add('list-item', `- ${line}`, { page });
      else builder.add('paragraph', line, { page });
  }
}
