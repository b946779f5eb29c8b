/** What a reply that holds Markdown looks like, for views to draw: plain objects, never HTML. */

/** Words as they stand in the reply. `at`: where, in UTF-16 code units. */
export type Text = { type: 'text'; text: string; at: number };

/** `behind`: the end of the word before them, which stays in their line. `at`: of the cut that they stand for. */
type Footnotes = { type: 'footnotes'; behind: string; at: number };

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
