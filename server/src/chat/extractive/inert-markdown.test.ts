import { describe, expect, it } from 'vitest';
import { inertMarkdown } from './inert-markdown.ts';

describe('text of a source in a reply', () => {
  it.each([
    ['See <script src="x"></script> here', 'See `<script src="x"></script>` here'],
    ['An <img src=x onerror=alert(1)', 'An `<img src=x onerror=alert(1)`'],
    ['Send <your key> with it', 'Send `<your key>` with it'],
    [
      'Open <https://docs.example/a> or <ada@docs.example>',
      'Open https://docs.example/a or ada@docs.example',
    ],
    ['Run <javascript:alert(1)>', 'Run `<javascript:alert(1)>`'],
    ['Render [open](javascript:alert(1))', 'Render [open] (javascript:alert(1))'],
    ['Now](https://docs.example)', 'Now] (https://docs.example)'],
    ['![x][y]', '[x][y]'],
    ['[manual]: https://docs.example', '[manual] : https://docs.example'],
    ['Half ` of [it](javascript:alert(1))', 'Half  of [it] (javascript:alert(1))'],
    ['``[x](javascript:alert(1))`', '[x] (javascript:alert(1))'],
    ['\\`[x](javascript:alert(1))`', '\\[x] (javascript:alert(1))'],
  ])('%j becomes %j', (text, expected) => {
    expect(inertMarkdown(text)).toBe(expected);
  });

  it.each([
    'Write `<img>` or ``[a](b) ` c`` as code',
    'matrix[0][1] = f(x)',
    'a < b and c > d',
    'I <3 it',
    '**bold** and [brackets]',
    'Map&lt;K, V&gt;',
  ])('%j is unchanged', (text) => {
    expect(inertMarkdown(text)).toBe(text);
  });
});
