import { altText } from './alt-text.ts';
import type { Flow } from './document-flow.ts';
import { createFormulaReader, type FormulaReader } from './formula.ts';
import type { Archive } from './open-archive.ts';
import { type Attributes, readXml, type XmlHandlers } from './read-xml.ts';
import { skipElements } from './skip-elements.ts';

type Paragraph = { text: string; isItem: boolean | undefined };

export type Shape = {
  /** The placeholder of the layout that the shape fills; undefined for a text outside of them. */
  placeholder: string | undefined;
  paragraphs: Paragraph[];
};

type Reading = {
  flow: Flow;
  shape: Shape | undefined;
  paragraph: Paragraph | undefined;
  formulas: FormulaReader;
  /** True if the next row is a first row that the design makes stand out. */
  isMarkedRow: boolean;
  isInText: boolean;
  /** Called at the end of each shape. */
  endShape: (shape: Shape) => void;
};

/** Reads the shapes of a slide or of the drawings of a sheet. Tables, and the descriptions of pictures, go into the
 *  flow; texts of shapes to `endShape`. Format: ISO/IEC 29500-1, 20 and 21. */
export async function readShapes(
  archive: Archive,
  part: string,
  flow: Flow,
  endShape: (shape: Shape) => void,
): Promise<void> {
  await readXml(archive, part, handlersOf(newReading(flow, endShape)));
}

/** Adds the texts of a diagram (SmartArt), one list item each. */
export async function addDiagram(archive: Archive, part: string, flow: Flow): Promise<void> {
  const reading = newReading(flow);
  reading.shape = { placeholder: undefined, paragraphs: [] };
  await readXml(archive, part, handlersOf(reading));
  for (const { text } of reading.shape.paragraphs) if (text.trim() !== '') flow.add('list-item', `- ${text}`);
}

function newReading(flow: Flow, endShape: Reading['endShape'] = () => {}): Reading {
  const reading: Reading = {
    flow,
    shape: undefined,
    paragraph: undefined,
    formulas: createFormulaReader((latex) => {
      if (reading.paragraph) reading.paragraph.text += latex;
    }),
    isMarkedRow: false,
    isInText: false,
    endShape,
  };
  return reading;
}

const handlersOf = (reading: Reading): XmlHandlers =>
  skipElements(isUnread, {
    open: (name, attributes) => {
      if (!reading.formulas.open(name, attributes)) OPENERS[name]?.(reading, attributes);
    },
    close: (name) => {
      if (!reading.formulas.close(name)) CLOSERS[name]?.(reading);
    },
    text: (text) => {
      if (!reading.formulas.text(text) && reading.isInText && reading.paragraph)
        reading.paragraph.text += text;
    },
  });

/** Fields that show the slide number, the date, the header or the footer. */
const isUnread = (name: string, { type = '' }: Attributes): boolean =>
  name === 'a:fld' && /^(?:slidenum|datetime|footer|header)/.test(type);

const openShape = (reading: Reading): void => {
  reading.shape = { placeholder: undefined, paragraphs: [] };
};
const closeShape = (reading: Reading): void => {
  if (reading.shape) reading.endShape(reading.shape);
  reading.shape = undefined;
};
const describe = ({ flow }: Reading, { descr }: Attributes): void => flow.add('paragraph', altText(descr));

const OPENERS: Record<string, (reading: Reading, attributes: Attributes) => void> = {
  'p:sp': openShape,
  'xdr:sp': openShape,
  'p:cNvPr': describe,
  'xdr:cNvPr': describe,
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
  'p:sp': closeShape,
  'xdr:sp': closeShape,
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
