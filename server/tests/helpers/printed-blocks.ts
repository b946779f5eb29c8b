import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const ANSWERS = ['json', 'text'];

/** A fenced block of a document. After its language a block may say what keeps the tests from running it: `sh needs=docker`. */
export type PrintedBlock = {
  language: string;
  needs: string | undefined;
  code: string;
  line: number;
  /** Whether it shows the answer of the block directly above it. */
  isAnswer: boolean;
};

/** The README, the guides and the pages beside them. */
export const documents: string[] = ['README.md', ...globSync('docs/{*,guides/*}.md', { cwd: ROOT }).sort()];

export const readDocument = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export function blocksOf(text: string): PrintedBlock[] {
  const fences = text.matchAll(/^```([^\n]*)\n(.*?)^```$/gms);
  return [...fences].map(({ 1: info = '', 2: code = '', index }) => {
    const [language = '', ...rest] = info.split(' ');
    const needs = /^needs=(\S+)$/.exec(rest.join(' '))?.[1];
    if (rest.length > 0 && needs === undefined)
      throw new Error(`\`\`\`${info}: expected a language, or a language and needs=REASON.`);
    const before = text.slice(0, index);
    return {
      language,
      needs,
      code,
      line: before.split('\n').length,
      isAnswer: ANSWERS.includes(language) && before.endsWith('\n```\n\n'),
    };
  });
}
