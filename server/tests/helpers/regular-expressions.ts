import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A regular expression of the code and where it is written, as `file:line`. */
export type FoundExpression = { place: string; source: string; flags: string };

/** A comment above an expression that gives the reason why a slow one is allowed there. */
const EXCEPTION = /\/\/ Backtracks: \S/;

/** The code that meets text of strangers or of models. */
export const sourceFiles = (): string[] =>
  globSync(['server/src/**/*.ts', 'dashboard/{src,widget}/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (file) => !file.endsWith('.test.ts'),
  );

/** All expressions of these files but those with an exception.
 *  unseen: calls of `RegExp` inside functions, whose expressions are not known before they run. */
export function expressionsIn(files: readonly string[]): {
  expressions: FoundExpression[];
  unseen: string[];
} {
  const expressions: FoundExpression[] = [];
  const calls: string[] = [];
  for (const file of files) {
    const code = readFileSync(path.resolve(ROOT, file), 'utf8');
    const found = readExpressions(file, code);
    expressions.push(...found.expressions);
    calls.push(...found.calls);
  }
  const made = madeAtImport([...new Set(calls.map((place) => place.replace(/:\d+$/, '')))]);
  expressions.push(...made.filter(({ place }) => calls.includes(place)));
  const seen = new Set(made.map(({ place }) => place));
  return { expressions, unseen: calls.filter((place) => !seen.has(place)) };
}

/** The literals of a file, and the places of its calls of `RegExp`. */
export function readExpressions(
  file: string,
  code: string,
): { expressions: FoundExpression[]; calls: string[] } {
  const expressions: FoundExpression[] = [];
  const calls: string[] = [];
  const lines = code.split('\n');
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child);
    if (!isNode(node)) return;
    const line = code.slice(0, node.start).split('\n').length;
    const place = `${file}:${line}`;
    if (!isExcepted(lines, line)) {
      if (node.regex) expressions.push({ place, source: node.regex.pattern, flags: node.regex.flags });
      if (node.callee?.name === 'RegExp') calls.push(place);
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child);
  };
  visit(parseSync(file, code).program);
  return { expressions, calls };
}

/** In the comment that ends in the line above. */
function isExcepted(lines: readonly string[], line: number): boolean {
  for (let above = line - 2; /^\s*\/\//.test(lines[above] ?? ''); above -= 1)
    if (EXCEPTION.test(lines[above] ?? '')) return true;
  return false;
}

type SyntaxNode = {
  start: number;
  regex?: { pattern: string; flags: string };
  callee?: { name?: string };
};

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value;

/** What modules of the server build with `RegExp` while they are loaded, in a process of its own. */
function madeAtImport(files: readonly string[]): FoundExpression[] {
  const script = `
    const made = [];
    const plain = RegExp;
    globalThis.RegExp = new Proxy(plain, {
      construct(target, args) {
        const line = new Error().stack.split('\\n').find((line) => line.includes('file://') && !line.includes('[eval')) ?? '';
        const [, file, at] = plain('file://(.*?):([0-9]+):[0-9]+').exec(line) ?? [];
        const one = Reflect.construct(target, args);
        made.push({ file, at, source: one.source, flags: one.flags });
        return one;
      },
    });
    for (const file of ${JSON.stringify(files.map((file) => path.resolve(ROOT, file)))}) await import(file);
    process.stdout.write(JSON.stringify(made));`;
  const made = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  ) as { file?: string; at: string; source: string; flags: string }[];
  return made.flatMap(({ file, at, source, flags }) =>
    file === undefined ? [] : [{ place: `${path.relative(ROOT, decodeURI(file))}:${at}`, source, flags }],
  );
}
