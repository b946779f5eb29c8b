import { describe, expect, it } from 'vitest';
import { parse } from '#ingestion/parse/parse.ts';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { makeCompound } from '../../../../tests/helpers/make-compound.ts';
import { makeOutlookMessage } from '../../../../tests/helpers/make-outlook-message.ts';
import { makeZip } from '../../../../tests/helpers/make-zip.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';

const HEAD = `From: Ada Lovelace <ada@mail.example>
To: bob@mail.example, Carl <carl@mail.example>
Subject: The plan
Date: Tue, 3 Nov 2026 14:05:00 +0100
MIME-Version: 1.0
`;

const parseMail = (text: string | Uint8Array) =>
  parse(upload(typeof text === 'string' ? new TextEncoder().encode(text.replaceAll('\n', '\r\n')) : text));
const read = async (text: string | Uint8Array): Promise<string[]> => blocksOf(await parseMail(text));

/** The parts of a mail between boundaries. */
const multipart = (parts: readonly string[], boundary = 'b', subtype = 'mixed'): string =>
  `Content-Type: multipart/${subtype}; boundary=${boundary}\n\n${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`;
const attached = (name: string, type: string, content: Uint8Array | string): string =>
  `Content-Type: ${type}\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\n')}`;

const FIELDS = `paragraph: From: Ada Lovelace <ada@mail.example>
To: bob@mail.example, Carl <carl@mail.example>
Date: 2026-11-03 13:05 UTC`;

