import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

/** `npm run release` in a repository of its own. */

const script = fileURLToPath(new URL('release.ts', import.meta.url));
const NOTES = '### Added\n\n- Answers with citations.\n\n### Fixed\n\n- Nothing yet.';

let repository: string;
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'footnote-release-'));
  git('init', '--quiet', '--initial-branch=main');
  writeVersion('0.2.0');
  writeChangelog(
    '## Unreleased',
    `## 0.2.0 — 2026-11-22\n\n${NOTES}`,
    '## 0.1.0 — 2026-10-01\n\n- The first.',
  );
  commit();
});
afterEach(() => rmSync(repository, { recursive: true, force: true }));

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
  return execFileSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' }).trim();
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(repository, file)), { recursive: true });
  writeFileSync(join(repository, file), text);
}

function writeVersion(version: string, folders = ['.', 'server', 'dashboard']): void {
  for (const folder of folders) write(`${folder}/package.json`, JSON.stringify({ version }));
}

const writeChangelog = (...sections: string[]): void =>
  write('CHANGELOG.md', `# Changelog\n\nWhat changes.\n\n${sections.join('\n\n')}\n`);

function commit(): void {
  git('add', '.');
  git('commit', '--quiet', '--message=change');
}

function release(suite = 'true', ...more: string[]) {
  const environment = { ...process.env };
  for (const role of ['AUTHOR', 'COMMITTER']) {
    environment[`GIT_${role}_NAME`] = 'Ada';
    environment[`GIT_${role}_EMAIL`] = 'ada@example.org';
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--suite', suite, ...more], {
    cwd: repository,
    env: environment,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, tags: git('tag', '--list') };
}

describe('the versions of this repository', () => {
  const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
  const versionOf = (folder: string): string =>
    (JSON.parse(read(join(folder, 'package.json'))) as { version: string }).version;

  it('are the same in package-lock.json', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { version?: string }>;
    };
    for (const folder of ['', 'server', 'dashboard', 'sdk/typescript'])
      expect([folder, packages[folder]?.version]).toEqual([folder, versionOf(folder)]);
  });

  it('are the same in both files of the Python SDK', () => {
    const [, packaged] = /^version = "(.+)"$/m.exec(read('sdk/python/pyproject.toml')) ?? [];
    const [, imported] = /^__version__ = "(.+)"$/m.exec(read('sdk/python/src/footnote/__init__.py')) ?? [];
    expect(packaged).toMatch(/^\d+\.\d+\.\d+$/);
    expect(imported).toBe(packaged);
  });

  it('are the same in the guide that installs the TypeScript SDK', () => {
    expect(read('docs/guides/sdks.md')).toContain(`/footnote-sdk-${versionOf('sdk/typescript')}.tgz`);
  });
});

describe('npm run release', () => {
  it('tags HEAD with the notes of the version, headings included, and prints them', () => {
    git('-c', 'tag.gpgSign=false', 'tag', '--annotate', '--message=v0.1.0', 'v0.1.0');
    const { status, stdout, stderr, tags } = release();
    expect(stderr).toContain('git push origin main v0.2.0');
    expect(status).toBe(0);
    expect(stdout).toBe(`${NOTES}\n`);
    expect(tags.split('\n')).toEqual(['v0.1.0', 'v0.2.0']);
    expect(git('cat-file', '-t', 'v0.2.0')).toBe('tag');
    expect(git('rev-parse', 'v0.2.0^{commit}')).toBe(git('rev-parse', 'HEAD'));
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toBe(`v0.2.0\n\n${NOTES}`);
  });

  it('runs the suite before it tags', () => {
    const { status, tags } = release('git tag --list "v*" | grep --quiet . && exit 1; exit 0');
    expect(status).toBe(0);
    expect(tags).toBe('v0.2.0');
  });

  const refusals: [what: string, reason: string, prepare: () => void, suite?: string][] = [
    ['a red suite', 'the suite is red', () => {}, 'exit 3'],
    ['a changed file', 'the working tree has changes', () => write('CHANGELOG.md', 'other')],
    ['a file that git does not know', 'the working tree has changes', () => write('notes.txt', 'new')],
    ['a tree that the suite makes dirty', 'the working tree has changes', () => {}, 'touch left-behind'],
    [
      'a commit that arrives while the suite runs',
      'HEAD moved',
      () => {},
      'git commit --quiet --allow-empty --message=more',
    ],
    ['a branch other than main', 'this is feature', () => git('switch', '--quiet', '--create', 'feature')],
    ['a version that is tagged already', 'not above the last tag, v0.2.0', () => git('tag', 'v0.2.0')],
    ['a version below the last tag', 'not above the last tag, v0.10.0', () => git('tag', 'v0.10.0')],
    [
      'a version that is not three numbers',
      'must be three numbers',
      () => {
        writeVersion('0.3.0-beta.1');
        commit();
      },
    ],
    [
      'packages of different versions',
      'name different versions',
      () => {
        writeVersion('0.3.0', ['server']);
        commit();
      },
    ],
    [
      'a CHANGELOG without the version',
      'no section "## 0.2.0',
      () => {
        writeChangelog('## Unreleased', '## 0.1.0 — 2026-10-01\n\n- The first.');
        commit();
      },
    ],
    [
      'a version without a date',
      'no section "## 0.2.0',
      () => {
        writeChangelog('## Unreleased', `## 0.2.0\n\n${NOTES}`);
        commit();
      },
    ],
    [
      'a version without notes',
      'no section "## 0.2.0',
      () => {
        writeChangelog('## Unreleased', '## 0.2.0 — 2026-11-22', '## 0.1.0 — 2026-10-01\n\n- The first.');
        commit();
      },
    ],
    [
      'entries that are still unreleased',
      'has entries under "Unreleased"',
      () => {
        writeChangelog('## Unreleased\n\n- Forgotten.', `## 0.2.0 — 2026-11-22\n\n${NOTES}`);
        commit();
      },
    ],
    [
      'a CHANGELOG without the section Unreleased',
      'must begin with an empty section "Unreleased"',
      () => {
        writeChangelog(`## 0.2.0 — 2026-11-22\n\n${NOTES}`);
        commit();
      },
    ],
  ];

  it.each(refusals)('refuses %s and makes no tag', (_what, reason, prepare, suite) => {
    prepare();
    const before = git('tag', '--list');
    const { status, stdout, stderr, tags } = release(suite);
    expect(stderr).toContain('Not released: ');
    expect(stderr).toContain(reason);
    expect(status).toBe(1);
    expect(stdout).toBe('');
    expect(tags).toBe(before);
  });

  it.each([
    ['a changed file', () => write('CHANGELOG.md', 'other')],
    ['a tagged version', () => git('tag', 'v0.2.0')],
  ])('refuses %s without running the suite', (_what, prepare) => {
    prepare();
    expect(release('touch ran').status).toBe(1);
    expect(git('status', '--porcelain')).not.toContain('ran');
  });

  it('refuses a version as an argument, because package.json has it', () => {
    const { status, stderr } = release('true', '0.3.0');
    expect(stderr).toBe(
      'Not released: the version comes from package.json, so there are no arguments but --suite COMMAND.\n',
    );
    expect(status).toBe(1);
  });
});
