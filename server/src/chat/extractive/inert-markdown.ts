/** Text of a source as Markdown that loads, runs and hides nothing where a page shows it: tags become code, and links and
 *  images lose their form. Code between backticks stays as it is. */
export function inertMarkdown(text: string): string {
  let written = '';
  let readTo = 0;
  for (const { 0: code, index } of text.matchAll(codeSpan)) {
    written += withoutLinks(text.slice(readTo, index)) + code;
    readTo = index + code.length;
  }
  return written + withoutLinks(text.slice(readTo));
}

/** Between runs of backticks of the same length, as CommonMark reads them. */
const codeSpan = /(?<![`\\])(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g;

const withoutLinks = (text: string): string =>
  text
    // One without its end could end in the next sentence.
    .replace(/`+/g, '')
    .replace(address, '$1')
    .replace(/!(?=\[)/g, '')
    .replace(/\](?=\()/g, '] ')
    // Would define a link, and be hidden.
    .replace(/^([ \t]*\[[^[\]\n]{1,200}\]):/gm, '$1 :')
    .replace(tag, '`$&`');

const address = /<(https?:[^\s<>]+|[^\s<>@:]+@[^\s<>@:]+)>/gi;
const tag = /(?:<[a-z/!?|][^<>]*>?)+/gi;
