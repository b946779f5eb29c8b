/** Strings are first truncated to this many UTF-16 code units, then to half as many, and so on. */
const LONGEST_CUT = 8_192;
const SHORTEST_CUT = 16;

/** Serialises an object as JSON of at most `maxBytes`. If it is larger, long strings are truncated, the longest most;
 *  they end in `…`, and `truncated` lists their fields. Throws if that is not enough. */
export function truncateJson(value: Readonly<Record<string, unknown>>, maxBytes: number): string {
  const whole = JSON.stringify(value);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  for (let length = LONGEST_CUT; length >= SHORTEST_CUT; length /= 2) {
    const cut = Object.entries(value).map(([name, item]) => [name, cutStrings(item, length)] as const);
    const truncated = cut.filter(([name, item]) => JSON.stringify(item) !== JSON.stringify(value[name]));
    const json = JSON.stringify({ ...Object.fromEntries(cut), truncated: truncated.map(([name]) => name) });
    if (Buffer.byteLength(json) <= maxBytes) return json;
  }
  throw new Error(`An object of ${Object.keys(value).length} fields does not fit into ${maxBytes} bytes.`);
}

function cutStrings(value: unknown, length: number): unknown {
  if (typeof value === 'string') return cutString(value, length);
  if (Array.isArray(value)) return value.map((item) => cutStrings(item, length));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutStrings(item, length)]));
}

/** Drops half of a surrogate pair at the end. */
const cutString = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
