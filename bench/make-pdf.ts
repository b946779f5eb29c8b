import { createTextMaker } from './texts.ts';

/** A PDF of plain text as a word processor would lay it out: A4, Helvetica 11, about 450 words a page, a running header
 *  and page numbers. Seeded; not compressed. */
export function makePdf({ pages, seed }: { pages: number; seed: number }): Uint8Array<ArrayBuffer> {
  const makeText = createTextMaker(seed);
  const objects: string[] = [];
  const add = (body: string): number => objects.push(body);
  add('<< /Type /Catalog /Pages 2 0 R >>');
  add('');
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>');
  const kids: number[] = [];
  for (let page = 1; page <= pages; page++) {
    const content = contentOf(page, makeText(450));
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const resources = '/Resources << /Font << /F1 3 0 R >> >>';
    kids.push(
      add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${resources} /Contents ${stream} 0 R >>`),
    );
  }
  objects[1] = `<< /Type /Pages /Count ${pages} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  return Buffer.from(write(objects), 'latin1') as Uint8Array<ArrayBuffer>;
}

function contentOf(page: number, text: string): string {
  const lines = [`BT /F1 9 Tf 60 800 Td (The annals of seed and soil) Tj ET`];
  let line = '';
  let y = 770;
  const flush = (): void => {
    if (line !== '') lines.push(`BT /F1 11 Tf 60 ${y} Td (${line}) Tj ET`);
    line = '';
    y -= 14;
  };
  for (const [index, sentence] of text.split('. ').entries()) {
    for (const word of `${sentence}.`.split(' ')) {
      if (line.length + word.length > 85) flush();
      line = line === '' ? word : `${line} ${word}`;
    }
    if (index % 6 === 5) {
      flush();
      y -= 8;
    }
  }
  flush();
  lines.push(`BT /F1 9 Tf 290 40 Td (${page}) Tj ET`);
  return lines.join('\n');
}

function write(objects: readonly string[]): string {
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
}
