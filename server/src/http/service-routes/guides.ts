import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Guide = { path: string; title: string; about: string };

const DOCS = fileURLToPath(new URL('../../../../docs/', import.meta.url));

/** What a developer needs, in the order of a first program. The other pages are for operators. */
const FOR_DEVELOPERS = [
  'concepts',
  'guides/sources',
  'guides/connectors',
  'guides/search',
  'guides/agents',
  'guides/chat',
  'guides/sdks',
  'guides/openai-clients',
  'guides/mcp',
  'guides/widget',
  'guides/command-line',
  'guides/sync-from-ci',
  'guides/webhooks',
  'guides/pinned-answers',
  'guides/handover',
  'guides/evaluation',
  'guides/permissions',
  'guides/keys',
  'guides/limits',
  'guides/idempotency',
  'errors',
].map((name) => `${name}.md`);

/** The pages that the service has: paths below /docs/. */
export function documentPaths(): string[] {
  return globSync(['*.md', 'guides/*.md'], { cwd: DOCS }).map((path) => path.replaceAll('\\', '/'));
}

export function readDocument(path: string): Buffer {
  return readFileSync(DOCS + path);
}

/** The guides of developers, with what the first sentence of each says. */
export function guides(): Guide[] {
  const existing = new Set(documentPaths());
  return FOR_DEVELOPERS.filter((path) => existing.has(path)).map((path) => {
    const [heading = '', first = ''] = readDocument(path).toString().split('\n\n');
    const [about = ''] = first
      .replaceAll('\n', ' ')
      .replaceAll(/\]\([^()]*\)|\[/g, '')
      .split(/(?<=[.:]) /);
    return { path, title: heading.replace('# ', ''), about: about.replace(/[.:]$/, '') };
  });
}
