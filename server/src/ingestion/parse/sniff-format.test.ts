import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../tests/helpers/make-zip.ts';
import { sniffFormat } from './sniff-format.ts';

/** A tar archive (POSIX ustar) of one empty file. */
function makeTar(): Buffer {
  const header = Buffer.alloc(512);
  header.write('notes.txt');
  header.write('0000644\0' + '0000000\0' + '0000000\0' + '00000000000\0' + '00000000000\0', 100);
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, Buffer.alloc(1024)]);
}

describe('an archive of any files', () => {
  it.each<[string, Uint8Array, string]>([
    ['a.zip', makeZip([{ name: 'notes.txt', data: 'The pier is long.' }]), 'a ZIP archive'],
    ['a.tar', makeTar(), 'an archive (TAR)'],
    ['a.tar.gz', gzipSync(makeTar()), 'an archive ('],
  ])('%s is refused, and its sender is told to unpack it', async (fileName, bytes, what) => {
    const fault = await sniffFormat({ bytes, fileName, mimeType: null, origin: 'file' }).catch(
      (error: unknown) => error as Error,
    );
    expect(fault).toMatchObject({ code: 'unsupported_format' });
    expect((fault as Error).message).toContain(`${fileName} is ${what}`);
    expect((fault as Error).message).toContain('POST /v1/knowledge-base/archives');
  });
});

it('a HEIC photograph is refused, and its sender is told what to save it as', async () => {
  const bytes = Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('heic\0\0\0\0mif1heic')]);
  const content = { bytes, fileName: 'IMG_0001.HEIC', mimeType: null, origin: 'file' } as const;
  await expect(sniffFormat(content)).rejects.toThrow(
    'IMG_0001.HEIC is a file of the type HEIC by its bytes. Save the picture as PNG or JPEG and upload that.',
  );
});
