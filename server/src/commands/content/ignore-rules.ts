import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** The patterns of one .gitignore, which hold below its folder. */
type Rules = { folder: string; matcher: Ignore };

/** A path as patterns see it: relative, with slashes. */
export const slashed = (path: string): string => path.split(sep).join('/');

/** Patterns as in a .gitignore: `*.md` matches at any depth, `/drafts` only at the top. */
export const matcherOf = (patterns: readonly string[]): ((path: string) => boolean) => {
  const matcher = ignore().add([...patterns]);
  return (path) => matcher.ignores(path);
};

/** The rules of the folder itself and of those above it, up to the root of its Git repository. */
export function rulesAbove(folder: string): Rules[] {
  const folders = [folder];
  for (let above = folder; !existsSync(join(above, '.git')); ) {
    const next = dirname(above);
    // It is in no repository: what lies above says nothing about it.
    if (next === above) return rulesOf(folder);
    above = next;
    folders.unshift(above);
  }
  return folders.flatMap(rulesOf);
}

/** The rules of the .gitignore in a folder, if there is one. */
export function rulesOf(folder: string): Rules[] {
  try {
    return [{ folder, matcher: ignore().add(readFileSync(join(folder, '.gitignore'), 'utf8')) }];
  } catch {
    return [];
  }
}

/** Whether Git would ignore a path. The deepest .gitignore that says anything about it decides. */
export function isIgnored(rules: readonly Rules[], path: string, isFolder: boolean): boolean {
  for (const { folder, matcher } of rules.toReversed()) {
    const { ignored, unignored } = matcher.test(slashed(relative(folder, path)) + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}
