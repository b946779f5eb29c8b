import type { DocumentBuilder } from '#ingestion/parse/document-builder.ts';
import { createFlow, type Flow } from './document-flow.ts';
import type { Archive } from './open-archive.ts';
import { type Attributes, readXml } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

type Paragraph = { text: string; isItem: boolean | undefined };

type Shape = {
  /** undefined for a text outside the placeholders of the layout. */
  placeholder: string | undefined;
  paragraphs: Paragraph[];
};

type Reading = {
  flow: Flow;
  shape: Shape | undefined;
  paragraph: Paragraph | undefined;
  /** True if the next row is a first row that the design makes stand out. */
  isMarkedRow: boolean;
  isInText: boolean;
  /** Called at the end of each shape. */
  endShape: (shape: Shape) => void;
};

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

/** Adds the texts of a diagram (SmartArt), one list item each. */
export async function addDiagram(archive: Archive, part: string, flow: Flow): Promise<void> {
  const reading = newReading(flow);
  await readXml(
    archive,
    part,
    skipElements(isUnread, {
      open: (name, attributes) => {
        if (name === 'a:p') reading.shape ??= { placeholder: undefined, paragraphs: [] };
        OPENERS[name]?.(reading, attributes);
      },
      close: (name) => CLOSERS[name]?.(reading),
      text: (text) => addText(reading, text),
    }),
  );
  for (const { text } of reading.shape?.paragraphs ?? [])
    if (text.trim() !== '') flow.add('list-item', `- ${text}`);
}

/** Placeholders that every slide repeats: number, date, footer and header. */
const FURNITURE: ReadonlySet<string> = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);
/** Placeholders whose paragraphs have bullets in common designs. */
const BULLETED: ReadonlySet<string> = new Set(['obj', 'body']);

const newReading = (flow: Flow): Reading => ({
  flow,
  shape: undefined,
  paragraph: undefined,
  isMarkedRow: false,
  isInText: false,
  endShape: () => {},
});

async function readShapes(
  archive: Archive,
  part: string,
  flow: Flow,
  endShape: (shape: Shape) => void,
): Promise<void> {
  const reading: Reading = { ...newReading(flow), endShape };
  const handlers = skipElements(isUnread, {
    open: (name, attributes) => OPENERS[name]?.(reading, attributes),
    close: (name) => CLOSERS[name]?.(reading),
    text: (text) => addText(reading, text),
  });
  await readXml(archive, part, handlers);
}

/** Fields that show the slide number, the date, the header or the footer. */
const isUnread = (name: string, { type = '' }: Attributes): boolean =>
  name === 'a:fld' && /^(?:slidenum|datetime|footer|header)/.test(type);

const OPENERS: Record<string, (reading: Reading, attributes: Attributes) => void> = {
  'p:sp': (reading) => {
    reading.shape = { placeholder: undefined, paragraphs: [] };
  },
  'p:ph': (reading, { type = 'obj' }) => {
    if (reading.shape) reading.shape.placeholder = type;
  },
  'a:p': (reading) => {
    reading.paragraph = { text: '', isItem: undefined };
  },
  'a:buNone': (reading) => setItem(reading, false),
  'a:buChar': (reading) => setItem(reading, true),
  'a:buAutoNum': (reading) => setItem(reading, true),
  'a:buBlip': (reading) => setItem(reading, true),
  'a:t': (reading) => {
    reading.isInText = true;
  },
  'a:br': (reading) => {
    if (reading.paragraph) reading.paragraph.text += '\n';
  },
  'a:tbl': ({ flow }) => flow.openTable(),
  'a:tblPr': (reading, { firstRow }) => {
    reading.isMarkedRow = isTrue(firstRow);
  },
  'a:tr': (reading) => {
    reading.flow.openRow();
    reading.flow.describeRow({ isMarked: reading.isMarkedRow });
    reading.isMarkedRow = false;
  },
  'a:tc': ({ flow }, { gridSpan, hMerge, vMerge }) => {
    if (isTrue(hMerge)) return;
    flow.openCell();
    flow.describeCell({
      columns: Math.max(1, Number.parseInt(gridSpan ?? '', 10) || 1),
      isContinued: isTrue(vMerge),
    });
  },
};

const CLOSERS: Record<string, (reading: Reading) => void> = {
  'p:sp': (reading) => {
    if (reading.shape) reading.endShape(reading.shape);
    reading.shape = undefined;
  },
  'a:p': (reading) => {
    const { paragraph, shape, flow } = reading;
    reading.paragraph = undefined;
    if (!paragraph) return;
    if (shape) shape.paragraphs.push(paragraph);
    else flow.add('paragraph', paragraph.text);
  },
  'a:t': (reading) => {
    reading.isInText = false;
  },
  'a:tbl': ({ flow }) => flow.closeTable(),
  'a:tc': ({ flow }) => flow.closeCell(),
};

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const setItem = (reading: Reading, isItem: boolean): void => {
  if (reading.paragraph) reading.paragraph.isItem = isItem;
};

const addText = (reading: Reading, text: string): void => {
  if (reading.isInText && reading.paragraph) reading.paragraph.text += text;
};
