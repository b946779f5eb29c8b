import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { findChromium } from '../dashboard/tests/find-chromium.ts';

/** What must hold before a change lands, step by step; stops at the first that fails.
 *
 *    npm test             the static checks and the fast tests
 *    npm run test:slow    all other tests
 *    npm run check        the static checks
 *    npm run fix          the static checks, which repair what they can instead of complaining */

type Step = [about: string, command: string, ...args: string[]];

const { values } = parseArgs({
  options: { slow: { type: 'boolean' }, static: { type: 'boolean' }, fix: { type: 'boolean' } },
});
const tier = values.static || values.fix ? undefined : values.slow ? 'slow' : 'fast';
// The linter of the OpenAPI document would report its use and look for updates.
Object.assign(process.env, { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' });
const bin = (name: string): string => `node_modules/.bin/${name}`;

const STATIC: Step[] = [
  ['format, lint and import floors', bin('biome'), ...(values.fix ? ['check', '--write'] : ['ci']), '.'],
  [
    'floating promises',
    bin('oxlint'),
    '--type-aware',
    '--quiet',
    '-D',
    'typescript/no-floating-promises',
    // Copies of files of npm packages.
    '--ignore-pattern',
    'server/models/**',
    '--ignore-pattern',
    '**/decoders/**',
    'server',
    'dashboard/src',
    'dashboard/tests',
    'scripts',
    'bench',
    'sdk',
  ],
  ['types', bin('tsc'), '-p', '.'],
  ['types of the dashboard', bin('tsc'), '-p', 'dashboard'],
  ['types of the SDK', bin('tsc'), '-p', 'sdk/typescript', '--noEmit'],
  ['dead code', bin('knip')],
  ['OpenAPI document', process.execPath, 'node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json'],
  ['generated files', process.execPath, 'scripts/gen.ts', ...(values.fix ? [] : ['--check'])],
];

/** Runs a script that installs something. If it prints `NAME=value`, that variable is set. Says nothing more than the script when it fails. */
function setUp(script: string): void {
  const { stdout } = spawnSync(script, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  const [, name, value] = /^(\w+)=(.*)$/m.exec(stdout ?? '') ?? [];
  if (name && value) process.env[name] = value;
}

function run([about, command, ...args]: Step): void {
  console.log(`\n— ${about}`);
  const startedAt = performance.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`\nFAILED: ${about}`);
    process.exit(status ?? 1);
  }
  console.log(`  ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

if (tier !== 'slow') for (const step of STATIC) run(step);
if (tier) {
  if (findChromium() === undefined) setUp('scripts/chromium-for-tests.sh');
  if (tier === 'slow' && !process.env['TEST_DATABASE_URL']) setUp('scripts/postgres-for-tests.sh');
  if (tier === 'slow') setUp('scripts/servers-for-tests.sh');
  process.env['TEST_TIER'] = tier;
  run([`${tier} tests`, process.execPath, 'node_modules/vitest/vitest.mjs', 'run']);
}
console.log('\nAll checks passed.');
