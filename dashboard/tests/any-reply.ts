import fc from 'fast-check';
import type { Node } from '../src/shared/markdown/tree.ts';

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '`',
      '```',
      '\n',
      '\n\n',
      '\n- ',
      '\n1. ',
      '\n  ',
      '\n> ',
      '# ',
      '|',
      '\n|---|---|\n',
      '---',
      '~~~',
    ],
    ...[
      '[',
      ']',
      '](https://example.org/)',
      '![',
      '(',
      ')',
      '<',
      '>',
      '\\',
      ' ',
      '\t',
      '.',
      '。',
      '「',
      '」',
      '\r',
    ],
  ),
  fc.constantFrom('word', 'Wort', 'a', 'B', '語', 'ك', 'é', '😀'),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
/** Any text that a model may write. */
export const anyReply = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

/** Each text with its offset, in page order. */
export const textsOf = (nodes: readonly Node[]): { text: string; at: number | undefined }[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return [node];
    if (node.type === 'footnotes') return [{ text: node.behind, at: node.at - node.behind.length }];
    if (!('children' in node)) return [];
    const language = node.type === 'code-block' ? [{ text: node.language, at: undefined }] : [];
    return [...language, ...textsOf(node.children)];
  });
