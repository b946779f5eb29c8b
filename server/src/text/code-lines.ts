import { listSign } from './block-signs.ts';

/** A line of YAML: `image: postgres`, `- id: lint`, `PORT: 80`. Prose has a capital or spaces before its colon, and a row of a table
 *  has bars between its cells. */
const setting = /^(?:- )?(?:[a-z][\w.-]*|[A-Z][A-Z\d]*_[A-Z\d_]*):(?: (?!.* \| )\S|$)/;

/** Signs of a line of code that prose does not end or begin with. */
const codeSigns = [
  /[{};\\]$/,
  /^(?:\$|>>>|#!|\/\/|\/\*|<\/?[a-z!?]|[})\]])/i,
  /^(?:import|export|const|let|var|def|class|function|return|async|await|public|private|static|package|using|SELECT|INSERT|UPDATE|CREATE|FROM|RUN|COPY) \S/,
  /^(?:npm|npx|git|curl|sudo|docker|kubectl|apt-get|pip|python3?|node|cd|mkdir|echo|export) \S/,
  /^[\w.[\]"'-]{1,60}\s?(?::=|\+=|==?)\s?\S/,
  /^[\w.]{1,60}\(/,
  /=>|\w\(\)/,
  /[│┌└├┬┼]|──|^['"]use strict['"]/,
  setting,
] as const;

/** Ends as a sentence does, which code seldom does. */
const sentenceEnd = /[\p{L}\p{N}][.!?…。！？]$/u;
/** `npm start serves both. Then open the link:` */
// Backtracks: over the sign of a line.
const sentences = /^[\p{L}\p{N}][^{}();=]*\p{L}{2}[.!?] \p{Lu}\p{Ll}*[ ,]\p{L}/u;

const isCode = (line: string): boolean =>
  !sentenceEnd.test(line) && !sentences.test(line) && codeSigns.some((sign) => sign.test(line));

/** A row of a table with the names of its columns, as the parsers write it: `Option: timeout | Default: 30 s`. */
// Backtracks: over the sign of a line.
const namedRow = /^[^|:]{1,60}: [^|]+ \| (?:.* \| )?[^|:]{1,60}: \S/;

/** Whether most lines are rows of a table: they look like settings, but begin with the same name, or have more names. */
function areRows(lines: readonly { sign: string }[]): boolean {
  const firstName = /^[^|:]{1,60}: /.exec(lines[0]?.sign ?? '')?.[0];
  const rows = lines.filter(
    ({ sign }, index) =>
      namedRow.test(sign) ||
      (index > 0 && firstName !== undefined && sign.startsWith(firstName) && sign.includes(' | ')),
  );
  return 2 * rows.length >= lines.length;
}

/** What a terminal answers looks like anything. */
const prompt = /^(?:\$|>>>) \S/;

/** True if lines without an empty one between them are code rather than prose: at least as many carry signs of it, or
 *  are indented below such a line, as do not; a line that ends as a sentence does weighs twice. Items of a list are
 *  prose, also if they end with a semicolon, and so are rows of a table. Comments count for neither side.
 *  sign: the beginning of a line without its indent. */
export function looksLikeCode(lines: readonly { sign: string; indent: number }[]): boolean {
  if (prompt.test(lines[0]?.sign ?? '')) return true;
  if (areRows(lines)) return false;
  let code = 0;
  let prose = 0;
  let isListed = false;
  for (const { sign, indent } of lines) {
    if (/^#{1,6}\s/.test(sign)) continue;
    const isItem = listSign.test(sign) && !setting.test(sign);
    isListed = isItem || (isListed && indent >= 2);
    if (!isListed && (isCode(sign) || (indent >= 2 && code > 0))) code += 1;
    else prose += sentenceEnd.test(sign) ? 2 : 1;
  }
  return code > 0 && code >= prose;
}
