import { describe, expect, it } from 'vitest';
import { type Bookmark, makePdf, type PdfText } from '../../../../tests/helpers/make-pdf.ts';
import { parsePdf } from './parse-pdf.ts';

/** A piece of a page. A string is a paragraph of the body, set as many lines. */
type Piece = string | { text: string; size?: number; isBold?: boolean; y?: number; x?: number };

const LETTERS_OF_A_LINE = 80;
const isWide = (text: string): boolean => /[^\p{ASCII}\u00a0-\u00ff]/u.test(text);
const isRightToLeft = (text: string): boolean => /[\u0600-\u06ff]/.test(text);

/** PDFs hold the glyphs of Arabic letters in the order in which they are seen, and those of numbers as well. */
const asSeen = (line: string): string =>
  Array.from(line)
    .reverse()
    .join('')
    .replace(/[\u06f0-\u06f9]+(?:\.[\u06f0-\u06f9]+)+/g, (number) => Array.from(number).reverse().join(''));

/** Sets the pieces below each other. */
function page(pieces: readonly Piece[]): { texts: PdfText[] } {
  const texts: PdfText[] = [];
  let y = 780;
  for (const piece of pieces) {
    const {
      text,
      size = 10,
      isBold = false,
      x = 50,
      ...place
    } = typeof piece === 'string' ? { text: piece } : piece;
    const width = isWide(text) ? 60 : LETTERS_OF_A_LINE;
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < width)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    let at = place.y ?? y - 6 - size;
    for (const line of lines) {
      const seen = isRightToLeft(line) ? asSeen(line) : line;
      const left = isRightToLeft(line) ? 545 - 0.6 * size * line.length : x;
      const font = isWide(line) ? 'unicode' : isBold ? 'bold' : 'regular';
      texts.push({ text: seen, x: left, y: at, size, font });
      at -= 1.2 * size;
    }
    if (place.y === undefined) y = at - 2;
  }
  return { texts };
}

const TEXT =
  'The lighthouse stands on a granite shelf above the harbour, and its lamp has burned every night since the year in which it was built. Keepers wrote a log of the weather, of the ships that passed and of the oil that was used.';
const KOREAN =
  '등대는 항구 위의 화강암 위에 서 있으며 그 등불은 지어진 해부터 매일 밤 타올랐다. 등대지기는 날씨와 지나가는 배와 사용한 기름을 일지에 적었고 그 일지는 오늘날 기후의 기록으로 읽힌다.';
const PERSIAN =
  'فانوس دریایی بر فراز بندر ایستاده است و چراغ آن از سالی که ساخته شد هر شب روشن بوده است. نگهبانان دفتری از هوا و کشتی ها نوشته اند که امروز خوانده می شود.';

const bold = (text: string, size = 10): Piece => ({ text, size, isBold: true });
const large = (text: string, size: number): Piece => ({ text, size });
const head = (text: string): Piece => ({ text, size: 9, y: 815 });

type Case = { name: string; pages: Piece[][]; outline?: Bookmark[]; headings: string[] };

