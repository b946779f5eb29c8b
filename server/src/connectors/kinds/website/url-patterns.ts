/** True if a URL matches one of the patterns. A pattern that begins with `/` is compared with path and query, another with
 *  the whole URL. `*` stands for any characters. Runs in linear time for each pattern. */
export function matchesAny(patterns: readonly string[], url: string): boolean {
  const { pathname, search } = new URL(url);
  return patterns.some((pattern) => matches(pattern, pattern.startsWith('/') ? pathname + search : url));
}

/** The leftmost match of each piece is as good as any other, so there is no backtracking. */
function matches(pattern: string, text: string): boolean {
  const [first = '', ...pieces] = pattern.split('*');
  const last = pieces.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let position = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  return text.length - last.length >= position && text.endsWith(last);
}
