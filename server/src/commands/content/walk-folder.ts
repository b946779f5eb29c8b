import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { isIgnored, matcherOf, rulesAbove, rulesOf, slashed } from './ignore-rules.ts';

export type WalkOptions = {
  /** Patterns as in a .gitignore. Without one, the documents that Footnote reads are taken. */
  include: readonly string[];
  exclude: readonly string[];
  /** Whether files that Git ignores are left out. */
  isGitObeyed: boolean;
};

export type Walked = {
  /** Paths relative to the folder, with slashes, in a fixed order. */
  files: string[];
  /** Folders that could not be listed, so that what they hold is unknown. */
  unlisted: { path: string; reason: string }[];
  /** Symbolic links, which are never followed: those within the folder would repeat it, in circles or not, and the others
   *  would lead to files that no one meant. */
  links: number;
  /** Files whose name does not say that they are documents. */
  others: number;
};

const DOCUMENTS = new Set(
  'adoc csv doc docx eml emlx epub fodp fods fodt htm html ipynb markdown mbox md mdx mht mhtml msg odp ods odt pdf ppt pptx rst rtf text tsv txt vsdx xhtml xls xlsx'.split(
    ' ',
  ),
);

/** Never documents, whatever a .gitignore says. Hidden files and folders are left out too. */
const SKIPPED = new Set(['node_modules', '__pycache__']);

/** Lists the files below a folder that should be added. */
export async function walkFolder(
  root: string,
  { include, exclude, isGitObeyed }: WalkOptions,
): Promise<Walked> {
  const isIncluded = include.length > 0 ? matcherOf(include) : isDocument;
  const isExcluded = matcherOf(exclude);
  const walked: Walked = { files: [], unlisted: [], links: 0, others: 0 };
  const visit = async (folder: string, rules: ReturnType<typeof rulesOf>): Promise<void> => {
    for (const entry of await list(root, folder, walked)) {
      const path = join(folder, entry.name);
      const local = slashed(relative(root, path));
      const isFolder = entry.isDirectory();
      if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) continue;
      if (isExcluded(isFolder ? `${local}/` : local) || isIgnored(rules, path, isFolder)) continue;
      if (entry.isSymbolicLink()) walked.links += 1;
      else if (isFolder) await visit(path, isGitObeyed ? [...rules, ...rulesOf(path)] : []);
      else if (!entry.isFile()) continue;
      else if (isIncluded(local)) walked.files.push(local);
      else walked.others += 1;
    }
  };
  await visit(root, isGitObeyed ? rulesAbove(root) : []);
  return walked;
}

const isDocument = (path: string): boolean => DOCUMENTS.has(extname(path).slice(1).toLowerCase());

async function list(root: string, folder: string, walked: Walked): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Removed since the folder above was listed. The root itself must be there.
    if (code === 'ENOENT' && folder !== root) return [];
    walked.unlisted.push({ path: slashed(relative(root, folder)), reason: code ?? message });
    return [];
  }
}
