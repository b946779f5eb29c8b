export type DocParagraph = {
  /** The heading level from 1; 0 for body text. */
  level: number;
  isTitle: boolean;
  /** A line of a table of contents. */
  isContents: boolean;
  isItem: boolean;
  isInTable: boolean;
  /** The mark that ends a row of a table. */
  endsRow: boolean;
};

export type DocFormats = {
  /** The format of the paragraph whose end mark is at this offset in the main stream. */
  paragraph(offset: number): DocParagraph;
  /** True for hidden and for deleted text. */
  isHidden(offset: number): boolean;
};

type Run = { start: number; end: number; style: number; changes: Buffer };

/** The size of a page of formats. */
const PAGE_BYTES = 512;
const MAX_RUNS = 2_000_000;
/** Built-in styles by number: headings 1 to 9, lines of a table of contents, and the title. */
const CONTENTS = { first: 19, last: 27 };
const TITLE = 62;
const MAX_CHAIN = 12;

/** Reads the formats of paragraphs and characters. Throws RangeError if they are damaged. Format: [MS-DOC], 2.8.5,
 *  2.8.6 and 2.9.271. */
export function readDocFormats(main: Buffer, table: Buffer): DocFormats {
  const styles = readStyles(table, main.readUInt32LE(162), main.readUInt32LE(166));
  const paragraphs = runsOf(main, table, { list: 258, width: 13, hasStyle: true });
  const hidden = runsOf(main, table, { list: 250, width: 1, hasStyle: false }).filter(({ changes }) => {
    const { vanish, deleted } = sprms(changes);
    return vanish === 1 || deleted === 1;
  });
  const paragraphAt = finder(paragraphs);
  const hiddenAt = finder(hidden);
  return {
    paragraph: (offset) => {
      const run = paragraphAt(offset);
      return paragraphOf(styles, run?.style ?? 0, sprms(run?.changes ?? Buffer.alloc(0)));
    },
    isHidden: (offset) => hidden.length > 0 && hiddenAt(offset) !== undefined,
  };
}

function paragraphOf(styles: readonly Style[], style: number, changes: Changes): DocParagraph {
  let known = style;
  let builtIn = 0;
  for (let step = 0; step < MAX_CHAIN; step += 1) {
    const { number = 0, base = NO_BASE } = styles[known] ?? {};
    builtIn = number;
    if (isRole(builtIn) || base === NO_BASE) break;
    known = base;
  }
  const outline = changes.outline;
  const styled = builtIn >= 1 && builtIn <= 9 ? builtIn : builtIn === TITLE ? 1 : 0;
  const level = outline === undefined ? styled : outline < 9 ? outline + 1 : 0;
  return {
    level: level,
    isTitle: builtIn === TITLE,
    isContents: builtIn >= CONTENTS.first && builtIn <= CONTENTS.last,
    isItem: (changes.list ?? 0) !== 0,
    isInTable: changes.table === 1,
    endsRow: changes.rowEnd === 1,
  };
}

const isRole = (number: number): boolean =>
  (number >= 1 && number <= 9) || (number >= CONTENTS.first && number <= CONTENTS.last) || number === TITLE;

type Style = { number: number; base: number };
const NO_BASE = 0xfff;

function readStyles(table: Buffer, from: number, length: number): Style[] {
  const styles: Style[] = [];
  const end = Math.min(table.length, from + length);
  if (length < 4) return styles;
  for (let at = from + 2 + table.readUInt16LE(from); at + 2 <= end && styles.length < NO_BASE; ) {
    const size = table.readUInt16LE(at);
    const number = size >= 4 ? table.readUInt16LE(at + 2) & 0xfff : 0xffe;
    const base = size >= 4 ? table.readUInt16LE(at + 4) >> 4 : NO_BASE;
    styles.push({ number, base });
    at += 2 + size + (size & 1);
  }
  return styles;
}