describe('a mail', () => {
  it('has its subject as the title, its header fields, and its text with quoted replies', async () => {
    const document = await parseMail(`${HEAD}\nHello Bob,\nhow are you?\n\n> Shall we meet?\n\nYes.\n`);
    expect(document).toMatchObject({ format: 'eml', title: 'The plan' });
    expect(blocksOf(document)).toEqual([
      'heading 1: The plan',
      FIELDS,
      'paragraph: Hello Bob,\nhow are you?',
      'paragraph: > Shall we meet?',
      'paragraph: Yes.',
    ]);
  });

  it('is read from its HTML part where it has one, with the columns of tables', async () => {
    const html = Buffer.from(
      '<h1>Prices</h1><blockquote><p>Grüße</p></blockquote><table><tr><th>Day</th><th>Price</th></tr><tr><td>Mo</td><td>3</td></tr></table>',
    ).toString('base64');
    const parts = [
      'Content-Type: text/plain\n\nplain',
      `Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${html}`,
    ];
    expect(await read(HEAD + multipart(parts, 'b', 'alternative'))).toEqual([
      'heading 1: The plan',
      FIELDS,
      'heading 2: Prices',
      'paragraph: Grüße',
      'table-row: Day: Mo | Price: 3',
    ]);
  });

  it('is read from its plain part where its HTML is only a picture', async () => {
    const parts = ['Content-Type: text/plain\n\nplain words', 'Content-Type: text/html\n\n<img src="cid:x">'];
    expect(await read(HEAD + multipart(parts, 'b', 'alternative'))).toContain('paragraph: plain words');
  });

  it('has encoded words and texts of other encodings decoded', async () => {
    const mail = `From: =?utf-8?q?J=C3=BCrgen?= <j@mail.example>\nTo: x@mail.example\nSubject: =?utf-8?B?${Buffer.from('Grüße').toString('base64')}?=\nContent-Type: text/plain; charset=iso-8859-2\nContent-Transfer-Encoding: quoted-printable\n\n=C8l=E1nek\n`;
    expect(await read(mail)).toEqual([
      'heading 1: Grüße',
      'paragraph: From: Jürgen <j@mail.example>\nTo: x@mail.example',
      'paragraph: Článek',
    ]);
  });

  it('with a broken date, encoding and encoded words is read as well as it can be', async () => {
    const mail = `From: =?none?B?%%%?= <a@mail.example>\nTo: =?utf-8?Q?=ZZ?=\nSubject: =?x?y?z?=\nDate: some day\nContent-Type: text/plain; charset=klingon\n\nWords\n`;
    const blocks = await read(mail);
    expect(blocks).toContain('paragraph: Words');
    expect(blocks[1]).toContain('Date: some day');
  });

  it('has its attachments below their names, in the formats that Footnote reads', async () => {
    const parts = [
      'Content-Type: text/plain\n\nSee the list.',
      attached('prices.csv', 'text/csv', 'Name,Price\nWidget,3\nGadget,4\n'),
      attached('photo.png', 'image/png', Buffer.from('89504e470d0a1a0a0000', 'hex')),
      attached('signature.asc', 'application/pgp-signature', '-----BEGIN PGP SIGNATURE-----'),
      'Content-Type: image/png; name=logo.png\nContent-Disposition: inline\n\nx',
    ];
    expect(await read(HEAD + multipart(parts))).toEqual([
      'heading 1: The plan',
      `${FIELDS}\nAttachments: prices.csv, photo.png`,
      'paragraph: See the list.',
      'heading 2: prices.csv',
      'table-row: Name: Widget | Price: 3',
      'table-row: Name: Gadget | Price: 4',
    ]);
  });

  it('has mails inside it, three deep, and names a document that expands too far without reading it', async () => {
    const bomb = makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: `<w:document>${' '.repeat(20_000_000)}</w:document>` },
    ]);
    const inside = (depth: number): string =>
      HEAD.replace('The plan', `Mail ${depth}`) +
      multipart(
        [
          `Content-Type: text/plain\n\nText ${depth}`,
          attached('bomb.docx', 'application/octet-stream', bomb),
          ...(depth < 5 ? [`Content-Type: message/rfc822\n\n${inside(depth + 1)}`] : []),
        ],
        `b${depth}`,
      );
    const { text } = await parseMail(inside(0));
    expect(text.match(/Text \d/g)).toEqual(['Text 0', 'Text 1', 'Text 2', 'Text 3']);
    expect(text.match(/Attachments: bomb.docx/g)).toHaveLength(4);
  });

  it('with 10,000 attachments has the text of a hundred', async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) =>
      attached(`f${index}.txt`, 'text/plain', `file ${index}`),
    );
    const blocks = await read(HEAD + multipart(parts));
    expect(blocks.filter((block) => block.startsWith('paragraph: file'))).toHaveLength(100);
    expect(blocks[1]).toMatch(/f99\.txt and 9900 more$/);
  });

  it('in an encoding that it does not name is read by the best guess', async () => {
    const mail = `${HEAD}\nSchöne Grüße aus Köln, wir hören voneinander über die nächsten Wörter.\n`;
    const [, , text] = await read(Buffer.from(mail, 'latin1'));
    expect(text).toBe('paragraph: Schöne Grüße aus Köln, wir hören voneinander über die nächsten Wörter.');
  });

  it('in UTF-16 is read', async () => {
    expect(await read(Buffer.from(`\ufeff${HEAD}\nHello there`, 'utf16le'))).toContain(
      'paragraph: Hello there',
    );
  });

  it('as Apple Mail saves it is read up to its length', async () => {
    const mail = `${HEAD}\nHello\n`;
    const blocks = await read(Buffer.from(`${mail.length}\n${mail}<?xml version="1.0"?><plist/>`));
    expect(blocks).toEqual(['heading 1: The plan', FIELDS, 'paragraph: Hello']);
  });

  it('without encoded data in its text: what is encrypted is left out', async () => {
    const armor = Buffer.alloc(600, 'some words ').toString('base64').replace(/.{64}/g, '$&\n');
    const { text } = await parseMail(`${HEAD}\nBefore\n\n${armor}\n\nAfter\n`);
    expect(text).toMatch(/Before\n\nAfter$/);
  });

  it.each([
    [
      'parts nested 1,000 deep',
      'unreadable_file',
      HEAD +
        Array.from(
          { length: 1_000 },
          (_, index) => `Content-Type: multipart/mixed; boundary=b${index}\n\n--b${index}\n`,
        ).join(''),
    ],
    ['a header line of 10 MB', 'unreadable_file', `${HEAD}X-Long: ${'x'.repeat(10_000_000)}\n\nText`],
    ['three million lines', 'too_large', `${HEAD}\n${'\n'.repeat(3_000_000)}`],
  ])('with %s is refused', async (_, code, mail) => {
    const outcome = await parse(upload(Buffer.from(mail))).catch((error: unknown) => error);
    expect(outcome).toMatchObject({
      name: 'SourceFault',
      code,
      message: expect.stringMatching(/^The mail .+\.$/),
    });
  });
});

describe('a mailbox', () => {
  const mailbox = (mails: number): string =>
    Array.from(
      { length: mails },
      (_, index) =>
        `From ada@mail.example Tue Nov  3 14:05:00 2026\nFrom: ada@mail.example\nSubject: Mail ${index}\nDate: Tue, 3 Nov 2026 14:05:00 +0100\n\n>From here on\n\nFrom there\n\n`,
    ).join('');

  it('has a section for each mail', async () => {
    const document = await parse(upload(Buffer.from(mailbox(2))));
    expect(document.format).toBe('mbox');
    expect(blocksOf(document)).toEqual(
      [0, 1].flatMap((index) => [
        `heading 1: Mail ${index}`,
        'paragraph: From: ada@mail.example\nDate: 2026-11-03 13:05 UTC',
        'paragraph: From here on',
        'paragraph: From there',
      ]),
    );
  });

  it('of 100,000 mails is refused', async () => {
    await expect(parse(upload(Buffer.from(mailbox(100_000))))).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('10,000 mails'),
    });
  });
});

