const MAX_CHARACTERS = 1_000;
const MAX_DEPTH = 32;

/** The path of an entry as lists show it, and the reason why it becomes no source. Undefined for what macOS
 *  notes about files beside them. Nothing is written to a path, but a source is found by it, so that it must say one place. */
export function checkPath(name: string): { path: string; reason: string | null } | undefined {
  const parts = name.split('/').filter((part, index) => part !== '.' && (part !== '' || index === 0));
  if (parts[0] === '__MACOSX') return undefined;
  return { path: shown(parts.join('/')), reason: faultOf(name, parts) };
}

function faultOf(name: string, parts: readonly string[]): string | null {
  if (name.length > MAX_CHARACTERS) return `Its path is longer than ${MAX_CHARACTERS} characters.`;
  if (parts.length > MAX_DEPTH) return `It is in more than ${MAX_DEPTH} folders.`;
  if (/[\p{Cc}\ufffd]/u.test(name) || !name.isWellFormed())
    return 'Its path has control characters, or characters of an unknown encoding.';
  if (name.includes('\\')) return 'Its path has a backslash.';
  if (parts.length === 0 || name === '') return 'It has no name.';
  if (parts[0] === '' || /^[A-Za-z]:/.test(name)) return 'Its path begins at the root of a disk.';
  if (parts.includes('..')) return 'Its path leads out of the archive.';
  if (parts.some((part) => part.startsWith('.')))
    return 'It is hidden: a name in its path begins with a dot.';
  return NESTED.test(name)
    ? 'It is an archive itself. Send it to POST /v1/knowledge-base/archives by itself.'
    : null;
}

const NESTED = /\.(?:zip|tar|tgz|gz|tbz2?|bz2|txz|xz|zst|7z|rar|jar)$/i;

/** Without what neither a database nor a terminal takes. */
const shown = (path: string): string =>
  path
    .slice(0, MAX_CHARACTERS)
    .toWellFormed()
    .replace(/\p{Cc}/gu, '\ufffd');
