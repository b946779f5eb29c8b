import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inspectConfig } from '#config/config.ts';

/** Documents point at files, headings, operations and settings that exist. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = globSync(['*.md', 'docs/**/*.md', 'bench/README.md'], { cwd: ROOT });
const DECISIONS = 'docs/decisions/';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const withoutBlocks = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '');

/** As GitHub makes the anchor of a heading. */
const anchorsOf = (file: string): string[] =>
  [...withoutBlocks(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

const all = (pattern: RegExp, text: string): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

describe.each(FILES)('%s', (file) => {
  const text = read(file);

  it('links to files and headings that exist', () => {
    const broken = all(/\]\((?!https?:)([^)\s]+)\)/g, withoutBlocks(text)).filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names files of the code that exist', () => {
    const named = all(/`((?:\w[\w.-]*\/)+[\w.-]+\.(?:ts|mjs|yaml|sh|service))`/g, text);
    const folders = ['', 'server/src', 'server/src/ingestion'];
    expect(named.filter((path) => !folders.some((folder) => existsSync(join(ROOT, folder, path))))).toEqual(
      [],
    );
  });

  // The benches also measure routes that only browsers use.
  it.skipIf(file.startsWith('bench/'))('names operations that exist', () => {
    const { paths } = JSON.parse(read('openapi.json')) as { paths: Record<string, Record<string, unknown>> };
    const unnamed = (path: string): string => path.replaceAll(/\{[^}]*\}|:\w+/g, ':').replace(/[/.]$/, '');
    const known = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${unnamed(path)}`),
      ),
    );
    const named = all(/\b((?:GET|POST|PATCH|DELETE|PUT) \/v1\/[\w/:{}.-]+)/g, text);
    expect(named.filter((operation) => !known.has(unnamed(operation)))).toEqual([]);
  });

  it.skipIf(file === 'CHANGELOG.md' || file.startsWith(DECISIONS))('names settings that exist', () => {
    const known = inspectConfig({}).settings.map(({ name }) => name);
    const others =
      /^(?:FOOTNOTE|PREVIOUS|FALLBACK|TEST|BENCH|EVAL|FUZZ|RACE|OLLAMA)_|^(?:INDEX_FORMAT|NO_ANSWER|NODE_PATH)$/;
    const named = all(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g, text);
    expect(named.filter((name) => !known.includes(name) && !others.test(name))).toEqual([]);
  });
});
