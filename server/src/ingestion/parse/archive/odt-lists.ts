import { listLabel } from './list-label.ts';
import type { Attributes, XmlHandlers } from './read-xml.ts';

type Level = { format: string; prefix: string; suffix: string; start: number; shown: number };

export type OdtLists = {
  /** Read the definitions of list styles. A later style replaces an earlier one of the same name. */
  handlers: Required<Pick<XmlHandlers, 'open' | 'close'>>;
  /** The number of the first item of a level. Levels count from 0. */
  start(style: string, level: number): number;
  /** The label of an item with a trailing space: `- `, or its number with the parent numbers that the style shows.
   *  numbers: of the open items, outermost first. */
  label(style: string, numbers: readonly number[]): string;
};

const BULLET = '- ';
const MAX_LEVELS = 10;

/** style:num-format -> its name in Office Open XML. */
const FORMATS: Record<string, string> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Reads the list styles of a document. Format: OpenDocument 1.3, part 3, 16.30. */
export function createOdtLists(): OdtLists {
  const styles = new Map<string, Level[]>();
  let levels: Level[] | undefined;
  return {
    handlers: {
      open: (name, attributes) => {
        if (name === 'text:list-style') {
          levels = [];
          styles.set(attributes['style:name'] ?? '', levels);
        } else if (name === 'text:list-level-style-number' && levels) {
          const level = integer(attributes['text:level'], 1);
          if (level >= 1 && level <= MAX_LEVELS) levels[level - 1] = levelOf(attributes);
        }
      },
      close: (name) => {
        if (name === 'text:list-style') levels = undefined;
      },
    },
    start: (style, level) => styles.get(style)?.[level]?.start ?? 1,
    label: (style, numbers) => labelOf(styles.get(style) ?? [], numbers),
  };
}

function labelOf(levels: readonly Level[], numbers: readonly number[]): string {
  const own = levels[numbers.length - 1];
  if (!own) return BULLET;
  const first = Math.max(0, numbers.length - own.shown);
  const shown = numbers.slice(first).map((number, index) => {
    const format = levels[first + index]?.format ?? '';
    return format === '' ? '' : listLabel(number, FORMATS[format] ?? 'decimal');
  });
  const label = `${own.prefix}${shown.filter((number) => number !== '').join('.')}${own.suffix}`.trim();
  return label === '' ? '' : `${label} `;
}

const levelOf = (attributes: Attributes): Level => ({
  format: attributes['style:num-format'] ?? '',
  prefix: (attributes['style:num-prefix'] ?? '').slice(0, 20),
  suffix: (attributes['style:num-suffix'] ?? '').slice(0, 20),
  start: integer(attributes['text:start-value'], 1),
  shown: Math.max(1, integer(attributes['text:display-levels'], 1)),
});

function integer(text: string | undefined, otherwise: number): number {
  const value = Number.parseInt(text ?? '', 10);
  return Number.isSafeInteger(value) ? value : otherwise;
}