describe('a saved web page', () => {
  const page = (type: string, html: string): string =>
    `From: <Saved by Blink>\nSnapshot-Content-Location: https://site.example/guide\nSubject: Guide\nDate: Tue, 3 Nov 2026 14:05:00 +0100\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype="text/html";\n\tboundary="--b--"\n\n----b--\nContent-Type: ${type}\nContent-Transfer-Encoding: quoted-printable\nContent-Location: https://site.example/guide\n\n${html}\n----b--\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: https://site.example/a.png\n\niVBORw0KGgo=\n----b----\n`;

  it('is read as its main content, with its title and address', async () => {
    const html =
      '<html><head><meta charset=3D"utf-8"><title>The guide</title><link rel=3D"canonical" href=3D"/the-guide"></head><body><nav><a href=3D"/">Home</a></nav><main><h1>The guide</h1><p>Caf=C3=A9 opens =\nat nine.</p></main></body></html>';
    const document = await parseMail(page('text/html', html));
    expect(document).toMatchObject({
      format: 'mhtml',
      title: 'The guide',
      canonicalUrl: 'https://site.example/the-guide',
    });
    expect(blocksOf(document)).toEqual(['heading 1: The guide', 'paragraph: Café opens at nine.']);
  });

  it('without a page has no text', async () => {
    expect(await read(page('text/css', 'p {}'))).toEqual([]);
  });
});

describe('a message of Outlook', () => {
  const message = {
    subject: 'The plan',
    from: 'Ada Lovelace',
    address: 'ada@mail.example',
    to: 'Bob; Carl',
    sentAt: new Date('2026-11-03T13:05:00Z'),
  };
  const fields =
    'paragraph: From: Ada Lovelace <ada@mail.example>\nTo: Bob, Carl\nDate: 2026-11-03 13:05 UTC';

  it('has its subject, its header fields, its HTML and its attachments', async () => {
    const document = await parse(
      upload(
        makeOutlookMessage({
          ...message,
          text: 'plain',
          html: `<p>Grüße</p><p>${'Words of the mail. '.repeat(300)}</p>`,
          attachments: [
            { name: 'prices.csv', content: Buffer.from('Name,Price\nWidget,3\nGadget,4\n') },
            { name: 'logo.png', content: Buffer.from('89504e47', 'hex'), isInText: true },
            { name: 'Inner', content: { subject: 'Inner mail', text: 'Inner text' } },
          ],
        }),
      ),
    );
    expect(document).toMatchObject({ format: 'msg', title: 'The plan' });
    expect(blocksOf(document).filter((block) => !block.includes('Words'))).toEqual([
      'heading 1: The plan',
      `${fields}\nAttachments: prices.csv, Inner`,
      'paragraph: Grüße',
      'heading 2: prices.csv',
      'table-row: Name: Widget | Price: 3',
      'table-row: Name: Gadget | Price: 4',
      'heading 2: Inner mail',
      'paragraph: Inner text',
    ]);
  });

  it('has its text from compressed RTF where it has no other', async () => {
    const text = Buffer.from('{\\rtf1\\ansi\\pard Hello there\\par}');
    const head = Buffer.alloc(16);
    head.writeUInt32LE(text.length, 4);
    head.write('LZFu', 8);
    // Each group of eight pieces has a byte before it; here all are literal.
    const groups = text.toString('latin1').match(/.{1,8}/gs) ?? [];
    const rtf = Buffer.concat([head, Buffer.from(groups.map((group) => `\0${group}`).join(''), 'latin1')]);
    expect(await read(makeOutlookMessage({ ...message, rtf }))).toEqual([
      'heading 1: The plan',
      fields,
      'paragraph: Hello there',
    ]);
  });

  it('is told from a document with a message in it', async () => {
    const document = makeCompound({
      Contents: Buffer.from('x'),
      Object: { '__properties_version1.0': Buffer.alloc(32) },
    });
    await expect(parse(upload(document))).rejects.toMatchObject({
      code: 'unsupported_format',
      message: expect.stringContaining('old Office format'),
    });
  });

  it('that is damaged is read or refused, nothing else', async () => {
    const original = makeOutlookMessage({
      ...message,
      text: 'words '.repeat(1_000),
      attachments: [{ name: 'a.txt', content: Buffer.from('file') }],
    });
    for (let at = 24; at < 600; at += 4)
      for (const value of [0, 1, 0xfffffff0, 0x7fffffff]) {
        const bytes = Buffer.from(original);
        bytes.writeUInt32LE(value, at);
        const outcome = await parse(upload(bytes)).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SourceFault);
      }
  });

  it('whose sectors form circles is read or refused, nothing else', async () => {
    const bytes = makeOutlookMessage({ ...message, text: 'words '.repeat(2_000) }, { loops: true });
    const outcome = await parse(upload(bytes)).catch((error: unknown) => error);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(SourceFault);
    else expect(outcome).toMatchObject({ format: 'msg' });
  });
});
