/** The rules of a robots.txt for one crawler. */
export type RobotsRules = {
  readonly rules: readonly RobotsRule[];
  readonly crawlDelaySeconds: number | undefined;
  /** Absolute http(s) URLs. */
  readonly sitemaps: readonly string[];
};

type RobotsRule = { readonly pattern: string; readonly isAllowed: boolean };
type Group = { isNamed: boolean; rules: RobotsRule[]; crawlDelaySeconds: number | undefined };

const MAX_SITEMAPS = 100;
const MAX_SITEMAP_CHARACTERS = 2_048;

/** Parses the groups of a robots.txt that apply to a crawler: those with its name, or if there are none, those for all
 *  crawlers. RFC 9309, 2.2; `crawl-delay`, in seconds, is a common extension. Runs in linear time.
 *  token: the crawler's name (2.2.1), case-insensitive. */
export function parseRobots(text: string, token: string): RobotsRules {
  const own: Group = { isNamed: false, rules: [], crawlDelaySeconds: undefined };
  const everyones: Group = { isNamed: true, rules: [], crawlDelaySeconds: undefined };
  const wanted = token.toLowerCase();
  const sitemaps: string[] = [];
  let current = new Set<Group>();
  let isHeading = false;
  for (const [key, value] of records(text)) {
    if (key === 'user-agent') {
      if (!isHeading) current = new Set();
      isHeading = true;
      if (productToken(value) === wanted) current.add(own);
      if (value.startsWith('*')) current.add(everyones);
      own.isNamed ||= current.has(own);
    } else if (key === 'allow' || key === 'disallow') {
      isHeading = false;
      if (value === '') continue;
      const rule = { pattern: normalizePattern(value), isAllowed: key === 'allow' };
      for (const group of current) group.rules.push(rule);
    } else if (key === 'crawl-delay') {
      isHeading = false;
      const seconds = value === '' ? Number.NaN : Number(value);
      if (Number.isFinite(seconds) && seconds >= 0)
        for (const group of current) group.crawlDelaySeconds = seconds;
    } else if (key === 'sitemap' && sitemaps.length < MAX_SITEMAPS && isAbsoluteUrl(value)) {
      sitemaps.push(value);
    }
  }
  const { rules, crawlDelaySeconds } = own.isNamed ? own : everyones;
  return { rules, crawlDelaySeconds, sitemaps };
}

/** The most characters compared per check: about 0.2 s. A real file takes a thousandth of it. */
const MAX_WORK = 40_000_000;

/** Whether the rules allow a URL. The longest matching pattern decides; if two have the same length, the one that allows
 *  wins (RFC 9309, 2.2.2). A file that takes too long to match allows nothing. */
export function isAllowedByRobots({ rules }: RobotsRules, url: URL): boolean {
  if (url.pathname === '/robots.txt') return true;
  const path = normalizePath(url.pathname + url.search);
  let best: RobotsRule | undefined;
  let work = 0;
  for (const rule of rules) {
    const isBetter =
      !best ||
      rule.pattern.length > best.pattern.length ||
      (rule.pattern.length === best.pattern.length && rule.isAllowed && !best.isAllowed);
    if (!isBetter || !startsAlike(rule.pattern, path)) continue;
    work += rule.pattern.length + path.length;
    if (work > MAX_WORK) return false;
    if (matches(rule.pattern, path)) best = rule;
  }
  return best?.isAllowed ?? true;
}

function* records(text: string): Generator<[key: string, value: string]> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [record = ''] = line.split('#', 1);
    const colon = record.indexOf(':');
    if (colon > 0) yield [record.slice(0, colon).trim().toLowerCase(), record.slice(colon + 1).trim()];
  }
}

/** `Footnote/1.0 (…)` -> `footnote`. */
const productToken = (value: string): string => /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? '';

function isAbsoluteUrl(value: string): boolean {
  return value.length <= MAX_SITEMAP_CHARACTERS && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** Whether path and pattern are equal up to the first wildcard. Few are. */
function startsAlike(pattern: string, path: string): boolean {
  const end = pattern.search(/[*$]/);
  return path.startsWith(end < 0 ? pattern : pattern.slice(0, end));
}

/** Matches a path that passed `startsAlike`. `*` matches any characters, and a final `$` the end of the path. The
 *  leftmost match of each piece is as good as any other, so there is no backtracking. */
function matches(pattern: string, path: string): boolean {
  const firstStar = pattern.indexOf('*');
  const isAnchored = pattern.endsWith('$');
  const body = isAnchored ? pattern.slice(0, -1) : pattern;
  if (firstStar < 0) return isAnchored ? path === body : path.startsWith(body);
  const pieces = body.slice(firstStar + 1).split('*');
  const last = isAnchored ? (pieces.pop() ?? '') : '';
  let position = firstStar;
  for (const piece of pieces) {
    const found = path.indexOf(piece, position);
    if (found < 0) return false;
    position = found + piece.length;
  }
  return path.length - last.length >= position && path.endsWith(last);
}

const normalizePattern = (pattern: string): string => normalizeOctets(pattern).replace(/\$(?!$)/g, '%24');

const normalizePath = (path: string): string =>
  normalizeOctets(path).replaceAll('*', '%2A').replaceAll('$', '%24');

/** Normalises octets: escapes non-ASCII characters, writes escapes in capitals, and removes unnecessary ones (RFC 9309,
 *  2.2.2; RFC 3986, 2.3). */
function normalizeOctets(text: string): string {
  return encodeURI(text.toWellFormed())
    .replaceAll('%25', '%')
    .replace(/%[\da-f]{2}/gi, (triplet) => {
      const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : triplet.toUpperCase();
    });
}
