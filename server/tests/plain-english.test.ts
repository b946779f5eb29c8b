import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'bench/README.md'];
/** Whose comments are read. The prompts are for models. */
const CODE = [
  'bench/**/*.ts',
  'scripts/!(*.test).ts',
  'server/src/**/!(*.test|build-prompt).ts',
  'dashboard/{src,widget}/**/*.{ts,tsx}',
];

/** Turns of phrase that read like a translation, and what to write instead. */
const PATTERNS: [RegExp, string][] = [
  [/(?<=^|[.:] )Who (?![^.?]*\?)[^.?]*\./gm, 'say who does what'],
  [/(?<=^|[.:] )What (?![^.?]*\?)[^.?,;]*\b(?:is|are)\b[^.?]*\./gm, 'say who does what'],
  [
    /\b(?:whoever|somebody|nobody|anybody|everybody)\b/gi,
    'name the role, or "no one", "someone", "anyone", "everyone"',
  ],
  [/(?<!\b(?:stand|stands|standing|stood|leave|left|let) )\balone\b/gi, '"only"'],
  [/\b(?:is|are|was|were) to be (?!\d)/gi, '"must be", "should be" or the plain verb'],
  [/\d\s%/g, 'no space before %'],
  [/\bslips? of the fingers?\b|\btyping slips?\b/gi, '"typo"'],
];

/** Without code, which has its own words. */
const proseOf = (text: string): string =>
  text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`\n]*`/g, '``');

const commentsOf = (text: string): string =>
  [...text.matchAll(/(?:^|\s)\/\/ (.*)$|\/\*\*?(.*?)\*\//gms)]
    .map(([, line, block]) => (line ?? block ?? '').replaceAll(/^\s*\* ?/gm, ''))
    .join('\n\n');

/** A paragraph, an item or a row each line. */
const unwrapped = (text: string): string => text.replaceAll(/(?<=\S)\n *(?![-*|#\d\s]|$)/gm, ' ');

const findings = (file: string, text: string): string[] =>
  PATTERNS.flatMap(([pattern, instead]) =>
    [...unwrapped(text).matchAll(pattern)].map(
      ([found]) => `${file}: "${found.trim().slice(0, 80)}": ${instead}`,
    ),
  );

const read = (patterns: string[]): { file: string; text: string }[] =>
  globSync(patterns, { cwd: ROOT }).map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }));

describe('plain English', () => {
  it.each([
    ['Who asks too often is told to wait.'],
    ['It writes to its own folder alone.'],
    ['The answer is to be read twice.'],
    ['Nobody listens, and 5 % are lost.'],
  ])('is missed in: %s', (sentence) => {
    expect(findings('a.md', sentence)).not.toEqual([]);
  });

  it('is what the documents are written in', () => {
    expect(read(DOCUMENTS).flatMap(({ file, text }) => findings(file, proseOf(text)))).toEqual([]);
  });

  it('is what the comments are written in', () => {
    expect(read(CODE).flatMap(({ file, text }) => findings(file, proseOf(commentsOf(text))))).toEqual([]);
  });
});
