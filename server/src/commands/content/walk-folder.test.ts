import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { walkFolder } from './walk-folder.ts';

const ALL = { include: [], exclude: [], isGitObeyed: true };

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-walk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('walkFolder', () => {
  it('takes documents in a fixed order, and leaves out hidden files, installed packages and other types', async () => {
    const folder = folderOf({
      'b.md': '',
      'a/z.PDF': '',
      'a/mail.eml': '',
      'a/code.js': '',
      '.hidden.md': '',
      '.git/x.md': '',
      'node_modules/x/README.md': '',
    });
    expect(await walkFolder(folder, ALL)).toEqual({
      files: ['a/mail.eml', 'a/z.PDF', 'b.md'],
      unlisted: [],
      links: 0,
      others: 1,
    });
  });

  it('takes what --include matches, without what --exclude matches', async () => {
    const folder = folderOf({ 'a.md': '', 'src/b.js': '', 'src/deep/c.js': '', 'drafts/d.js': '' });
    const walk = async (include: string[], exclude: string[]) =>
      (await walkFolder(folder, { ...ALL, include, exclude })).files;
    expect(await walk(['*.js'], [])).toEqual(['drafts/d.js', 'src/b.js', 'src/deep/c.js']);
    expect(await walk(['*.js'], ['drafts/'])).toEqual(['src/b.js', 'src/deep/c.js']);
    expect(await walk(['/src/*.js'], [])).toEqual(['src/b.js']);
    expect(await walk(['src/**', 'a.md'], ['deep'])).toEqual(['a.md', 'src/b.js']);
  });

  it('obeys every .gitignore from the root of the repository down', async () => {
    const repository = folderOf({
      '.git/HEAD': '',
      '.gitignore': 'build/\n*.tmp.md\n',
      'docs/.gitignore': '/private.md\n!kept.tmp.md\n',
      'docs/a.md': '',
      'docs/a.tmp.md': '',
      'docs/kept.tmp.md': '',
      'docs/private.md': '',
      'docs/build/b.md': '',
      'docs/deep/private.md': '',
    });
    const docs = join(repository, 'docs');
    expect((await walkFolder(docs, ALL)).files).toEqual(['a.md', 'deep/private.md', 'kept.tmp.md']);
    expect((await walkFolder(docs, { ...ALL, isGitObeyed: false })).files).toHaveLength(6);
  });

  it('never follows links, in circles or out of the folder', async () => {
    const outside = folderOf({ 'secret.md': '' });
    const folder = folderOf({ 'a/b/c.md': '' });
    symlinkSync(folder, join(folder, 'a/b/top'));
    symlinkSync('.', join(folder, 'self'));
    symlinkSync(outside, join(folder, 'outside'));
    symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'));
    symlinkSync(join(outside, 'nothing'), join(folder, 'broken.md'));
    expect(await walkFolder(folder, ALL)).toEqual({ files: ['a/b/c.md'], unlisted: [], links: 5, others: 0 });
  });

  it('reports a folder that cannot be listed', async () => {
    const { unlisted } = await walkFolder(join(folderOf({}), 'none'), ALL);
    expect(unlisted).toEqual([{ path: '', reason: 'ENOENT' }]);
  });

  it('lists 100,000 files', async () => {
    const folder = folderOf({});
    for (let part = 0; part < 100; part++) {
      mkdirSync(join(folder, `part-${part}`));
      for (let file = 0; file < 1_000; file++) writeFileSync(join(folder, `part-${part}`, `${file}.md`), '');
    }
    expect((await walkFolder(folder, ALL)).files).toHaveLength(100_000);
  });
});
