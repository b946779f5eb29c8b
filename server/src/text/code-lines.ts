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

const isCode = (line: string): boolean =>
  !sentenceEnd.test(line) && codeSigns.some((sign) => sign.test(line));

/** What a terminal answers looks like anything. */
const prompt = /^(?:\$|>>>) \S/;

/** True if lines without an empty one between them are code rather than prose: at least as many carry signs of it, or
 *  are indented below such a line, as do not; a line that ends as a sentence does weighs twice. Items of a list are
 *  prose, also if they end with a semicolon. Comments count for neither side.
 *  sign: the beginning of a line without its indent. */
export function looksLikeCode(lines: readonly { sign: string; indent: number }[]): boolean {
  if (prompt.test(lines[0]?.sign ?? '')) return true;
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
