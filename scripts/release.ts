import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/** `npm run release`: makes the annotated tag of the version in package.json, with its section of CHANGELOG.md as the message,
 *  and prints that section. Refuses a release that is not ready; pushes nothing. See docs/releasing.md. */

class Refusal extends Error {}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

try {
  release();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`Not released: ${error.message}`);
  process.exitCode = 1;
}

/** The command that runs the suite. Throws a `Refusal` for any other argument. */
function suiteOf(args: string[]): string {
  try {
    return parseArgs({ args, options: { suite: { type: 'string', default: 'npm run test:all' } } }).values
      .suite;
  } catch {
    throw new Refusal('the version comes from package.json, so there are no arguments but --suite COMMAND.');
  }
}

function release(): void {
  const suite = suiteOf(process.argv.slice(2));
  const { version, notes } = readRelease();
  const commit = git('rev-parse', 'HEAD');
  console.error(`Running the suite: ${suite}`);
  const { status } = spawnSync(suite, { shell: true, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Refusal('the suite is red. Its output is above.');
  // The suite takes minutes, and files or the branch may have changed meanwhile.
  readRelease();
  if (git('rev-parse', 'HEAD') !== commit) throw new Refusal('HEAD moved while the suite ran. Start again.');
  const tag = `v${version}`;
  // With the default clean-up git would drop the headings of the notes as comments.
  execFileSync('git', ['tag', '--annotate', '--cleanup=verbatim', '--file=-', tag, commit], {
    input: `${tag}\n\n${notes}\n`,
  });
  console.log(notes);
  console.error(`\nTagged ${commit.slice(0, 10)} as ${tag}. To publish it: git push origin main ${tag}`);
}

/** The version in package.json and its notes. Throws a `Refusal` when they cannot be released as the working tree stands. */
function readRelease(): { version: string; notes: string } {
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== 'main') throw new Refusal(`releases are made on main, and this is ${branch}.`);
  const changes = git('status', '--porcelain');
  if (changes) throw new Refusal(`the working tree has changes. Commit or stash them:\n${changes}`);
  const [version = '', ...others] = ['.', 'server', 'dashboard'].map(versionOf);
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Refusal(`the version in package.json must be three numbers such as 1.4.0, not ${version}.`);
  if (others.some((other) => other !== version))
    throw new Refusal(
      'package.json, server/package.json and dashboard/package.json name different versions.',
    );
  const last = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')[0] ?? '';
  if (last && version.localeCompare(last.slice(1), 'en', { numeric: true }) <= 0)
    throw new Refusal(`${version} is not above the last tag, ${last}. Raise it in the three package.json.`);
  return { version, notes: notesOf(version) };
}

function versionOf(folder: string): string {
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
  return version;
}

/** The section of the version in CHANGELOG.md, without its heading. Throws when there is none, or an entry stands above it. */
function notesOf(version: string): string {
  const [, ...sections] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
  const [unreleased = '', newest = ''] = sections.map((section) => section.trim());
  if (unreleased !== 'Unreleased')
    throw new Refusal(
      unreleased.startsWith('Unreleased')
        ? `CHANGELOG.md has entries under "Unreleased". Move them below "## ${version} — YYYY-MM-DD".`
        : 'CHANGELOG.md must begin with an empty section "Unreleased".',
    );
  const [heading = '', ...lines] = newest.split('\n');
  const isDated = new RegExp(`^${version.replaceAll('.', '\\.')} — \\d{4}-\\d\\d-\\d\\d$`).test(heading);
  const notes = lines.join('\n').trim();
  if (!isDated || !notes)
    throw new Refusal(`CHANGELOG.md has no section "## ${version} — YYYY-MM-DD" below "Unreleased".`);
  return notes;
}