/** The runs of text that have formats, from the pages that a list in the table stream names. list: the offset of its
 *  place in the main stream; width: of an entry of a page. */
function runsOf(
  main: Buffer,
  table: Buffer,
  { list, width, hasStyle }: { list: number; width: number; hasStyle: boolean },
): Run[] {
  const from = main.readUInt32LE(list);
  const size = main.readUInt32LE(list + 4);
  if (size < 4 || from + size > table.length) return [];
  const count = Math.floor((size - 4) / 8);
  const runs: Run[] = [];
  for (let index = 0; index < count && runs.length < MAX_RUNS; index += 1) {
    const page = table.readUInt32LE(from + (count + 1) * 4 + index * 4) & 0x3f_ffff;
    const start = page * PAGE_BYTES;
    if (start + PAGE_BYTES > main.length) continue;
    addRuns(runs, main.subarray(start, start + PAGE_BYTES), width, hasStyle);
  }
  return runs.sort((a, b) => a.start - b.start);
}

function addRuns(runs: Run[], page: Buffer, width: number, hasStyle: boolean): void {
  const count = page.readUInt8(PAGE_BYTES - 1);
  if ((count + 1) * 4 + count * width > PAGE_BYTES - 1) return;
  for (let index = 0; index < count; index += 1) {
    const at = page.readUInt8((count + 1) * 4 + index * width) * 2;
    const run = { start: page.readUInt32LE(index * 4), end: page.readUInt32LE(index * 4 + 4) };
    if (at === 0) runs.push({ ...run, style: 0, changes: Buffer.alloc(0) });
    else if (hasStyle) {
      const first = page.readUInt8(at);
      const from = first === 0 ? at + 2 : at + 1;
      const length = first === 0 ? page.readUInt8(at + 1) * 2 : first * 2 - 1;
      const changes = page.subarray(Math.min(from + 2, PAGE_BYTES), Math.min(from + length, PAGE_BYTES));
      runs.push({ ...run, style: page.readUInt16LE(Math.min(from, PAGE_BYTES - 2)), changes });
    } else runs.push({ ...run, style: 0, changes: page.subarray(at + 1, at + 1 + page.readUInt8(at)) });
  }
}

/** Finds the run at an offset. Runs are sorted and do not overlap. */
function finder(runs: readonly Run[]): (offset: number) => Run | undefined {
  return (offset) => {
    let low = 0;
    let high = runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((runs[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const run = runs[low];
    return run && offset >= run.start && offset < run.end ? run : undefined;
  };
}

type Changes = Partial<Record<'outline' | 'list' | 'table' | 'rowEnd' | 'vanish' | 'deleted', number>>;

const WANTED = new Map<number, keyof Changes>([
  [0x2640, 'outline'],
  [0x460b, 'list'],
  [0x2416, 'table'],
  [0x2417, 'rowEnd'],
  [0x083c, 'vanish'],
  [0x0800, 'deleted'],
]);

/** The sizes of operands by the top three bits of their code; 0 for those that say it themselves. */
const SIZES = [1, 1, 2, 4, 2, 2, 0, 3];
/** The definition of a table has a length of two bytes. */
const TABLE_DEFINITION = 0xd608;

/** Reads the wanted changes of a list of property modifiers. */
function sprms(list: Buffer): Changes {
  const changes: Changes = {};
  for (let at = 0; at + 2 < list.length; ) {
    const code = list.readUInt16LE(at);
    const size = SIZES[code >> 13] ?? 1;
    const name = WANTED.get(code);
    if (name !== undefined)
      changes[name] =
        size === 2 && at + 4 <= list.length ? list.readUInt16LE(at + 2) : list.readUInt8(at + 2);
    if (size > 0) at += 2 + size;
    else if (code === TABLE_DEFINITION && at + 4 <= list.length) at += 3 + list.readUInt16LE(at + 2);
    else at += 3 + list.readUInt8(at + 2);
  }
  return changes;
}
