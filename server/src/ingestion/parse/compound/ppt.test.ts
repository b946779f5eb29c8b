import { describe, expect, it } from 'vitest';
import { makeCompound } from '../../../../tests/helpers/make-compound.ts';
import { blocksOf, upload } from '../../../../tests/helpers/read-source.ts';
import { parsePpt } from './ppt.ts';

const long = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, index * 4);
  return bytes;
};
const record = (head: number, type: number, ...data: Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  const header = Buffer.alloc(8);
  header.writeUInt16LE(head, 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
};
const container = (type: number, ...children: Buffer[]): Buffer => record(15, type, ...children);
const kind = (value: number): Buffer => record(0, 0x0f9f, long(value));
const wide = (text: string): Buffer => record(0, 0x0fa0, Buffer.from(text, 'utf16le'));
const narrow = (text: string): Buffer => record(0, 0x0fa8, Buffer.from(text, 'latin1'));
const box = (...children: Buffer[]): Buffer => container(0xf004, container(0xf00d, ...children));
const slideOfList = (part: number, id: number): Buffer => record(0, 0x03f3, long(part, 0, 0, id, 0));

/** A presentation of these parts; each was saved twice, and only the second time counts. */
const presentation = (parts: readonly Buffer[], { token = 0xe391_c05f } = {}): Uint8Array => {
  let stream = Buffer.alloc(0);
  let last = 0;
  for (const saved of [parts.map(() => container(0x03e8)), parts]) {
    const offsets = saved.map((part) => {
      const offset = stream.length;
      stream = Buffer.concat([stream, part]);
      return offset;
    });
    const directory = stream.length;
    stream = Buffer.concat([stream, record(0, 0x1772, long((saved.length << 20) | 1, ...offsets))]);
    const edit = stream.length;
    stream = Buffer.concat([stream, record(0, 0x0ff5, long(0, 0, last, directory, 1, 0, 0))]);
    last = edit;
  }
  return makeCompound({
    'PowerPoint Document': stream,
    'Current User': record(0, 0x0ff6, long(20, token, last, 0, 0)),
  });
};

describe('a PPT', () => {
  it('has the title of each slide first, then its texts in order, then the notes', () => {
    const slides = record(
      15,
      0x0ff0,
      slideOfList(2, 256),
      kind(0),
      wide('Überblick'),
      kind(1),
      narrow('One\rTwo'),
      slideOfList(3, 257),
    );
    const notes = record(0x2f, 0x0ff0, slideOfList(4, 900));
    const first = container(
      0x03ee,
      container(
        0x040c,
        box(record(0, 0x0f9e, long(0))),
        box(kind(4), narrow('Beside')),
        box(record(0, 0x0f9e, long(1))),
        box(kind(4), narrow('*')),
      ),
    );
    const second = container(0x03ee, box(kind(6), narrow('Two\vlines')));
    const own = container(0x03f0, record(0, 0x03f1, long(257, 0)), box(kind(2), narrow('Say hello.')));
    const document = parsePpt(upload(presentation([container(0x03e8, slides, notes), first, second, own])));
    expect(blocksOf(document)).toEqual([
      'heading 2: Überblick',
      'paragraph: Beside',
      'list-item: - One',
      'list-item: - Two',
      'heading 2: Two lines',
      'paragraph: Say hello.',
    ]);
    expect(document.blocks.map(({ page }) => page)).toEqual([1, 1, 1, 1, 2, 2]);
    expect(document.pageCount).toBe(2);
  });

  it('with a password is encrypted', () => {
    expect(() => parsePpt(upload(presentation([container(0x03e8)], { token: 0xf3d1_c4df })))).toThrow(
      expect.objectContaining({ code: 'encrypted_file' }),
    );
  });

  it('with too many slides, or nested deep, is bounded', () => {
    const list = record(15, 0x0ff0, ...Array.from({ length: 2_001 }, (_, index) => slideOfList(2, index)));
    expect(() => parsePpt(upload(presentation([container(0x03e8, list)])))).toThrow(
      expect.objectContaining({ code: 'too_many_pages' }),
    );
    let deep = box(kind(4), narrow('Deep'));
    for (let depth = 0; depth < 5_000; depth += 1) deep = container(0xf003, deep);
    const slides = record(15, 0x0ff0, slideOfList(2, 256));
    expect(parsePpt(upload(presentation([container(0x03e8, slides), deep]))).text).toBe('Deep');
  });
});
