import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { createFlow, type Flow } from './document-flow.ts';
import { readShapes } from './drawing-text.ts';
import type { Archive } from './open-archive.ts';

/** Adds the text of a slide: its title first, as a heading, then the rest in order. */
export async function addSlide(
  archive: Archive,
  part: string,
  builder: DocumentBuilder,
  page: number,
): Promise<void> {
  const titles: string[] = [];
  const rest: Parameters<DocumentBuilder['add']>[] = [];
  const flow = createFlow({ add: (...block) => rest.push(block) }, page);
  await readShapes(archive, part, flow, ({ placeholder, paragraphs }) => {
    const filled = paragraphs.filter(({ text }) => text.trim() !== '');
    if (placeholder === 'title' || placeholder === 'ctrTitle') titles.push(...filled.map(({ text }) => text));
    else if (!FURNITURE.has(placeholder ?? ''))
      for (const { text, isItem } of filled)
        if (isItem ?? (BULLETED.has(placeholder ?? '') && filled.length > 1))
          flow.add('list-item', `- ${text}`);
        else flow.add('paragraph', text);
  });
  flow.finish();
  builder.add('heading', titles.join(' '), { level: 2, page });
  for (const block of rest) builder.add(...block);
}

/** Adds the speaker notes of a slide. */
export async function addNotes(archive: Archive, part: string, flow: Flow): Promise<void> {
  await readShapes(archive, part, flow, ({ placeholder, paragraphs }) => {
    if (!FURNITURE.has(placeholder ?? '')) for (const { text } of paragraphs) flow.add('paragraph', text);
  });
}

/** Placeholders that every slide repeats: number, date, footer and header. */
const FURNITURE: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
/** Placeholders whose paragraphs have bullets in common designs. */
const BULLETED: ReadonlySet<string> = new Set(['obj', 'body']);
