import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Part of a change: words, code, or a link. */
export type NewsPart = { text: string; code?: true; href?: string };
export type NewsEntry = { version: string; kind: string; parts: NewsPart[] };

const CHANGELOG = fileURLToPath(new URL('../CHANGELOG.md', import.meta.url));

/** "What's new" of the dashboard, made of the changelog when it is built: `virtual:news` has the changes, `virtual:news-id` a name
 *  for the newest ones, which the first page can afford. */
export const news = (): Plugin => ({
  name: 'news',
  resolveId: (id) => (id === 'virtual:news' || id === 'virtual:news-id' ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:news') return `export const NEWS = ${JSON.stringify(readNews())};`;
    if (id !== '\0virtual:news-id') return undefined;
    const hash = createHash('sha256').update(JSON.stringify(readNews())).digest('hex');
    return `export const NEWS_ID = ${JSON.stringify(hash.slice(0, 12))};`;
  },
});

const readNews = (): NewsEntry[] => (existsSync(CHANGELOG) ? entriesOf(readFileSync(CHANGELOG, 'utf8')) : []);

/** The entries of a changelog in the format of Keep a Changelog, in its order. */
export function entriesOf(changelog: string): NewsEntry[] {
  const found: { version: string; kind: string; lines: string[] }[] = [];
  let version = '';
  let kind = '';
  for (const line of changelog.split('\n')) {
    if (line.startsWith('## ')) version = line.slice(3).trim();
    else if (line.startsWith('### ')) kind = line.slice(4).trim();
    else if (line.startsWith('- ') && version !== '') found.push({ version, kind, lines: [line.slice(2)] });
    else if (line.startsWith('  ')) found.at(-1)?.lines.push(line.trim());
  }
  return found.map(({ lines, ...entry }) => ({ ...entry, parts: partsOf(lines.join(' ')) }));
}

/** Finds `code` and [links](to) in a line. */
function partsOf(line: string): NewsPart[] {
  const parts: NewsPart[] = [];
  let rest = line;
  for (;;) {
    const at = rest.search(/[`[]/);
    if (at === -1) break;
    const end = rest[at] === '`' ? rest.indexOf('`', at + 1) : rest.indexOf('](', at);
    const close = rest[at] === '`' ? end : rest.indexOf(')', end);
    if (end === -1 || close === -1) break;
    if (at > 0) parts.push({ text: rest.slice(0, at) });
    const text = rest.slice(at + 1, end);
    parts.push(rest[at] === '`' ? { text, code: true } : { text, ...hrefOf(rest.slice(end + 2, close)) });
    rest = rest.slice(close + 1);
  }
  if (rest !== '') parts.push({ text: rest });
  return parts;
}

/** Documents are served below /docs/; other files are not served. */
function hrefOf(target: string): { href?: string } {
  if (target.startsWith('https://')) return { href: target };
  return target.startsWith('docs/') && !target.startsWith('docs/decisions/') ? { href: `/${target}` } : {};
}
