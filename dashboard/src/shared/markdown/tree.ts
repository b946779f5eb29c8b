/** The tree of a reply with Markdown, for views to render: plain objects, never HTML. */

/** Text of the reply. `at`: its offset in UTF-16 code units. `cited`: the footnotes that it rests on, where markCited has noted them. */
export type Text = { type: 'text'; text: string; at: number; cited?: number[] };

/** `behind`: the end of the word before them, which stays on their line. `at`: their cut. `cited`: as of a text. */
type Footnotes = { type: 'footnotes'; behind: string; at: number; cited?: number[] };

export type Inline =
  | Text
  | Footnotes
  | { type: 'break' }
  | { type: 'strong' | 'emphasis' | 'code'; children: Inline[] }
  /** `url`: of http, https or mailto, as a browser writes it. */
  | { type: 'link'; url: string; children: Inline[] };

/** `number`: of an ordered list. */
export type Item = { type: 'item'; number: number | undefined; children: Block[] };
export type Align = 'left' | 'center' | 'right';
export type Cell = { type: 'cell'; align: Align; children: Inline[] };
type Row = { type: 'row'; isHead: boolean; children: Cell[] };

export type Block =
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'heading'; level: number; children: Inline[] }
  /** `language`: '' where none is named. */
  | { type: 'code-block'; language: string; children: Inline[] }
  | { type: 'quote'; children: Block[] }
  | { type: 'list'; isOrdered: boolean; children: Item[] }
  | { type: 'table'; children: Row[] }
  | { type: 'rule' };

export type Node = Block | Item | Row | Cell | Inline;
