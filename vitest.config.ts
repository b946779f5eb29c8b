import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findChromium } from './dashboard/tests/find-chromium.ts';
import { SERVER_CONSTANTS } from './dashboard/vite.widget.config.ts';

/** Which tests run: with `fast` those of `npm test`, with `slow` those of `npm run test:slow`. Without TEST_TIER every file can be run
 *  by its name. */
const tier = tierOf(process.env['TEST_TIER'] ?? 'all');

const tests = [
  'server/**/*.test.ts',
  'dashboard/src/**/*.test.ts',
  'scripts/**/*.test.ts',
  'bench/**/*.test.ts',
  'sdk/**/*.test.ts',
];
const stories = ['dashboard/tests/**/*.test.ts'];

/** Several nodes that share a PostgreSQL. */
const nodes = 'server/tests/nodes/**';

/** Each file talks to a service with a folder of its own, so the files of a tier share a process: loading the service takes a second
 *  of a core. A file that is run by its name has a process of its own. */
const services = ['server/tests/contract/**/*.test.ts', 'server/tests/flows/**/*.test.ts'];

/** Left to the slow tier, on the embedded engine too. */
const slow = filesOf({
  'They kill processes, fill disks, damage files and hold connections open.': [
    'flows/crash',
    'flows/idempotency-crash',
    'flows/webhooks-crash',
    'flows/understanding-crash',
    'flows/scans-crash',
    'flows/uploads-crash',
    'flows/archives-crash',
    'flows/connectors-crash',
    'flows/revocation-race',
    'flows/full-disk',
    'flows/damaged-files',
    'flows/half-open-connections',
    'flows/half-http2',
    'contract/slow-clients',
    'flows/webhook-faults',
    'flows/model-out-of-reach',
    'flows/converter',
  ],
  'They start the program for every command.': [
    'flows/command-line',
    'flows/mcp-command',
    'flows/accounts-command',
    'flows/content-commands',
    'flows/listen-command',
    'flows/eval-command',
    'flows/doctor',
    'flows/doctor-security',
    'flows/guides',
    'flows/package',
  ],
  'They move, upgrade or restore whole installations.': [
    'flows/backup',
    'flows/upgrade',
    'flows/migrate',
    'copy-environment',
    'restore-backup',
  ],
  'They start other servers, or run pages that never end in a browser.': [
    'kinds/imap',
    'kinds/git',
    'kinds/git-ssh',
    'kinds/website-javascript',
    'flows/files-in-bucket',
    'blobs/move-blobs',
    'blobs/s3-blobs',
  ],
  'They need PostgreSQL: a native one, or the one in WebAssembly.': [
    'postgres/keys',
    'postgres/open-postgres',
    'postgres/parity',
  ],
  'They let seconds pass, or try an attack over and over.': [
    'contract/bad-input-on-the-wire',
    'contract/chunks-max',
    'contract/hostile-bodies',
    'contract/open-routes',
    'contract/rate-limits',
    'contract/source-history',
    'flows/chat-stream',
    'flows/crawl-requests',
    'flows/fairness',
    'flows/retention',
    'flows/roles',
    'flows/sign-in-attempts',
    'flows/tls',
    'flows/understanding',
    'flows/web-pages-refreshed',
    'hostile-text',
    'remote/remote-chat-model',
  ],
  'Random requests, queries and expressions, thousands of them.': [
    'flows/fuzz',
    'flows/search-properties',
    'regular-expressions',
  ],
  'Documents of megabytes.': ['flows/large-source', 'flows/limits-of-a-document'],
  'Ten seconds of computing and more.': [
    'ocr/read-scans',
    'ocr/read-pictures',
    'flows/scans',
    'flows/bulk-load',
    'flows/eval-answers',
    'flows/evaluated-replies',
    'connectors/many-documents',
    'index/loaded-indexes',
    'index/segment-packs',
    'sqlite/open-sqlite-without-memory',
  ],
});

/** It packs and installs the SDK, and opens a page with it. */
const packed = 'sdk/typescript/tests/package.test.ts';

/** In both tiers: a half of these tests runs where TEST_DATABASE_URL is set, which only the slow tier sees to. */
const inBoth = filesOf({ 'They name their engines themselves.': ['first-start', 'session-lock'] });

/** What runs on PostgreSQL too. The storage contract and parity suites compare the engines call by call, so these are chosen for
 *  what the suites cannot show: a whole service on the other engine. */
