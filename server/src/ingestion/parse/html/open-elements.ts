import { BLOCK_ELEMENTS, CLOSES_PARAGRAPH, HEAD_ELEMENTS, HEADINGS, VOID_ELEMENTS } from './element-kinds.ts';

export type HtmlElement = { name: string; attributes: Record<string, string> };

export type HtmlReader = {
  /** Called at the start of an element. `close` follows for each one, immediately for elements without content. */
  open(element: HtmlElement): void;
  close(element: HtmlElement): void;
  /** Called for text with decoded entities, in any number of pieces. */
  text(text: string): void;
};

/** The stack of open elements. Implied end tags follow the HTML standard, section 13.2.6, as far as they affect the
 *  text. Every operation takes constant time on average. */
export function createOpenElements(reader: HtmlReader) {
  const stack: HtmlElement[] = [];
  /** Name -> the depths at which it is open. */
  const depths = new Map<string, number[]>();
  const deepest = (...names: string[]): number =>
    names.reduce((most, name) => Math.max(most, depths.get(name)?.at(-1) ?? -1), -1);
  /** The depths of blocks, and of elements that the end tag of an outer element does not close. */
  const scopes: number[] = [];
  const blocks: number[] = [];

  const pop = (): void => {
    const element = stack.pop();
    if (!element) return;
    depths.get(element.name)?.pop();
    if (scopes.at(-1) === stack.length) scopes.pop();
    if (blocks.at(-1) === stack.length) blocks.pop();
    reader.close(element);
  };
  const closeDownTo = (depth: number): void => {
    while (stack.length > depth) pop();
  };
  /** Closes the elements with these names that are deeper than a barrier. */
  const closeAbove = (names: readonly string[], barrier: number): void => {
    for (let depth = deepest(...names); depth > barrier; depth = deepest(...names)) closeDownTo(depth);
  };
  /** Closes the deepest element with one of these names, unless it is above a barrier. */
  const closeNearest = (names: readonly string[], barrier: number): void => {
    const depth = deepest(...names);
    if (depth >= 0 && depth > barrier) closeDownTo(depth);
  };
  const scope = (): number => scopes.at(-1) ?? -1;

  const closeImplied = (name: string): void => {
    if (deepest('head') >= 0 && !HEAD_ELEMENTS.has(name)) closeNearest(['head'], -1);
    if (CLOSES_PARAGRAPH.has(name)) closeNearest(['p'], scope());
    if (HEADINGS.has(name) && HEADINGS.has(stack.at(-1)?.name ?? '')) pop();
    if (name === 'li') closeNearest(['li'], Math.max(scope(), deepest('ul', 'ol', 'menu')));
    else if (name === 'dt' || name === 'dd') closeNearest(['dt', 'dd'], Math.max(scope(), deepest('dl')));
    else if (name === 'rt' || name === 'rp') closeNearest(['rt', 'rp'], deepest('ruby'));
    else if (name === 'option') closeNearest(['option'], deepest('select'));
    const closed = TABLE_PARTS.get(name);
    if (closed) closeAbove(closed, deepest('table'));
  };

  return {
    isForeign: (): boolean => deepest('svg', 'math') > deepest('foreignobject'),
    push: (element: HtmlElement, isClosed: boolean): void => {
      const { name } = element;
      closeImplied(name);
      // As in browsers, an element beyond the depth limit becomes a sibling of the one before it.
      if (stack.length >= MAX_DEPTH) pop();
      reader.open(element);
      if (isClosed || VOID_ELEMENTS.has(name)) {
        reader.close(element);
        return;
      }
      if (SCOPES.has(name)) scopes.push(stack.length);
      if (BLOCK_ELEMENTS.has(name)) blocks.push(stack.length);
      const places = depths.get(name);
      if (places) places.push(stack.length);
      else depths.set(name, [stack.length]);
      stack.push(element);
    },
    close: (name: string): void => {
      if (name === 'br' || (name === 'p' && deepest('p') <= scope())) {
        const element = { name, attributes: {} };
        reader.open(element);
        reader.close(element);
      } else if (TABLE_PARTS.has(name)) closeNearest([name], deepest('table'));
      else if (SCOPES.has(name)) closeNearest([name], -1);
      // Content after the end tag of the body still belongs to the body.
      else if (name === 'body' || name === 'html') return;
      else if (HEADINGS.has(name)) closeNearest([...HEADINGS], scope());
      // An end tag of <b> does not end a paragraph that began inside the <b>.
      else closeNearest([name], FORMATTING.has(name) ? (blocks.at(-1) ?? -1) - 1 : scope() - 1);
    },
    text: (text: string): void => {
      if (stack.at(-1)?.name === 'head' && /\S/.test(text)) pop();
      reader.text(text);
    },
    closeAll: (): void => closeDownTo(0),
  };
}

/** The depth limit. Browsers stop at 512. */
const MAX_DEPTH = 1_000;

const SCOPES = new Set([
  'table',
  'td',
  'th',
  'caption',
  'button',
  'object',
  'template',
  'marquee',
  'svg',
  'math',
]);

const FORMATTING = new Set(
  'a b big code em font i label nobr s small span strike strong sub sup tt u'.split(' '),
);

const SECTIONS = ['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'caption', 'colgroup'];
/** Table element -> the table elements that its start tag closes. */
const TABLE_PARTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['td', ['td', 'th', 'caption']],
  ['th', ['td', 'th', 'caption']],
  ['tr', ['tr', 'td', 'th', 'caption', 'colgroup']],
  ...['thead', 'tbody', 'tfoot', 'caption', 'colgroup'].map((name) => [name, SECTIONS] as const),
]);
