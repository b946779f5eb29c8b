import { createDocumentBuilder, type DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import type { ReadInner } from '#ingestion/parse/inner-documents.ts';
import { readNoPictures } from '#ingestion/parse/ocr/read-pictures.ts';
import type { Scans } from '#ingestion/parse/ocr/scans.ts';
import type { OriginalContent } from '#ingestion/parse/original-content.ts';
import type { ParsedDocument } from '#ingestion/parse/parsed-document.ts';
import { LIMITS } from '#isomorphic/limits.ts';
import { tooManyPages } from './archive-faults.ts';
import { createFlow, type Flow } from './document-flow.ts';
import { openOdf, readOdfPictures, readOdfStyles } from './odf-package.ts';
import { createOdtBody } from './odt-body.ts';
import { readTitle } from './office-package.ts';
import { readXml, type XmlHandlers } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

type Slide = { flow: Flow; body: XmlHandlers; titles: string[]; rest: Parameters<DocumentBuilder['add']>[] };

/** Reads an OpenDocument presentation or drawing: for each slide its title as a heading, then texts, also of pictures, lists and tables,
 *  then the speaker notes. `page` is the slide number. Skips comments, footers, dates and slide numbers. Throws
 *  SourceFault. Format: OASIS OpenDocument 1.3, part 3. */
export async function parseOdp(
  { bytes }: OriginalContent,
  _readInner?: ReadInner,
  _scans?: Scans,
  readPictures = readNoPictures,
): Promise<ParsedDocument> {
  const archive = await openOdf(bytes);
  const { lists, styles } = await readOdfStyles(archive);
  const pictures = await readOdfPictures(archive, readPictures);
  const builder = createDocumentBuilder();
  let pages = 0;
  let slide: Slide | undefined;
  /** The number of open elements in a frame with the title; 0 outside of one. */
  let titleDepth = 0;

  const openSlide = (): Slide => {
    pages += 1;
    if (pages > LIMITS.pages) throw tooManyPages(pages);
    const rest: Slide['rest'] = [];
    const titles: string[] = [];
    const flow = createFlow({ add: (...block) => rest.push(block) }, pages);
    const add: Flow['add'] = (kind, text, level) => {
      if (titleDepth > 0) titles.push(text);
      else flow.add(kind, text, level);
    };
    return { flow, titles, rest, body: createOdtBody({ ...flow, add }, { lists, styles, pictures }) };
  };
  const closeSlide = ({ flow, titles, rest }: Slide): void => {
    flow.finish();
    builder.add('heading', titles.join(' '), { level: 2, page: pages });
    for (const block of rest) builder.add(...block);
  };
  await readXml(
    archive,
    'content.xml',
    skipElements((_, attributes) => FURNITURE.has(attributes['presentation:class'] ?? ''), {
      open: (name, attributes) => {
        if (name === 'draw:page') slide = openSlide();
        else if (!slide) {
          lists.handlers.open(name, attributes);
          styles.handlers.open(name, attributes);
        } else {
          if (titleDepth > 0 || attributes['presentation:class'] === 'title') titleDepth += 1;
          slide.body.open?.(name, attributes);
        }
      },
      close: (name) => {
        if (name === 'draw:page') {
          if (slide) closeSlide(slide);
          slide = undefined;
        } else if (!slide) {
          lists.handlers.close(name);
          styles.handlers.close(name);
        } else {
          slide.body.close?.(name);
          if (titleDepth > 0) titleDepth -= 1;
        }
      },
      text: (text) => slide?.body.text?.(text),
    }),
  );
  const title = await readTitle(archive, 'meta.xml');
  return builder.build({ pageCount: pages, ...(title !== undefined && { title }) });
}

/** Placeholders that every slide repeats. */
const FURNITURE: ReadonlySet<string> = new Set(['page-number', 'date-time', 'footer', 'header', 'page']);
