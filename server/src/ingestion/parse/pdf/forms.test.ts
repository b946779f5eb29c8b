import { describe, expect, it } from 'vitest';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { makePdf, type PdfPage, type PdfText } from '../../../../tests/helpers/make-pdf.ts';
import { parsePdf } from './parse-pdf.ts';

const parse = (bytes: Uint8Array) => parsePdf({ bytes, mimeType: null, fileName: 'a.pdf', origin: 'file' });

/** The blocks of the pages as texts. */
async function blocksOf(
  pages: readonly PdfPage[],
  options?: Parameters<typeof makePdf>[1],
): Promise<string[]> {
  const { text, blocks } = await parse(makePdf(pages, options));
  return blocks.map(({ start, end }) => text.slice(start, end));
}

const at = (x: number, y: number, text: string, more: Partial<PdfText> = {}): PdfText => ({
  x,
  y,
  text,
  ...more,
});
const box = (x: number, y: number, width = 150, height = 14): string =>
  `/Rect [${x} ${y} ${x + width} ${y + height}]`;
const field = (rect: string, name: string, more: string): string =>
  `/Subtype /Widget ${rect} /T (${name}) /F 4 ${more}`;
const typed = (rect: string, value: string, more = ''): string =>
  field(rect, value, `/FT /Tx /V (${value}) ${more}`);
const tick = (rect: string, name: string, state: string, more = ''): string =>
  field(rect, name, `/FT /Btn /V /${state} /AS /${state} /AP << /N << /On 6 0 R /Off 6 0 R >> >> ${more}`);

/** A drawn text, as the appearance of a stamp or a signature. */
const drawn = (...lines: string[]) => ({
  dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 150 40] /Resources << /Font << /F1 2 0 R >> >>',
  content: `BT /F1 9 Tf 12 TL 2 25 Td ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`,
});

