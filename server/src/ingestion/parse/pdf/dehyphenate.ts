import { joinsWithoutSpace } from './script.ts';

/** The words of a document, which show how to rejoin a word that is broken at the end of a line. */
export type Vocabulary = { words: ReadonlySet<string>; compounds: ReadonlySet<string> };

/** The most words to collect. More words add no information. */
const MAX_WORDS = 200_000;
/** Prefixes that English usually joins with a hyphen. */
const HYPHENATED = new Set([
  'all',
  'cross',
  'ex',
  'full',
  'half',
  'high',
  'long',
  'low',
  'non',
  'self',
  'short',
  'well',
]);

/** Words that can follow a suspended hyphen: "pre- and post-war". */
const SHARED_END = new Set(['and', 'or', 'to', 'und', 'oder', 'bis', 'et', 'ou', 'y', 'e', 'en', 'of']);

/** Collects the words within lines. If a line ends in a hyphen, its last word and the first word of the next line are
 *  left out, because they may be parts of one word. */
export function vocabularyOf(lines: Iterable<{ text: string }>): Vocabulary {
  const words = new Set<string>();
  const compounds = new Set<string>();
  let isAfterHyphen = false;
  for (const { text: line } of lines) {
    if (words.size > MAX_WORDS) break;
    const found = line.toLowerCase().match(/\p{L}+(?:[-\u2010]\p{L}+)*/gu) ?? [];
    const endsInHyphen = HYPHEN_END.test(line);
    for (const word of found.slice(isAfterHyphen ? 1 : 0, endsInHyphen ? -1 : undefined)) {
      if (!/[-\u2010]/.test(word)) words.add(word);
      else compounds.add(word.replaceAll('\u2010', '-'));
    }
    isAfterHyphen = endsInHyphen;
  }
  return { words, compounds };
}

const HYPHENS = '-\u2010';
/** The characters that end a line whose last word may continue: hyphens, dashes, and the characters at which a URL is
 *  broken. */
const ENDS_OPEN = `${HYPHENS}–—/_=&?`;
const HYPHEN_END = /\p{L}[-\u2010\u00ad]$/u;

/** Joins the lines of a paragraph. Linear in the length of the text. */
export function joinAll(lines: readonly { text: string }[], vocabulary: Vocabulary): string {
  const closed: string[] = [];
  let open = '';
  for (const { text } of lines) {
    open = joinLines(open, text, vocabulary);
    if (open.length < 4 * TAIL) continue;
    closed.push(open.slice(0, -TAIL));
    open = open.slice(-TAIL);
  }
  return closed.join('') + open;
}

/** The number of characters to examine before the end of a line. */
const TAIL = 200;

/** Joins two lines of a paragraph with a space, or without one between Han characters and inside a URL. A broken word
 *  loses its hyphen; a word that is spelled with a hyphen keeps it. A soft hyphen is always removed. */
export function joinLines(before: string, after: string, vocabulary: Vocabulary): string {
  if (before === '') return after;
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after;
  if (joinsWithoutSpace(before, after)) return before + after;
  const sign = before.at(-1) ?? '';
  // Most lines end in a letter or a full stop and return here.
  if (!ENDS_OPEN.includes(sign)) return `${before} ${after}`;
  const tail = before.slice(-TAIL);
  if (/(?:^|\s)(?:https?:\/\/|www\.)\S*$/.test(tail) || (/\S—$/.test(tail) && /^\p{L}/u.test(after)))
    return before + after;
  if (/\d[-\u2010–]$/.test(tail) && /^\d/.test(after)) return before + after;
  if (!HYPHENS.includes(sign)) return `${before} ${after}`;
  // Backtracks: the tail has at most 200 characters.
  const head = /(?:\p{L}+[-\u2010])*\p{L}+$/u.exec(tail.slice(0, -1))?.[0];
  const rest = /^\p{L}+/u.exec(after.slice(0, 100))?.[0];
  if (head === undefined) return `${before} ${after}`;
  if (rest === undefined) return /^\d/.test(after) ? before + after : `${before} ${after}`;
  if (SHARED_END.has(rest)) return `${before} ${after}`;
  return isBroken(head, rest, vocabulary) ? before.slice(0, -1) + after : before + after;
}

function isBroken(head: string, rest: string, { words, compounds }: Vocabulary): boolean {
  const last = head.split(/[-\u2010]/).at(-1) ?? head;
  const isOneCase = /^\p{Ll}/u.test(rest) || /^\p{Lu}{2,}$/u.test(last + rest);
  if (!isOneCase) return false;
  const [start, part, end] = [head, last, rest].map((word) => word.toLowerCase()) as [string, string, string];
  if (compounds.has(`${start}-${end}`) || compounds.has(`${part}-${end}`)) return false;
  if (words.has(part + end)) return true;
  if (HYPHENATED.has(part)) return false;
  return !(part.length >= 3 && end.length >= 3 && words.has(part) && words.has(end));
}
