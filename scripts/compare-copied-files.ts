/** Compares the files that are copied from npm packages with what the registry has, byte for byte:
 *  `node scripts/compare-copied-files.ts`. With `--write` it copies them again and records their hashes, after a version
 *  in copied-files.json was changed. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type CopiedFile = { file: string; package: string; path: string; licence: string; sha256: string };

const LIST = 'scripts/copied-files.json';
const files = JSON.parse(readFileSync(LIST, 'utf8')) as CopiedFile[];
const isWriting = process.argv.includes('--write');
const scratch = mkdtempSync(join(tmpdir(), 'copied-files-'));
try {
  for (const [name, own] of Map.groupBy(files, (each) => each.package)) {
    const packed = execFileSync('npm', ['pack', name, '--json', '--pack-destination', scratch], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    execFileSync('tar', ['xzf', join(scratch, filename), '-C', scratch]);
    for (const each of own) compare(each, readFileSync(join(scratch, 'package', each.path)));
    rmSync(join(scratch, 'package'), { recursive: true });
  }
} finally {
  rmSync(scratch, { recursive: true });
}
if (isWriting) writeFileSync(LIST, `${JSON.stringify(files, null, 2)}\n`);

function compare(each: CopiedFile, original: Buffer): void {
  if (isWriting) {
    writeFileSync(each.file, original);
    each.sha256 = createHash('sha256').update(original).digest('hex');
  } else if (!original.equals(readFileSync(each.file))) {
    console.error(`${each.file} is not ${each.path} of ${each.package}.`);
    process.exitCode = 1;
  }
}
