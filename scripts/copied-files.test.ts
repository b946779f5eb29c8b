import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = JSON.parse(readFileSync('scripts/copied-files.json', 'utf8')) as {
  file: string;
  package: string;
  sha256: string;
}[];

describe('the files that are copied from npm packages', () => {
  it.each(files)('$file has the recorded hash', ({ file, sha256 }) => {
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
  });

  it('are all that is in their folders', () => {
    for (const [folder, own] of Map.groupBy(files, ({ file }) => dirname(file)))
      expect(
        readdirSync(folder)
          .map((name) => `${folder}/${name}`)
          .toSorted(),
      ).toEqual(own.map(({ file }) => file).toSorted());
  });

  it('the worker of pdf.js has the version that unpdf brings', () => {
    const worker = files.find(({ file }) => file.endsWith('pdf.worker.min.mjs'));
    const version = worker?.package.split('@').at(-1) ?? 'none';
    const unpdf = readFileSync('node_modules/unpdf/dist/pdfjs.mjs', 'utf8');
    expect(unpdf).toContain(`\`${version}\``);
  });
});
