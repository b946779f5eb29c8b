import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync(['src/**/*.{ts,tsx}', 'widget/*.ts'], { cwd: ROOT });

type Node = { type: string; start: number; [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

function* nodesIn(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) yield* nodesIn(each);
    } else if (isNode(value)) yield* nodesIn(value);
  }
}

/** Attributes that people read or hear; the parts of the dashboard have more of them than HTML. */
const SPOKEN = new Set([
  'label',
  'title',
  'about',
  'alt',
  'placeholder',
  'hint',
  'action',
  'said',
  'text',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
]);

const hasWord = (text: unknown): boolean => typeof text === 'string' && /\p{Letter}{2,}/u.test(text);

/** A literal, or a template with words between its expressions. */
function wordsOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'JSXExpressionContainer') return wordsOf(node['expression']);
  if (node.type === 'Literal' && hasWord(node['value'])) return String(node['value']);
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as { value: { cooked: string } }[];
    const text = quasis.map(({ value }) => value.cooked).join(' ');
    return hasWord(text) ? text : undefined;
  }
  if (node.type === 'ConditionalExpression') return wordsOf(node['consequent']) ?? wordsOf(node['alternate']);
  if (node.type === 'LogicalExpression') return wordsOf(node['right']);
  return undefined;
}

const nameOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : undefined;
};

/** The words of a node that people would read, if they stand in the code. */
function hardCoded(node: Node): string | undefined {
  switch (node.type) {
    case 'JSXText':
      return hasWord(node['value']) ? String(node['value']).trim() : undefined;
    case 'JSXAttribute':
      return SPOKEN.has(nameOf(node['name']) ?? '') ? wordsOf(node['value']) : undefined;
    // Of the widget's `element(…)`, and of objects that become properties. A code or a class of styles begins in lower case.
    case 'Property': {
      const words = SPOKEN.has(nameOf(node['key']) ?? '') ? wordsOf(node['value']) : undefined;
      return words !== undefined && /^\p{Lowercase}/u.test(words) ? undefined : words;
    }
    case 'JSXElement':
    case 'JSXFragment':
      return (node['children'] as Node[])
        .filter(({ type }) => type === 'JSXExpressionContainer')
        .map(wordsOf)
        .find((words) => words !== undefined);
    case 'CallExpression': {
      if (nameOf(node['callee']) !== 'element') return undefined;
      return (node['arguments'] as Node[])
        .slice(2)
        .map(wordsOf)
        .find((words) => words !== undefined);
    }
    default:
      return undefined;
  }
}

/** Tailwind classes and CSS properties of one side of the screen, instead of the start or the end of a line. */
const PHYSICAL =
  /(?<=[\s"'`:!]-?)(?:[mp][lr]|scroll-[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr]))-(?:\d|\[|\(|auto|px|full)|(?<=[\s"'`:!])(?:text-(?:left|right)|float-(?:left|right)|border-[lr]|rounded-[lr])(?=[\s"'`!])|(?<=[;{\s])(?:margin|padding|border)-(?:left|right)\s*:|(?<=[;{\s])(?:left|right):\s*-?[\d.]+(?:px|r?em|%)|style=\{\{[^}]*\b(?:left|right|marginLeft|marginRight|paddingLeft|paddingRight):|text-align:\s*(?:left|right)/;

describe('the code of the dashboard and the widget', () => {
  it('has no words: they are in dashboard/locales', () => {
    const found = FILES.flatMap((file) => {
      const { program } = parseSync(file, readFileSync(`${ROOT}/${file}`, 'utf8'));
      return [...nodesIn(program as unknown as Node)]
        .map(hardCoded)
        .filter((words) => words !== undefined)
        .map((words) => `${file}: ${words}`);
    });
    expect(found).toEqual([]);
  });

  it('has no left and right in its styles, so that it can be read from right to left', () => {
    const found = FILES.flatMap((file) =>
      readFileSync(`${ROOT}/${file}`, 'utf8')
        .split('\n')
        .filter((line) => PHYSICAL.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