/** Documents with their headings, each as its level and its text. */
const CASES: Case[] = [
  {
    name: 'a paper with authors, captions and numbered sections',
    pages: [
      [
        bold('Logs of the Keepers', 18),
        bold('Ada Keeper, Bert Warden and Cora Light', 11),
        large('Institute of Lights, Bergen', 11),
        bold('Abstract', 12),
        TEXT,
        bold('1 Introduction', 12),
        TEXT,
        bold('Figure 1. Oil by year'),
        bold('2 Method', 12),
        bold('2.1 Data', 11),
        TEXT,
      ],
      [bold('2.2 Readings', 11), TEXT, bold('Table 2: Storms'), TEXT, bold('References', 12), TEXT],
    ],
    headings: [
      '1 Logs of the Keepers',
      '2 Abstract',
      '2 1 Introduction',
      '2 2 Method',
      '3 2.1 Data',
      '3 2.2 Readings',
      '2 References',
    ],
  },
  {
    name: 'a handbook with chapters, running heads and call-outs',
    pages: [
      [bold('Chapter 1 The lamp', 20), TEXT, bold('1.1 Oil', 14), TEXT, bold('Note'), TEXT],
      [head('Chapter 1 The lamp'), TEXT, bold('1.2 The wick', 14), TEXT, bold('Tip'), TEXT],
      [head('Chapter 1 The lamp'), bold('Chapter 2 The horn', 20), TEXT, bold('Warning', 12), TEXT, TEXT],
      [head('Chapter 2 The horn'), bold('2.1 In fog', 14), TEXT, bold('Signals'), TEXT],
    ],
    headings: [
      '1 Chapter 1 The lamp',
      '2 1.1 Oil',
      '2 1.2 The wick',
      '1 Chapter 2 The horn',
      '2 2.1 In fog',
      '3 Signals',
    ],
  },
  {
    name: 'slides',
    pages: ['Why lamps fail', 'What keepers do', 'Questions of cost', 'The next season'].map((title) => [
      large(title, 28),
      large('• The oil is of two kinds and the wick of one', 16),
      large('• Storms keep keepers away from the gallery', 16),
      large('• Later hands fill the gaps with guesses', 16),
    ]),
    headings: ['1 Why lamps fail', '1 What keepers do', '1 Questions of cost', '1 The next season'],
  },
  {
    name: 'a report with a title page and captions in Portuguese',
    pages: [
      [large('Relatório de 2025', 30), large('Conselho dos Faróis', 18), large('Lisboa, maio de 2025', 14)],
      [bold('Sumário', 16), TEXT, bold('Gráfico 3.1 Taxas de juro', 12), TEXT],
      [bold('Contas', 16), TEXT, bold('Fonte: Conselho'), TEXT, bold('Quadro 2 Receitas', 12), TEXT],
    ],
    headings: ['1 Relatório de 2025', '2 Sumário', '2 Contas'],
  },
  {
    name: 'a Korean report numbered in the font of its text',
    pages: [
      [
        large('Ⅰ. 서론', 16),
        KOREAN,
        '1. 연구의 배경',
        KOREAN,
        '2. 연구의 범위',
        KOREAN,
        '[그림 4-5] 등대의 구조',
      ],
      [large('Ⅱ. 본론', 16), KOREAN, '1. 등불의 역사', KOREAN, '1.1 기름의 종류', KOREAN],
    ],
    headings: [
      '1 Ⅰ. 서론',
      '2 1. 연구의 배경',
      '2 2. 연구의 범위',
      '1 Ⅱ. 본론',
      '2 1. 등불의 역사',
      '3 1.1 기름의 종류',
    ],
  },
  {
    name: 'a Persian report with numbered sections',
    pages: [
      [large('۱. مقدمه', 14), PERSIAN, large('۱.۱ هدف', 12), PERSIAN],
      [large('۲. روش', 14), PERSIAN, large('۲.۱ داده ها', 12), PERSIAN],
    ],
    headings: ['1 ۱. مقدمه', '2 ۱.۱ هدف', '1 ۲. روش', '2 ۲.۱ داده ها'],
  },
  {
    name: 'a contract numbered in the font of its text',
    pages: [
      [
        '1. Definitions',
        `1.1 ${TEXT}`,
        `1.2 ${TEXT}`,
        '2. Rent and oil',
        `2.1 ${TEXT}`,
        '3. Duties',
        `${TEXT} The duties are:`,
        '1. the lamp',
        '2. the horn',
        '3. the log',
      ],
    ],
    headings: ['1 1. Definitions', '1 2. Rent and oil', '1 3. Duties'],
  },
  {
    name: 'a book whose headings only its bookmarks tell',
    pages: [
      ['The harbour', TEXT, 'Its quay', TEXT],
      ['Its tower', TEXT, 'The sea', TEXT, 'Not a heading', TEXT],
    ],
    outline: [
      { title: 'The harbour', level: 1, page: 1, y: 760 },
      { title: 'Its quay', level: 2, page: 1, y: 600 },
      { title: 'Its tower', level: 2, page: 2, y: 760 },
      { title: 'The sea', level: 1, page: 2, y: 600 },
    ],
    headings: ['1 The harbour', '2 Its quay', '2 Its tower', '1 The sea'],
  },
  {
    name: 'a study whose last section is set larger than the others',
    pages: [
      [bold('5. Aufbau', 12), TEXT, bold('6. Die Struktur', 12), TEXT],
      [bold('7. Zusammenfassung', 15), TEXT, bold('Ausblick', 12), TEXT],
    ],
    headings: ['1 5. Aufbau', '1 6. Die Struktur', '1 7. Zusammenfassung', '1 Ausblick'],
  },
  {
    name: 'a leaflet with an address and a source in bold',
    pages: [
      [
        large('Visit the light', 22),
        TEXT,
        bold('Hours', 13),
        TEXT,
        bold('Board of Lights'),
        bold('Quay Street 4'),
        bold('Bergen'),
        bold('Open on Monday'),
        TEXT,
        bold('Source: the log of 1911'),
        bold('How to get there', 13),
        TEXT,
      ],
    ],
    headings: ['1 Visit the light', '2 Hours', '2 How to get there'],
  },
  {
    name: 'a regulation with headings in capitals of the font of the body',
    pages: [
      [
        bold('Rules of the harbour', 18),
        'SAFETY AT THE QUAY',
        TEXT,
        'ISO 9001',
        'AHOY',
        TEXT,
        'THE LAMP MUST BURN.',
        TEXT,
        'REPORTS AND RECORDS',
        TEXT,
      ],
    ],
    headings: ['1 Rules of the harbour', '2 SAFETY AT THE QUAY', '2 REPORTS AND RECORDS'],
  },
];

async function headingsOf({ pages, outline }: Case): Promise<string[]> {
  const bytes = makePdf(pages.map(page), outline && { outline });
  const { text, blocks } = await parsePdf({ bytes, mimeType: null, fileName: 'a.pdf', origin: 'file' });
  return blocks
    .filter(({ kind }) => kind === 'heading')
    .map(({ start, end, level }) => `${level} ${text.slice(start, end)}`);
}

describe('the headings of', () => {
  it.each(CASES.map((known) => [known.name, known] as const))('%s', async (_, known) => {
    expect(await headingsOf(known)).toEqual(known.headings);
  });
});