describe('a filled form', () => {
  it('has each value after the label that stands to its left', async () => {
    const page = {
      texts: [
        at(50, 700, 'Name:'),
        at(50, 670, 'Home port'),
        at(300, 670, 'Built in'),
        at(50, 640, 'Owner ........'),
      ],
      annotations: [
        typed(box(110, 697), 'Ada of Cork'),
        typed(box(110, 667), 'Bergen'),
        typed(box(350, 667, 60), '1911'),
        typed(box(85, 637), 'Board of Lights'),
      ],
    };
    expect(await blocksOf([page])).toEqual([
      'Name: Ada of Cork',
      'Home port: Bergen Built in: 1911',
      'Owner: Board of Lights',
    ]);
  });

  it('has each value after the label above it or inside its box', async () => {
    const page = {
      texts: [
        at(50, 700, 'Name of the ship'),
        at(300, 700, 'Home port'),
        at(52, 652, 'Remarks', { size: 6 }),
      ],
      annotations: [
        typed(box(50, 680), 'Ada'),
        typed(box(300, 680), 'Bergen'),
        typed(box(50, 630, 300, 30), 'Needs water'),
      ],
    };
    expect(await blocksOf([page])).toEqual([
      'Name of the ship: Ada Home port: Bergen',
      'Remarks: Needs water',
    ]);
  });

  it('keeps a value in the sentence around it', async () => {
    const page = {
      texts: [at(50, 700, 'I,'), at(165, 700, ', keeper of the light, have trimmed the wick.')],
      annotations: [typed(box(62, 697, 100), 'Ada Keeper')],
    };
    expect(await blocksOf([page])).toEqual(['I, Ada Keeper , keeper of the light, have trimmed the wick.']);
  });

  it('has the values of a grid as rows with the names of its columns', async () => {
    const rows = [
      ['Rope', '12', '3.50'],
      ['Oil', '4', '9.10'],
      ['Wick', '80', '0.20'],
    ];
    const page = {
      texts: [at(50, 700, 'Article'), at(250, 700, 'Count'), at(400, 700, 'Price')],
      annotations: rows.flatMap((cells, row) =>
        cells.map((cell, column) => typed(box([50, 250, 400][column] ?? 0, 680 - 20 * row, 100), cell)),
      ),
    };
    expect(await blocksOf([page])).toEqual([
      'Article: Rope | Count: 12 | Price: 3.50',
      'Article: Oil | Count: 4 | Price: 9.10',
      'Article: Wick | Count: 80 | Price: 0.20',
    ]);
  });

  it('shows what is ticked and what is chosen', async () => {
    const empty = { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', content: '' };
    const page = {
      texts: [at(50, 700, 'Cargo'), at(70, 680, 'Fish'), at(170, 680, 'Timber'), at(50, 640, 'Harbours')],
      annotations: [
        tick(box(55, 678, 10, 10), 'fish', 'On'),
        tick(box(155, 678, 10, 10), 'timber', 'Off'),
        field(
          box(110, 638),
          'harbours',
          '/FT /Ch /Ff 2097152 /Opt [[(b) (Bergen)] [(c) (Cork)] [(d) (Dieppe)]] /V [(b) (d)]',
        ),
      ],
    };
    expect(await blocksOf([page], { streams: [empty] })).toEqual([
      'Cargo',
      '☒ Fish ☐ Timber',
      'Harbours: Bergen, Dieppe',
    ]);
  });

  it('has a long value with its lines, and nothing of hidden fields and passwords', async () => {
    const page = {
      texts: [at(50, 700, 'Report')],
      annotations: [
        field(
          box(50, 580, 400, 110),
          'r',
          '/FT /Tx /Ff 4096 /V (All is well.\rThe lamp burns.\rThe horn is silent.)',
        ),
        field(box(50, 500), 'h', '/FT /Tx /V (hidden) /F 2'),
        field(box(50, 480), 'n', '/FT /Tx /V (not shown) /F 32'),
        field(box(50, 460), 'p', '/FT /Tx /Ff 8192 /V (secret)'),
      ],
    };
    const text = (await blocksOf([page])).join(' ');
    expect(text).toBe('Report All is well. The lamp burns. The horn is silent.');
  });

  it('has free-text notes, stamps and what a signature shows', async () => {
    const page = {
      texts: [at(50, 700, 'Minutes of the board')],
      annotations: [
        `/Subtype /FreeText ${box(50, 650)} /Contents (Read again on Monday) /DA (/F1 10 Tf) /F 4`,
        `/Subtype /Stamp ${box(50, 600, 150, 40)} /AP << /N 6 0 R >> /F 4`,
        field(box(50, 500, 150, 40), 's', '/FT /Sig /V << /Type /Sig >> /AP << /N 7 0 R >>'),
      ],
    };
    const text = (
      await blocksOf([page], { streams: [drawn('APPROVED'), drawn('Signed by', 'Ada Keeper')] })
    ).join(' | ');
    expect(text).toBe('Minutes of the board | Read again on Monday | APPROVED | Signed by | Ada Keeper');
  });

  it('keeps a value that the page itself prints only once, and uses the name of the field where nothing is printed', async () => {
    const page = {
      texts: [at(50, 700, 'Name'), at(112, 700, 'Ada')],
      annotations: [typed(box(110, 697), 'Ada'), typed(box(300, 500), 'Bergen', '/TU (Home port)')],
    };
    expect(await blocksOf([page])).toEqual(['Name Ada', 'Home port: Bergen']);
  });

  it('is read when the page has no text of its own', async () => {
    expect(await blocksOf([{ texts: [], annotations: [typed(box(110, 697), 'Ada')] }])).toEqual(['Ada']);
  });

  it('ends at the limits of a page, in bounded time', { timeout: 60_000 }, async () => {
    const annotations = Array.from({ length: 5_000 }, (_, index) =>
      typed(box(50, index / 7), `value ${index}`),
    );
    const blocks = await blocksOf([{ texts: [at(50, 700, 'Name')], annotations }]);
    expect(blocks.join(' ')).toContain('value 1999');
    expect(blocks.join(' ')).not.toContain('value 2000');
  });
});

describe('a dynamic XFA form', () => {
  const notice = {
    texts: [at(50, 700, 'Please wait... Your PDF viewer may not be able to display this type of document.')],
  };
  const fieldOf = (name: string, caption: string, ui: string, more = ''): string =>
    `<field name="${name}" w="300pt" minH="20pt"><ui>${ui}</ui><caption reserve="100pt"><value><text>${caption}</text></value></caption>${more}</field>`;
  const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form" layout="tb">
<pageSet><pageArea><contentArea x="36pt" y="36pt" w="523pt" h="770pt"/><medium short="595pt" long="842pt"/></pageArea></pageSet>
<subform w="523pt" layout="tb"><draw w="400pt" minH="20pt"><value><text>Application for a berth</text></value></draw>
${fieldOf('ship', 'Name of the ship', '<textEdit/>')}
${fieldOf('harbour', 'Harbour', '<choiceList/>', '<items save="1"><text>b</text><text>c</text></items><items><text>Bergen</text><text>Cork</text></items>')}
${fieldOf('cargo', 'Carries cargo', '<checkButton/>', '<items><integer>1</integer><integer>0</integer></items>')}
${fieldOf('remark', 'Remarks:', '<textEdit multiLine="1"/>')}
<field name="secret" presence="hidden" w="9pt" h="9pt"><ui><textEdit/></ui></field>
</subform></subform></template>`;
  const filled = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form><ship>Ada</ship><harbour>c</harbour><cargo>1</cargo><remark>Needs water.</remark><secret>hidden</secret></form></xfa:data></xfa:datasets>`;
  const xfa = {
    'xdp:xdp': '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">',
    config: '<config xmlns="http://www.xfa.org/schema/xci/3.0/"/>',
    template,
    datasets: filled,
    '/xdp:xdp': '</xdp:xdp>',
  };

  it('is laid out, with each value after its caption', async () => {
    expect(await blocksOf([notice], { xfa })).toEqual([
      'Application for a berth',
      'Name of the ship: Ada',
      'Harbour: Cork',
      '☒ Carries cargo',
      'Remarks: Needs water.',
    ]);
  });
});

describe('a PDF without text', () => {
  it.each([
    [
      'with empty fields',
      [field(box(50, 700), 'a', '/FT /Tx')],
      'no text: its form fields are empty. Fill them in and upload it again.',
    ],
    ['without fields', [], 'no text, only drawings or blank space. Upload a PDF with text.'],
  ])('%s is not called a scan', async (_, annotations, reason) => {
    const fault = await parse(makePdf([{ texts: [], annotations }])).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SourceFault);
    expect(fault).toMatchObject({ code: 'no_text', message: `The PDF has 1 page but ${reason}` });
  });
});
