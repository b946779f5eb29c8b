import { stripInvisible } from '#text/strip-invisible.ts';

/** Markup that a reply must not contain, because the page that shows it would load or follow it. */

const image = /!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?/g;
const link = /\[([^[\]]*)\]\(\s*(?!\s)<?((?:[^()\s>]|\([^()\s]*\))*)(?:[\s>][^()]*)?\)/g;
const referenceLink = /\[([^[\]]*)\]\[[^[\]]*\]/g;
const referenceTarget = /^[ \t]*\[[^[\]]+\]:.*$/gm;
/** Halves of links, whose other half is in another sentence or missing. */
const halfLink = /!(?=\[)|\](?=\()|\]\[[^\]\s]*\]?/g;

const elements =
  'a|abbr|audio|applet|area|b|base|bgsound|blink|body|br|button|canvas|center|code|details|dialog|div|embed|em|font|form|frame|frameset|h[1-6]|head|hr|html|i|iframe|ilayer|image|img|input|isindex|layer|li|link|map|marquee|math|meta|noscript|object|ol|option|p|param|picture|pre|script|select|slot|source|span|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|th|title|tr|track|u|ul|video|xml|xmp|xss';
const roles = 'assistant|developer|function|human|instructions?|system|tool|tool_call|user';
/** An HTML element or chat template tag, or anything with attributes, closed or not. */
const tag = new RegExp(
  `</?(?:${elements}|${roles})(?![\\p{L}\\p{N}])[^<>]*>?|<[!?/]?[a-z][\\w:-]*[\\s/][^<>]*>?|<!--[^]*?(?:-->|$)|<[!?][^<>]*>?|<\\|[^|<>]*\\|?>?`,
  'giu',
);

/** A piece of a reply as plain text: images and tags are removed, links become their label followed by the URL in
 *  brackets, for `withoutUnknownLinks` to judge. */
export function flattenMarkup(text: string): string {
  return stripInvisible(text)
    .toWellFormed()
    .replace(image, '')
    .replace(link, (_, label: string, target: string) => (isLink(target) ? `${label} (${target})` : label))
    .replace(referenceLink, '$1')
    .replace(referenceTarget, '')
    .replace(halfLink, ' ')
    .replace(tag, '');
}

/** The text without links that are not in the evidence, character by character. */
export function withoutUnknownLinks(text: string, evidence: string): string {
  let known: ReadonlySet<string> | undefined;
  const kept = text.replace(word, (found) => {
    const core = withoutMarksAround(found);
    if (!isLink(core)) return found;
    known ??= addressesIn(evidence);
    return known.has(core) ? found : found.replace(core, '');
  });
  if (kept === text) return text;
  return kept
    .replace(emptyBrackets, '')
    .replace(/(?<![ \t])[ \t]+(?:(?=[.,;:!?])|$)/gm, '')
    .replace(/(?<=\S)[ \t]{2,}/g, ' ');
}

const emptyBrackets = /\(\s*\)|\[\s*\]|<\s*>|"\s*"|`\s*`/g;

const word = /[^\s"«»“”<>`|]+/g;
const marks = new Set("'‘’()[]{}*_~.,;:!?…。，");

function withoutMarksAround(found: string): string {
  let [start, end] = [0, found.length];
  while (start < end && marks.has(found.charAt(start))) start += 1;
  while (start < end && marks.has(found.charAt(end - 1))) end -= 1;
  return found.slice(start, end);
}

const addressesIn = (text: string): ReadonlySet<string> =>
  new Set([
    ...(text.match(word) ?? []).map(withoutMarksAround),
    ...(text.match(plainAddress) ?? []).map((found) => found.replace(/^[\d+.-]+/, '')),
  ]);

/** A link inside other punctuation, such as a Markdown link. */
const plainAddress =
  /(?:(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/|www\.|mailto:)[^\s<>()"'`\]]*[^\s<>()"'`\].,;:!?…]/giu;

const schemes =
  'https?|ftps?|sftp|file|data|javascript|vbscript|mailto|tel|sms|wss?|blob|intent|xmpp|magnet|ssh|git|cid|about|view-source';
const topLevels =
  'com|net|org|io|info|biz|app|dev|xyz|site|online|top|cloud|link|click|example|test|onion|zip|mov|ru|cn|tk';
const address = new RegExp(
  [
    String.raw`[\\/]{2}[^\\/\s]`,
    `(?<![a-z])(?:${schemes}):\\S`,
    String.raw`(?<![a-z0-9])www\.\S`,
    String.raw`\S@[^\s.@]{1,253}\.\p{L}`,
    // A host followed by a path, or under a common top-level domain.
    String.raw`(?<![\p{L}\p{N}-])[\p{L}\p{N}-]{1,63}\.(?:\p{L}{2,63}\.?(?::\d+)?[\\/?#]\S|(?:${topLevels})(?![\p{L}\p{N}-]))`,
    String.raw`(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}[:/]`,
  ].join('|'),
  'iu',
);

/** Whether a page may turn the word into a link, also if letters are HTML entities or full-width. */
export function isLink(text: string): boolean {
  const plain = text
    .replace(/&#(x?)([0-9a-f]{1,6});?/gi, (_, hex: string, code: string) => characterOf(code, hex ? 16 : 10))
    .replace(
      /&(?:colon|sol|period|commat|bsol|quest|num);?/gi,
      (name) => entities[name.replace(/[&;]/g, '')] ?? name,
    )
    .normalize('NFKC');
  return address.test(plain);
}

const entities: Record<string, string> = {
  colon: ':',
  sol: '/',
  period: '.',
  commat: '@',
  bsol: '\\',
  quest: '?',
  num: '#',
};

function characterOf(digits: string, base: number): string {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
