import { spawnSync } from 'node:child_process';

/** Everything that must hold before a change lands, one after another; stops at the first that does not.
 *  `--fix` formats and repairs instead of complaining. */

const fix = process.argv.includes('--fix');
const bin = (name: string): string => `node_modules/.bin/${name}`;

const STEPS: [about: string, command: string, ...args: string[]][] = [
  ['format, lint and import floors', bin('biome'), ...(fix ? ['check', '--write'] : ['ci']), '.'],
  [
    'floating promises',
    bin('oxlint'),
    '--type-aware',
    '--quiet',
    '-D',
    'typescript/no-floating-promises',
    'server',
    'dashboard/src',
    'dashboard/tests',
    'scripts',
    'bench',
  ],
  ['types', bin('tsc'), '-p', '.'],
  ['types of the dashboard', bin('tsc'), '-p', 'dashboard'],
  ['dead code', bin('knip')],
  ['generated files', process.execPath, 'scripts/gen.ts', ...(fix ? [] : ['--check'])],
  ...(fix
    ? []
    : [
        ['tests', process.execPath, 'node_modules/vitest/vitest.mjs', 'run'] as [string, string, ...string[]],
      ]),
];

for (const [about, command, ...args] of STEPS) {
  console.log(`\n— ${about}`);
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\nFAILED: ${about}`);
    process.exit(status ?? 1);
  }
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
console.log(`\nAll checks passed.`);
if (!fix && !process.env['TEST_DATABASE_URL'])
  console.log(
    'Tests on a native PostgreSQL were skipped, for TEST_DATABASE_URL names none: see CONTRIBUTING.md.',
  );
