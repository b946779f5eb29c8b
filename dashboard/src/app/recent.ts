/** A page that was opened in this tab, for the command palette. */
type Recent = { href: string; title: string };

const STORED_AS = 'footnote-recent';
const MOST = 6;

export function readRecent(): Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED_AS) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecent) : [];
  } catch {
    return [];
  }
}

export function noteRecent(recent: Recent): void {
  const others = readRecent().filter(({ href }) => href !== recent.href);
  sessionStorage.setItem(STORED_AS, JSON.stringify([recent, ...others].slice(0, MOST + 1)));
}

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Recent).href === 'string' &&
  typeof (value as Recent).title === 'string';
