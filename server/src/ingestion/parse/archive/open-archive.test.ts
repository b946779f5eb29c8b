import { describe, expect, it } from 'vitest';
import { SourceFault } from '#ingestion/parse/source-fault.ts';
import { makeZip, type ZipEntry } from '../../../../tests/helpers/make-zip.ts';
import { openArchive } from './open-archive.ts';

const faultOf = async (attempt: Promise<unknown>): Promise<{ code: string; message: string }> => {
  const fault = await attempt.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(fault).toBeInstanceOf(SourceFault);
  return fault instanceof SourceFault ? fault : { code: '', message: '' };
};

const readAll = async (bytes: Uint8Array): Promise<string[]> => {
  const archive = await openArchive(bytes);
  return Promise.all(archive.entries.map(async (name) => (await archive.read(name)).toString()));
};

const codeOf = async (entries: readonly ZipEntry[], declaredEntries?: number): Promise<string> =>
  (await faultOf(readAll(makeZip(entries, declaredEntries)))).code;

const zeros = (megabytes: number): Uint8Array => new Uint8Array(megabytes * 1024 * 1024);

describe('an archive', () => {
  it('is read entry by entry, stored or deflated', async () => {
    const bytes = makeZip([
      { name: 'mimetype', data: 'application/test', isStored: true },
      { name: 'folder/', data: '', isStored: true },
      { name: 'folder/ä.xml', data: 'content '.repeat(50_000) },
      { name: 'empty', data: '' },
    ]);
    const archive = await openArchive(bytes);
    expect(archive.entries).toEqual(['mimetype', 'folder/ä.xml', 'empty']);
    expect(archive.has('folder/ä.xml')).toBe(true);
    expect((await archive.read('folder/ä.xml')).toString()).toBe('content '.repeat(50_000));
    expect((await archive.read('mimetype')).toString()).toBe('application/test');
    expect((await archive.read('empty')).length).toBe(0);
  });

  it('may have any compression ratio if it expands to little', async () => {
    const [content] = await readAll(makeZip([{ name: 'a', data: ' '.repeat(1_000_000) }]));
    expect(content?.length).toBe(1_000_000);
  });

  it.each<[string, ZipEntry[]]>([
    ['has a wrong checksum', [{ name: 'a', data: 'text', checksum: 1 }]],
    ['holds less than it says', [{ name: 'a', data: 'text', declaredSize: 5_000 }]],
    ['holds more than it says', [{ name: 'a', data: 'text'.repeat(100), declaredSize: 4 }]],
    ['has a name that leads out of it', [{ name: '../a', data: 'text' }]],
    ['has a name from the root', [{ name: '/etc/passwd', data: 'text' }]],
    ['has a name with a drive', [{ name: 'C:\\a', data: 'text' }]],
    [
      'has two entries of a name',
      [
        { name: 'a', data: 'one' },
        { name: 'a', data: 'two' },
      ],
    ],
    [
      'has entries that share bytes',
      [
        { name: 'a', data: 'text' },
        { name: 'b', data: 'text', sharesContentOf: 0 },
      ],
    ],
    ['is compressed in an unknown way', [{ name: 'a', data: 'text', method: 14 }]],
    ['is no deflate stream', [{ name: 'a', data: 'text', isStored: true, method: 8 }]],
  ])('that %s is unreadable', async (_, entries) => {
    expect(await codeOf(entries)).toBe('unreadable_file');
  });

  it('that is cut off anywhere is unreadable', async () => {
    const bytes = makeZip([{ name: 'a', data: 'some text that is long enough' }]);
    for (let length = 0; length < bytes.length; length += 3)
      expect((await faultOf(openArchive(bytes.subarray(0, length)))).code).toBe('unreadable_file');
  });

  it.each([
    ['one byte', Buffer.from([0])],
    ['a line end', Buffer.from('\r\n')],
    ['100 kB', Buffer.alloc(100_000, 'padding')],
    ['a signature that leads nowhere', Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18, 0x41)])],
  ])('followed by %s is read', async (_, more) => {
    const bytes = makeZip([{ name: 'a', data: 'some text' }]);
    expect(await readAll(new Uint8Array(Buffer.concat([bytes, more])))).toEqual(['some text']);
  });

  it('that lost its own table of contents is not taken for an archive stored in it', async () => {
    const inner = makeZip([{ name: 'secret', data: 'inner text' }]);
    const outer = makeZip([{ name: 'inner.zip', data: inner, isStored: true }]);
    const cut = outer.subarray(0, outer.length - 40);
    expect((await faultOf(openArchive(cut))).code).toBe('unreadable_file');
  });

  it('that declares more entries than fit into the file is unreadable', async () => {
    expect(await codeOf([{ name: 'a', data: 'text' }], 60_000)).toBe('unreadable_file');
  });

  it('with a password fails as encrypted instead of damaged', async () => {
    expect(await codeOf([{ name: 'a', data: 'text', flags: 1 }])).toBe('encrypted_file');
    expect(await codeOf([{ name: 'a', data: 'text', flags: 0x41 }])).toBe('encrypted_file');
  });

  it('that declares too large a size is rejected before inflating', async () => {
    const bytes = makeZip([{ name: 'a', data: zeros(12) }]);
    const fault = await faultOf(openArchive(bytes));
    expect(fault.code).toBe('too_large');
    expect(fault.message).toMatch(
      /^The file of 0\.012 MB holds at least 12 MB when unpacked\. .* 100 times its size/,
    );
  });

  it('that expands beyond its declared size is rejected while inflating', async () => {
    const bytes = makeZip([{ name: 'a', data: zeros(64), declaredSize: 100 }]);
    const fault = await faultOf(readAll(bytes));
    expect(fault.code).toBe('too_large');
    expect(fault.message).toContain('at least 6.3 MB');
  });

  it('counts repeated reads towards its limit', async () => {
    const archive = await openArchive(makeZip([{ name: 'a', data: zeros(0.5) }]));
    await archive.read('a');
    await archive.read('a');
    expect((await faultOf(archive.read('a'))).code).toBe('too_large');
  });

  it('with too many entries is rejected with the figures', async () => {
    const entries = Array.from({ length: 10_001 }, (_, index) => ({
      name: `${index}`,
      data: '',
      isStored: true,
    }));
    const fault = await faultOf(openArchive(makeZip(entries)));
    expect(fault).toMatchObject({ code: 'too_large', message: expect.stringContaining('10001 parts') });
  });

  it('within an archive is not opened', async () => {
    const inner = makeZip([{ name: 'bomb', data: zeros(20) }]);
    expect(await readAll(makeZip([{ name: 'inner.zip', data: inner }]))).toHaveLength(1);
  });
});