const onPostgres = filesOf({
  'Several nodes share a database, which is cut off, paused, full or restarted.': ['nodes/*'],
  'A process dies or is upgraded, and nothing may be lost.': [
    'flows/crash',
    'flows/idempotency-crash',
    'flows/webhooks-crash',
    'flows/understanding-crash',
    'flows/scans-crash',
    'flows/uploads-crash',
    'flows/archives-crash',
    'flows/connectors-crash',
    'flows/backup',
    'flows/files-in-bucket',
    'blobs/move-blobs',
    'flows/upgrade',
  ],
  'Access ends at once, also for requests that run.': [
    'flows/revocation-race',
    'flows/revoked-key-grants',
    'flows/restricted-keys',
    'flows/grants',
    'flows/removed-account',
    'flows/claimed-accounts',
    'flows/sign-in',
    'flows/sign-in-attempts',
    'contract/keys',
  ],
  'Transactions, locks and counters that requests compete for.': [
    'flows/several-transactions',
    'contract/idempotency',
    'contract/kept-requests',
    'contract/handover',
    'flows/fairness',
    'contract/rate-limits',
    'flows/token-budgets',
    'flows/webhooks',
    'contract/webhooks',
    'flows/environments',
  ],
  'Erasure and retention: what is gone from the tables.': ['flows/erased', 'flows/retention', 'hostile-text'],
  'The main path, and lists, filters and sums that are SQL.': [
    'flows/text-to-answer',
    'flows/embedding-models',
    'flows/understanding',
    'flows/doctor',
    'flows/verdicts',
    'contract/query',
    'contract/chat',
    'contract/sources',
    'contract/largest-file',
    'contract/resumable-uploads',
    'flows/connectors',
    'flows/archives',
    'contract/duplicates',
    'contract/external-ids',
    'contract/moved-sources',
    'contract/allowed',
    'flows/permissions',
    'flows/permissions-in-chats',
    'contract/hostile-models',
    'contract/pagination',
    'contract/sorted-sources',
    'contract/insights',
    'contract/usage',
    'contract/chunks-max',
    'contract/source-changes',
  ],
});

/** On PGlite where there is no native PostgreSQL: few, because each takes seconds to begin, and none that starts processes. */
const onPglite = filesOf({
  'The main path.': ['flows/text-to-answer', 'flows/embedding-models', 'contract/chat'],
});

/** The browser story of the fast tier: from an empty workspace to an answer. */
const story = 'dashboard/tests/first-run.test.ts';
/** Functions of the dashboard, without a browser. */
const withoutBrowser = [
  'dashboard/tests/markdown.test.ts',
  'dashboard/tests/messages.test.ts',
  'dashboard/tests/hard-coded.test.ts',
];

function tierOf(name: string): 'all' | 'fast' | 'slow' {
  if (name === 'all' || name === 'fast' || name === 'slow') return name;
  throw new Error(`TEST_TIER must be fast or slow, not ${name}.`);
}

/** One glob a name, wherever its folder stands. A name without a file is an error: its tests would change their tier unnoticed. */
function filesOf(groups: Record<string, string[]>): string[] {
  const globs = Object.values(groups)
    .flat()
    .map((name) => `server/**/${name}.test.ts`);
  for (const glob of globs)
    if (globSync(glob).length === 0) throw new Error(`vitest.config.ts: no file matches ${glob}.`);
  return globs;
}

const embedded = {
  all: { include: tests, exclude: ['**/node_modules/**', nodes] },
  fast: { include: tests, exclude: ['**/node_modules/**', nodes, packed, ...services, ...slow] },
  slow: { include: [...slow, packed, ...inBoth] },
};

/** A tier leaves out the stories where there is no Chromium. A story that you run by its name says what it lacks. */
const hasBrowser = tier === 'all' || findChromium() !== undefined;
const dashboard = {
  all: { include: stories },
  fast: { include: [...withoutBrowser, ...(hasBrowser ? [story] : [])] },
  slow: { include: hasBrowser ? stories : [], exclude: [...withoutBrowser, story] },
};

const hasDatabase = Boolean(process.env['TEST_DATABASE_URL']);
const database = hasDatabase
  ? { name: 'postgres', include: onPostgres, env: { TEST_ENGINE: 'postgres' }, isolate: tier === 'all' }
  : { name: 'pglite', include: onPglite, env: { TEST_ENGINE: 'pglite' } };

/** What a tier leaves out on this machine, and how to get it, below the results. */
function sayWhatWasSkipped(): void {
  const say = (files: string[], lack: string): void =>
    console.log(`\nSkipped, because ${lack}:\n${files.map((file) => `  ${file}`).join('\n')}`);
  if (!hasBrowser)
    say(
      tier === 'fast'
        ? [story]
        : globSync(stories).filter((file) => ![...withoutBrowser, story].includes(file)),
      'no Chromium was found. Install one (Debian: apt-get install chromium), or name one in CHROMIUM',
    );
  if (tier === 'slow' && !hasDatabase)
    say(
      globSync(onPostgres).filter((file) => !globSync(onPglite).includes(file)),
      'TEST_DATABASE_URL names no PostgreSQL. See "Tests" in CONTRIBUTING.md',
    );
}

export default defineConfig({
  test: {
    pool: 'forks',
    // By itself it leaves a core to the terminal, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism()),
    // A busy machine is slow, not wrong: what hangs is told from what waits by minutes.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 100_000 } },
    reporters: ['default', { onTestRunEnd: sayWhatWasSkipped }],
    projects: [
      { extends: true, test: { name: 'embedded', ...embedded[tier] } },
      {
        extends: true,
        resolve: { alias: [SERVER_CONSTANTS] },
        test: { name: 'dashboard', globalSetup: 'dashboard/tests/build-once.ts', ...dashboard[tier] },
      },
      tier === 'fast'
        ? { extends: true, test: { name: 'services', include: services, exclude: slow, isolate: false } }
        : { extends: true, test: database },
    ],
  },
});
