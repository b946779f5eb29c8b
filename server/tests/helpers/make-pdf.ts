/** Text on a page. x, y: of its baseline in points, from the bottom left. `unicode`: for characters beyond Latin-1. */
export type PdfText = {
  text: string;
  x: number;
  y: number;
  size?: number;
  font?: 'regular' | 'bold' | 'unicode' | 'dingbats';
};

/** annotations: dictionaries without their brackets, for example `/Subtype /Widget /FT /Tx /Rect [0 0 9 9] /V (a)`.
 *  entries: more of the page's dictionary, for example `/Rotate 90`. */
export type PdfPage = { texts: readonly PdfText[]; annotations?: readonly string[]; entries?: string };

/** title: in a level below the entry before it that has a lower one. y: of the target on its page. */
export type Bookmark = { title: string; level: number; page: number; y: number };

type Options = {
  outline?: readonly Bookmark[];
  /** The packets of an XFA form (PDF 32000-1, 12.7.8), by name. */
  xfa?: Readonly<Record<string, string>>;
  /** Objects that annotations refer to, from object 6 on: a dictionary without brackets, and a stream. */
  streams?: readonly { dictionary: string; content: string }[];
};

const FONTS = '/F1 2 0 R /F2 3 0 R /F3 4 0 R /F4 5 0 R';
const FONT_NAMES = { regular: 'F1', bold: 'F2', unicode: 'F3', dingbats: 'F4' };

/** Writes a PDF of A4 pages with Helvetica, a font for all of the basic multilingual plane, and Zapf Dingbats. */
export function makePdf(
  pages: readonly PdfPage[],
  { outline = [], xfa, streams = [] }: Options = {},
): Uint8Array {
  const objects: string[] = [
    '', // the catalog, written last
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /Wide /Encoding /Identity-H /ToUnicode ${6 + streams.length} 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Wide /DW 600 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /Wide /Flags 4 /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /CapHeight 700 /ItalicAngle 0 /StemV 80 >> >>] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>',
    ...streams.map(({ dictionary, content }) => stream(content, dictionary)),
    stream(TO_UNICODE),
  ];
  const add = (object: string): number => objects.push(object);
  const tree = objects.length + 1;
  add('');
  const kids = pages.map(({ texts, annotations = [], entries = '' }) => {
    const content = add(stream(texts.map(drawn).join('\n')));
    const ids = annotations.map((dictionary) => add(`<< /Type /Annot ${dictionary} >>`));
    const page = `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << ${FONTS} >> >> /Annots [${ids.map(reference).join(' ')}] ${entries} >>`;
    return { page: add(page), ids };
  });
  objects[tree - 1] =
    `<< /Type /Pages /Count ${pages.length} /Kids [${kids.map(({ page }) => reference(page)).join(' ')}] >>`;
  const fields = kids.flatMap(({ ids }) => ids.map(reference)).join(' ');
  const packets = Object.entries(xfa ?? {}).map(([name, xml]) => `(${name}) ${reference(add(stream(xml)))}`);
  const form = `/AcroForm << /Fields [${fields}] /DR << /Font << ${FONTS} >> >> /DA (/F1 10 Tf 0 g) ${xfa ? `/XFA [${packets.join(' ')}]` : ''} >>`;
  const outlines = outline.length > 0 ? `/Outlines ${reference(addOutline(outline, objects, kids))}` : '';
  const needsRendering = xfa ? '/NeedsRendering true' : '';
  objects[0] = `<< /Type /Catalog /Pages ${reference(tree)} ${form} ${outlines} ${needsRendering} >>`;
  return written(objects);
}

const reference = (id: number): string => `${id} 0 R`;

const stream = (content: string, dictionary = ''): string =>
  `<< ${dictionary} /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`;

function drawn({ text, x, y, size = 10, font = 'regular' }: PdfText): string {
  const shown = font === 'unicode' ? `<${hex(text)}>` : `(${text.replace(/[\\()]/g, '\\$&')})`;
  return `BT /${FONT_NAMES[font]} ${size} Tf 1 0 0 1 ${x} ${y} Tm ${shown} Tj ET`;
}

const hex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex');

const TO_UNICODE = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Wide def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
endcmap end end`;

/** Adds the outline as a chain of siblings for each parent, and returns the id of its root. */
function addOutline(
  outline: readonly Bookmark[],
  objects: string[],
  kids: readonly { page: number }[],
): number {
  const root = objects.push('');
  const entries = outline.map((bookmark) => ({ ...bookmark, id: objects.push('') }));
  const parentOf = (index: number): number =>
    entries.slice(0, index).findLast(({ level }) => level < (entries[index]?.level ?? 0))?.id ?? root;
  const parents = entries.map((_, index) => parentOf(index));
  const childrenOf = (id: number) => entries.filter((_, index) => parents[index] === id);
  const family = (id: number): string => {
    const children = childrenOf(id);
    const [first, last] = [children[0], children.at(-1)];
    return first && last
      ? `/First ${reference(first.id)} /Last ${reference(last.id)} /Count ${children.length}`
      : '';
  };
  objects[root - 1] = `<< /Type /Outlines ${family(root)} >>`;
  for (const [index, { id, title, page, y }] of entries.entries()) {
    const siblings = childrenOf(parents[index] ?? root);
    const place = siblings.findIndex((sibling) => sibling.id === id);
    const [before, next] = [siblings[place - 1], siblings[place + 1]];
    objects[id - 1] =
      `<< /Title <feff${hex(title)}> /Parent ${reference(parents[index] ?? root)} ${before ? `/Prev ${reference(before.id)}` : ''} ${next ? `/Next ${reference(next.id)}` : ''} ${family(id)} /Dest [${reference(kids[page - 1]?.page ?? 0)} /XYZ 0 ${y} 0] >>`;
  }
  return root;
}

function written(objects: readonly string[]): Uint8Array {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
